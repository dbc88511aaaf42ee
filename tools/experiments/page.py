"""docs/results.md: runs the experiments in turn and says what came out."""

import os
import shutil

from published import MEASURED, PUBLISHED
from runs import BAG_FRACTIONS, FOLDS, TABLE, TOP

PAPER = TOP + ["map"]  # what papers print


def number(value):
    return f"{value:.4f}".replace("0.", ".", 1)


def signed(value):
    return f"{value:+.4f}".replace("0.", ".", 1)


def p_text(p):
    return "< .0001" if p < 0.0001 else number(p)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def means(cv):
    """The means of every system of a cross-validation, by metric."""
    return {system["system"]: {m["metric"]: m["mean"] for m in system["metrics"]}
            for system in cv["systems"]}


def mean_top(values):
    """What settings are chosen by."""
    return sum(values[metric] for metric in TOP) / len(TOP)


def paper_row(name, values):
    return [name] + [number(v) for v in values]


def our_row(name, values):
    return paper_row(name, [values[metric] for metric in PAPER])


class Page:
    def __init__(self, runs, args):
        self.runs, self.args = runs, args
        self.folder = os.path.dirname(os.path.abspath(args.page))
        self.text = []
        self.objectives = runs.objectives()
        self.searches = {o: runs.tune(o) for o in self.objectives}
        self.bags = {o: runs.tune_bags(o) for o in self.objectives}
        self.bagged = runs.chosen("bagged", self.objectives, "bags", "--baseline", "lambdarank",
                                  "--plot", self.picture("objectives"))
        self.single = runs.chosen("single", self.objectives, "tune", "--baseline", "lambdarank")
        self.plain = runs.cv("defaults", *[w for o in self.objectives for w in ("--objective", o)])
        self.of_bagged = means(self.bagged)
        self.best = max(self.objectives, key=self.of_bags)

    def of_searches(self, objective):
        """The validation value of an objective's best settings."""
        return self.searches[objective]["trials"][0]["value"]

    def of_bags(self, objective):
        """The same with bags."""
        return self.bags[objective]["trials"][0]["value"]

    def picture(self, name):
        folder = os.path.join(self.folder, "pictures")
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, f"ohsumed-{name}.svg")

    def add(self, text):
        self.text.append(text.strip("\n") + "\n")

    def show(self, name, what):
        self.add(f"![{what}](pictures/ohsumed-{name}.svg)")

    def tests(self, systems, metrics):
        """Rows of paired tests of systems against the first."""
        compared = self.runs.compare("bagged", systems, metrics)
        rows = []
        for metric in compared["metrics"]:
            for system, other in zip(systems[1:], metric["systems"]):
                rows.append([metric["metric"], f"`{system}` - `{systems[0]}`",
                             signed(other["difference"]),
                             f"{signed(other['low'])} to {signed(other['high'])}",
                             p_text(other["t_p"]), p_text(other["randomisation_p"])])
        return rows

    def save(self):
        with open(self.args.page + ".new", "w", encoding="utf-8") as file:
            file.write("\n".join(self.text))
        os.replace(self.args.page + ".new", self.args.page)


TESTS = ["metric", "difference", "mean", "95% interval", "t-test p", "randomisation p"]


def introduction(page):
    args, folds = page.args, page.runs
    trials = args.trials
    page.add(f"""
# Results on OHSUMED

This page is written by `tools/experiments/ohsumed`, from runs, not by hand:

    tools/experiments/ohsumed FOLDER --trials {trials} --repeats {args.repeats} --bags {args.bags} --seed {args.seed}

OHSUMED of LETOR 3.0, 106 queries in five folds; metrics as LETOR's script has them (`--convention letor3`). For each of the
{len(page.objectives)} objectives `gbrank tune` tried its defaults and {trials} other settings, with the same seed and so the same
settings of trees, and chose by the mean of NDCG@1 to @5 on the validation data of all folds, over up to {args.repeats} seeds. In a
second search, {args.bags} models with these settings were averaged, and the share of the queries that each has was chosen
({", ".join(BAG_FRACTIONS)}) in the same way. Test data was then read by what had been chosen. A test figure is the mean of the five fold means. In LETOR's folds the test queries of
one fold are the validation queries of another: settings that are chosen by the mean over all validation data, as the row of
LightGBM was, too, have seen each test query in another role. Models have not.""")


def main_table(page):
    single, plain = means(page.single), means(page.plain)
    rows = [paper_row(name, values) for name, values in PUBLISHED.items()]
    rows += [paper_row(name, values) for name, values in MEASURED.items()]
    order = sorted(page.objectives, key=lambda o: -mean_top(page.of_bagged[o]))
    rows += [our_row(f"**gbrank** `{o}`", page.of_bagged[o]) for o in order]
    page.add(f"""
## The table

Published rows first, then LightGBM as it was measured beside this project (the best of 40 random settings by the same
choice), then gbrank with the chosen settings, {page.args.bags} models averaged (`--bags {page.args.bags}`), best first.""")
    page.add(table(["", *PAPER], rows))
    page.show("objectives", "Means and 95% intervals of all objectives")
    page.add("The same without bags, and without the search (the defaults, one model):")
    rows = []
    for o in order:
        rows.append(our_row(f"`{o}`, tuned, one model", single[o]))
        rows.append(our_row(f"`{o}`, defaults, one model", plain[o]))
    page.add(table(["", *PAPER], rows))


def intervals(page, objective):
    """By metric: the mean over queries and the half-width of its 95% interval."""
    system = next(s for s in page.bagged["systems"] if s["system"] == objective)
    return {m["metric"]: (m["low"], m["high"]) for m in system["metrics"]}


def against_row(page, objective, name, row):
    ours, bounds = page.of_bagged[objective], intervals(page, objective)
    rows = []
    for metric, value in zip(PAPER, row):
        low, high = bounds[metric]
        rows.append([metric, number(value), number(ours[metric]), signed(ours[metric] - value),
                     f"{number(low)} to {number(high)}",
                     "reached" if ours[metric] >= value else "not reached"])
    reached = sum(row[-1] == "reached" for row in rows)
    page.add(f"""
`{objective}` against {name}: {reached} of {len(rows)} figures are reached. Others' figures by query are not known, so no test
is possible; the interval is of our own mean, over queries.""")
    page.add(table(["", name, "gbrank", "difference", "95% interval of ours", ""], rows))


def against_published(page):
    page.add(f"""
## Against the published rows

By validation data, with bags, `{page.best}` is the best objective ({number(page.of_bags(page.best))}).""")
    against_row(page, "reg-shf-sdcg", "REG-SHF-SDCG", PUBLISHED["REG-SHF-SDCG"])
    against_row(page, page.best, "BoltzRank2", PUBLISHED["BoltzRank2"])
    against_row(page, page.best, "LightGBM, tuned", MEASURED["LightGBM, tuned"])


def holds(row):
    """What a row of tests says of the first system being better."""
    return row[2].startswith("+")


def the_papers_story(page):
    metrics = ["ndcg@1", "ndcg@5", "ndcg@10", "map"]
    page.add("""
## SDCG < SHF-SDCG < REG-SHF-SDCG?

The story of the paper, on the chosen settings with bags, over all 106 queries.""")
    rows = (page.tests(["sdcg", "shf-sdcg", "reg-shf-sdcg"], metrics)
            + page.tests(["shf-sdcg", "reg-shf-sdcg"], metrics))
    page.add(table(TESTS, rows))
    page.add(verdict(rows))


def verdict(rows):
    """How many of some tests say anything, and in which direction."""
    sure = [row for row in rows if not row[-1].startswith("<") and float(row[-1]) < 0.05
            or row[-1].startswith("<")]
    up = sum(holds(row) for row in rows)
    sentence = f"{up} of the {len(rows)} differences are above 0, {len(rows) - up} are not; "
    if not sure:
        return sentence + "none has a randomisation p below .05, before any correction for their number."
    named = "; ".join(f"{row[1]} in {row[0]}: {row[2]}, p {row[-1]}" for row in sure)
    return (sentence + f"with a randomisation p below .05, before any correction for their number: {named}.")


def spsa(page):
    page.add("""
## SPSA against LambdaRank

If a numerical gradient of NDCG itself does not beat LambdaRank's, its gradient is not what limits it.""")
    rows = page.tests(["lambdarank", "spsa-ndcg"], TABLE)
    page.add(table(TESTS, rows))
    page.add(verdict(rows))


def discount_alpha(page):
    config = page.runs.config("softndcg")
    rows = []
    for alpha in ("-1", "-0.5", "0", "0.25", "0.5", "0.75", "1"):
        cv = page.runs.cv(f"alpha{alpha}", "--system", config, "--softndcg-discount-alpha", alpha)
        values = means(cv)["softndcg"]
        rows.append([alpha] + [number(values[m]) for m in TABLE] + [number(mean_top(values))])
    page.add("""
## SoftNDCG's discount

Figure 6 of the SoftRank paper: NDCG of the test data as the shape of the discount that training sees goes from the logarithm
of NDCG itself (1) over a line (0) to its mirror (-1). All else as chosen.""")
    page.add(table(["`--softndcg-discount-alpha`", *TABLE, "mean of @1 to @5"], rows))
    best = max(rows, key=lambda row: float(row[-1]))
    worst = min(rows, key=lambda row: float(row[-1]))
    page.add(f"Best at {best[0]} ({best[-1]}), worst at {worst[0]} ({worst[-1]}).")


def train_and_test(page):
    page.add("""
## What is learned and what carries over

Means over the five folds on training and on test data; the chosen settings with bags. The SoftRank paper's tables 2 and 3:
LambdaRank fits training data better, SoftNDCG's smoothing costs there and pays on test data.""")
    rows = []
    for objective in ("lambdarank", "softndcg"):
        models = [page.runs.fitted(objective, fold, "bags") for fold in FOLDS]
        for part in ("train", "test"):
            of_folds = [page.runs.metrics_of(m, fold, part) for m, fold in zip(models, FOLDS)]
            rows.append([f"`{objective}`", part] +
                        [number(sum(f[m] for f in of_folds) / len(FOLDS)) for m in TABLE])
    page.add(table(["", "", *TABLE], rows))


def searches(page):
    page.add("""
## What was searched

Validation: the mean of NDCG@1 to @5 over all folds and seeds; the last column is the interval of what the chosen settings are
better by than the defaults, over queries, on the data that chose them, and so flattered. First: how often they lead the other
finalists when queries are drawn anew.""")
    rows = []
    for o in sorted(page.objectives, key=lambda o: -page.of_searches(o)):
        search = page.searches[o]
        trials = {t["trial"]: t for t in search["trials"]}
        best = search["trials"][0]
        start = next(f for f in search["finalists"] if f["trial"] == 0)
        against = start.get("best_minus_this")
        rows.append([f"`{o}`", str(len(trials)), number(best["value"]), number(trials[0]["value"]),
                     number(page.of_bags(o)), page.bags[o]["best"]["bag-fraction"],
                     f"{100 * search['finalists'][0]['first']:.0f}%",
                     f"{signed(against['low'])} to {signed(against['high'])}" if against
                     else "the defaults won"])
    page.add(table(["", "settings", "chosen", "defaults", "with bags", "of the queries", "first",
                    "better than the defaults by"], rows))
    page.add("The chosen settings; options that are not named have their defaults:\n")
    for o in page.objectives:
        drawn = page.searches[o]["trials"][0]["drawn"]
        options = " ".join(f"--{name} {value}" for name, value in drawn.items()) or "(defaults)"
        page.add(f"- `{o}`: `{options}`")


def learning_curves(page):
    page.add("""
## Learning curves

`fit --plot` of the chosen settings on fold 1, one model each: training data dashed, validation data solid, and for
`reg-shf-sdcg` its mixing weight and width.""")
    for objective in ("reg-shf-sdcg", "lambdarank"):
        page.runs.fitted(objective, "Fold1", "tune", "--valid",
                         os.path.join(page.runs.folds, "Fold1", "vali.txt"), "--metric", "ndcg@5",
                         "--metric", "map", "--convention", "letor3", "--plot",
                         page.picture(objective))
        page.show(objective, f"Learning curves of {objective}")
    shutil.copy(page.runs.path("tune-reg-shf-sdcg.svg"), page.picture("tune"))
    page.add("The search for the settings of `reg-shf-sdcg` (`tune --plot`):")
    page.show("tune", "All trials of the search for reg-shf-sdcg")


def write(runs, args):
    page = Page(runs, args)
    for section in (introduction, main_table, against_published, the_papers_story, spsa,
                    discount_alpha, train_and_test, searches, learning_curves):
        section(page)
    page.save()
