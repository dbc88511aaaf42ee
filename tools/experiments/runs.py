"""The experiments: what gbrank is asked for. Everything is kept in the work folder."""

import json
import os
import shutil
import subprocess
import sys

TOP = [f"ndcg@{k}" for k in range(1, 6)]
TABLE = TOP + ["ndcg@10", "map"]
CONVENTION = ["--convention", "letor3"]
BAG_FRACTIONS = ["0.6", "0.8", "1"]
FOLDS = [f"Fold{k}" for k in range(1, 6)]


def each(option, values):
    return [word for value in values for word in (option, value)]


class Runs:
    def __init__(self, gbrank, folds, args):
        self.gbrank, self.folds, self.args = gbrank, folds, args
        self.running = ["--threads", str(args.threads), "--seed", str(args.seed)]

    def path(self, *parts):
        return os.path.join(self.args.work, *parts)

    def run(self, *words):
        """What a gbrank command prints."""
        command = [self.gbrank, *words]
        print("$ gbrank", *words, file=sys.stderr, flush=True)
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def objectives(self):
        return [o["name"] for o in json.loads(self.run("objectives", "--json"))]

    # Settings, chosen on validation data alone.

    def tune_words(self, objective):
        return ["--objective", objective, "--trials", str(self.args.trials), "--repeats",
                str(self.args.repeats), *each("--metric", TOP), *CONVENTION,
                "--seed", str(self.args.seed)]

    def tune(self, objective):
        """The results of a search; its best settings are in config(objective)."""
        words = self.tune_words(objective)
        return json.loads(self.run("tune", "--data", self.folds, *words, "--threads",
                                   str(self.args.threads), "--output",
                                   self.path("tune", objective), "--plot",
                                   self.path(f"tune-{objective}.svg"), "--json"))

    def tune_bags(self, objective):
        """With the best settings, the share of the queries that each of several bags has."""
        fractions = ", ".join(BAG_FRACTIONS)
        return json.loads(self.run("tune", "--data", self.folds, "--config",
                                   self.path("tune", objective, "best.conf"), "--bags",
                                   str(self.args.bags), "--search", f"bag-fraction={fractions}",
                                   "--trials", "20", "--repeats", "3", *each("--metric", TOP),
                                   *CONVENTION, *self.running, "--output",
                                   self.path("bags", objective), "--json"))

    def config(self, objective, step="bags"):
        """The best settings of a step, in a file of a name that tables show."""
        folder = self.path(step, "chosen")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{objective}.conf")
        if step == "defaults":
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"objective = {objective}\n")
            return path
        return shutil.copy(self.path(step, objective, "best.conf"), path)

    # Tables of test data.

    def cv(self, name, *words):
        """A cross-validation, in the folder of this name."""
        out = self.path(name)
        return json.loads(self.run("cv", "--data", self.folds, *words, *each("--metric", TABLE),
                                   *CONVENTION, *self.running, "--output", out, "--json"))

    def chosen(self, name, objectives, step, *words):
        configs = [self.config(o, step) for o in objectives]
        return self.cv(name, *each("--system", configs), *words)

    def all_tests(self):
        """The test data of all folds, one after the other."""
        path = self.path("test.txt")
        with open(path, "w", encoding="utf-8") as all_tests:
            for fold in FOLDS:
                with open(os.path.join(self.folds, fold, "test.txt"), encoding="utf-8") as test:
                    all_tests.write(test.read())
        return path

    def all_scores(self, name, system):
        """The out-of-fold scores of a cross-validation, in the order of all_tests."""
        path = self.path(f"{name}.{system}.scores")
        with open(path, "w", encoding="utf-8") as all_scores:
            for fold in FOLDS:
                with open(self.path(name, "scores", f"{system}.{fold}.txt"),
                          encoding="utf-8") as scores:
                    all_scores.write(scores.read())
        return path

    def compare(self, name, systems, metrics):
        """Paired tests of systems of a cross-validation against the first of them."""
        scores = [self.all_scores(name, system) for system in systems]
        return json.loads(self.run("compare", "--data", self.all_tests(),
                                   *each("--scores", scores), *each("--metric", metrics),
                                   *CONVENTION, "--json"))

    # Models of their own.

    def fitted(self, objective, fold, step, *words):
        """A model with the best settings of a step, trained on a fold."""
        os.makedirs(self.path("models"), exist_ok=True)
        model = self.path("models", f"{step}.{objective}.{fold}.json")
        self.run("fit", "--train", os.path.join(self.folds, fold, "train.txt"), "--config",
                 self.config(objective, step), *self.running, "--quiet", "--model", model, *words)
        return model

    def metrics_of(self, model, fold, part):
        """A model's metrics on a part of a fold."""
        data = os.path.join(self.folds, fold, f"{part}.txt")
        printed = self.run("evaluate", "--data", data, "--model", model, *each("--metric", TABLE),
                           *CONVENTION, "--json")
        return json.loads(printed)["metrics"]
