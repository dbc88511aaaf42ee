"""docs/results.md: runs the experiments in turn and says what came out."""

import os
import shutil

from published import MEASURED, PUBLISHED
from runs import BAG_FRACTIONS, FOLDS, TABLE, TOP
from text import number, signed, span, table, tests_table, verdict

PAPER = TOP + ["map"]  # what papers print
ALPHAS = ("-1", "-0.5", "-0.25", "0", "0.25", "0.5", "1")


def means(cv):
    """The means of every system of a cross-validation, by metric."""
    return {system["system"]: {m["metric"]: m["mean"] for m in system["metrics"]}
            for system in cv["systems"]}


def mean_top(values):
    """What settings are chosen by."""
    return sum(values[metric] for metric in TOP) / len(TOP)


def numbers(values, metrics):
    return [number(values[metric]) for metric in metrics]


def value_of(search):
    """The validation value of the best settings of a search."""
    return search["trials"][0]["value"]


def start_of(search):
    """That of the settings that a search starts from."""
    return next(t for t in search["trials"] if t["trial"] == 0)["value"]


class Page:
    """The page as it grows, and the runs that several sections are about."""

    def __init__(self, runs, args):
        self.runs, self.args = runs, args
        self.folder = os.path.dirname(os.path.abspath(args.page))
        self.parts = []
        self.objectives = runs.objectives()
        self.searches = {o: runs.tune(o) for o in self.objectives}
        self.bags = {o: runs.tune_bags(o) for o in self.objectives}
        self.bagged = runs.chosen("bagged", self.objectives, "bags", "--baseline", "lambdarank",
                                  "--plot", self.picture("objectives"))
        self.single = runs.chosen("single", self.objectives, "tune", "--baseline", "lambdarank")
        self.plain = runs.cv("defaults", *[w for o in self.objectives for w in ("--objective", o)])
        self.of_bagged = means(self.bagged)

    def stars(self, objective, metric):
        """Whether an objective differs from the baseline, as gbrank cv marks it."""
        system = next(s for s in self.bagged["systems"] if s["system"] == objective)
        against = next(m for m in system["metrics"] if m["metric"] == metric).get("against_baseline")
        p = against["randomisation_p_holm"] if against else 1
        return r"\*\*" if p < 0.01 else r"\*" if p < 0.05 else ""

    def picture(self, name):
        folder = os.path.join(self.folder, "pictures")
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, f"ohsumed-{name}.svg")

    def add(self, *parts):
        self.parts += [part.strip("\n") for part in parts]

    def show(self, name, what):
        self.add(f"![{what}](pictures/ohsumed-{name}.svg)")

    def tests(self, systems, metrics):
        """Paired tests of systems against the first."""
        compared = self.runs.compare("bagged", systems, metrics)
        return [{**other, "metric": metric["metric"], "name": f"`{system}` - `{systems[0]}`"}
                for metric in compared["metrics"]
                for system, other in zip(systems[1:], metric["systems"])]

    def save(self):
        with open(self.args.page + ".new", "w", encoding="utf-8") as file:
            file.write("\n\n".join(self.parts) + "\n")
        os.replace(self.args.page + ".new", self.args.page)


def introduction(page):
    args = page.args
    page.add("# Results on OHSUMED", f"""
Written by `tools/experiments/ohsumed` from runs, not by hand:

    tools/experiments/ohsumed FOLDER --trials {args.trials} --repeats {args.repeats} --bags {args.bags} --seed {args.seed}
""", f"""
OHSUMED of LETOR 3.0: 106 queries in five folds, metrics as LETOR's script has them (`--convention letor3`). For each of
the {len(page.objectives)} objectives, the same budget: `gbrank tune` tried the defaults and {args.trials} other settings and chose by the mean of
NDCG@1 to @5 over the validation data of all folds and up to {args.repeats} seeds; a second search, over up to 3 seeds, averaged {args.bags} models
with these settings and chose the share of the queries that each has ({", ".join(BAG_FRACTIONS)}). Bags were decided on beforehand and
stay where validation data would do without ([below](#what-was-searched)). Test data was then measured with what had been
chosen, with one seed; a figure is the mean of the five fold means.""", """
A caution that holds for all rows that are chosen by a mean over folds, LightGBM's included: in LETOR's folds, the test queries
of one fold are the validation queries of another. No model has seen its test queries; the choice of settings has seen
them in the other role.""")


def main_table(page):
    single, plain = means(page.single), means(page.plain)
    order = sorted(page.objectives, key=lambda o: -mean_top(page.of_bagged[o]))
    rows = [[name, *map(number, values)] for name, values in (PUBLISHED | MEASURED).items()]
    rows += [[f"**gbrank** `{o}`", *[number(page.of_bagged[o][m]) + page.stars(o, m) for m in PAPER]]
             for o in order]
    page.add("## The table", f"""
Published rows, then LightGBM as it was measured beside this project (lambdarank, the best of 40 random settings by the mean
validation NDCG@1 to @5), then gbrank with the chosen settings and {page.args.bags} bags, the best first. A star: differs from `lambdarank` with
p < .05, two: p < .01, by Fisher's randomisation over all queries and Holm's correction for {len(page.objectives) - 1} objectives.""",
             table(["", *PAPER], rows))
    page.show("objectives", "Means and 95% intervals of all objectives")
    rows = []
    for o in order:
        rows.append([f"`{o}`", "chosen, one model", *numbers(single[o], PAPER)])
        rows.append(["", "defaults, one model", *numbers(plain[o], PAPER)])
    page.add("Without bags, and without the search:", table(["", "", *PAPER], rows))


def against(page, objective, name, row):
    """How one objective stands to somebody's row."""
    system = next(s for s in page.bagged["systems"] if s["system"] == objective)
    ours = {m["metric"]: m for m in system["metrics"]}
    rows = [[metric, number(value), number(ours[metric]["mean"]),
             signed(ours[metric]["mean"] - value),
             f"{number(ours[metric]['low'])} to {number(ours[metric]['high'])}"]
            for metric, value in zip(PAPER, row)]
    reached = [metric for metric, value in zip(PAPER, row) if ours[metric]["mean"] >= value]
    inside = all(ours[metric]["low"] <= value <= ours[metric]["high"]
                 for metric, value in zip(PAPER, row))
    page.add(f"""
**`{objective}` against {name}**: {len(reached)} of {len(row)} figures reached{": " if reached else ""}{", ".join(reached)}.
{"Every one of their figures lies inside our 95% interval" if inside else "Not all of their figures lie inside our 95% intervals"}.""",
             table(["", name, "gbrank", "difference", "95% interval of ours"], rows))


def against_others(page):
    by_validation = max(page.objectives, key=lambda o: value_of(page.bags[o]))
    by_test = max(page.objectives, key=lambda o: mean_top(page.of_bagged[o]))
    page.add("## Against the rows of others", f"""
Validation data puts `{by_validation}` first ({number(value_of(page.bags[by_validation]))} with bags). On test data, `{by_test}` has the highest mean of NDCG@1 to
@5; as the best of {len(page.objectives)} its figures are a little flattered. Others' figures by query are not known, so there is no paired test; the
interval of our own mean over queries says what 106 queries can tell.""")
    against(page, "reg-shf-sdcg", "REG-SHF-SDCG", PUBLISHED["REG-SHF-SDCG"])
    for objective in dict.fromkeys([by_validation, by_test]):
        against(page, objective, "BoltzRank2", PUBLISHED["BoltzRank2"])
        against(page, objective, "LightGBM, tuned", MEASURED["LightGBM, tuned"])


def what_limits(page):
    """Why figures of this data set are what they are."""
    rows, ratios = [], []
    for i, metric in enumerate(PAPER):
        widths = [m["high"] - m["low"] for s in page.bagged["systems"] for m in s["metrics"]
                  if m["metric"] == metric]
        published = [row[i] for row in PUBLISHED.values()]
        span_width = max(published) - min(published)
        ratios.append(max(widths) / span_width)
        rows.append([metric, f"{number(min(widths))} to {number(max(widths))}",
                     f"{number(min(published))} to {number(max(published))}", number(span_width)])
    gaps = {o: mean_top(page.of_bagged[o]) - value_of(page.bags[o]) for o in page.objectives}
    least, most = min(gaps, key=gaps.get), max(gaps, key=gaps.get)
    first = {o: page.searches[o]["finalists"][0]["first"] for o in page.objectives}
    surest = max(first, key=first.get)
    page.add("### What limits it", f"""
The queries: the 95% interval of one mean is wider than the span of all published rows, by metric up to {min(ratios):.1f} to {max(ratios):.1f}
times as wide.""" if min(ratios) > 1 else "The queries: the 95% interval of one mean beside the span of all published rows.", table(["", "width of our 95% intervals", "published, lowest to highest", "span"], rows), f"""
The choice: validation and test data are the same 106 queries, ranked by models of other training folds (two of three in
common), and with 3 seeds and 1. From one to the other, the mean of NDCG@1 to @5 of what was chosen moves by {signed(gaps[least])} (`{least}`)
to {signed(gaps[most])} (`{most}`), {sum(g < 0 for g in gaps.values())} of {len(gaps)} times down. The settings that were chosen lead the other finalists in {100 * min(first.values()):.0f}% to {100 * first[surest]:.0f}% of
samples of the queries: the surest choice is that of `{surest}`.""")


def the_papers_story(page):
    metrics = ["ndcg@1", "ndcg@5", "ndcg@10", "map"]
    steps = page.tests(["sdcg", "shf-sdcg"], metrics) + page.tests(["shf-sdcg", "reg-shf-sdcg"], metrics)
    whole = page.tests(["sdcg", "reg-shf-sdcg"], metrics)
    page.add("## SDCG < SHF-SDCG < REG-SHF-SDCG?",
             "The story of the paper: the chosen settings with bags, over all 106 queries.",
             tests_table(steps + whole), story_verdict(steps), verdict(steps + whole))


def story_verdict(steps):
    """Whether each step of the story is there, and whether it is more than chance."""
    if all(t["difference"] > 0 for t in steps):
        sure = all(t["randomisation_p"] < 0.05 for t in steps)
        return "**It holds here" + (", significantly.**" if sure else ", but not significantly in every step.**")
    if all(t["difference"] <= 0 for t in steps):
        return "**It does not hold here: every step goes the other way.**"
    return "**It does not hold here: some steps go the other way.**"


def spsa(page):
    tests = page.tests(["lambdarank", "spsa-ndcg"], TABLE)
    page.add("## SPSA against LambdaRank", """
Yue and Burges found numerical gradients of NDCG significantly worse than LambdaRank. Here:""", tests_table(tests), verdict(tests))


def discount_alpha(page):
    config = page.runs.config("softndcg")
    by_alpha = {alpha: means(page.runs.cv(f"alpha{alpha}", "--system", config,
                                          "--softndcg-discount-alpha", alpha))["softndcg"]
                for alpha in ALPHAS}
    rows = [[alpha, *numbers(values, TABLE)] for alpha, values in by_alpha.items()]
    rows.append(["`lambdarank`", *numbers(page.of_bagged["lambdarank"], TABLE)])
    best = max(ALPHAS, key=lambda alpha: by_alpha[alpha]["ndcg@10"])
    level = page.of_bagged["lambdarank"]["ndcg@10"]
    above = [alpha for alpha in ALPHAS if by_alpha[alpha]["ndcg@10"] >= level]
    spread = [values["ndcg@10"] for values in by_alpha.values()]
    page.add("## SoftNDCG's discount", """
Figure 6 of the SoftRank paper: test NDCG@10 by the shape of the discount that training sees, from NDCG's own (1) over a line
(0) to its mirror (-1). The paper has its optimum at 0, and between -0.4 and 0.4 the level of LambdaRank. Here, all else as
chosen for `softndcg`:""", table(["`--softndcg-discount-alpha`", *TABLE], rows), f"""
NDCG@10 is highest at {best} and moves by {number(max(spread) - min(spread))} in all; {"no alpha reaches" if not above else "at " + ", ".join(above) + " it reaches"} the level
of `lambdarank` ({number(level)}).""")


def train_and_test(page):
    rows, of = [], {}
    for objective in ("lambdarank", "softndcg"):
        for step, name in (("defaults", "defaults, one model"), ("bags", "chosen, bags")):
            models = [page.runs.fitted(objective, fold, step) for fold in FOLDS]
            for part in ("train", "test"):
                of_folds = [page.runs.metrics_of(m, fold, part) for m, fold in zip(models, FOLDS)]
                mean = {m: sum(f[m] for f in of_folds) / len(FOLDS) for m in TABLE}
                rows.append([f"`{objective}`", name, part, *numbers(mean, TABLE)])
                of[objective, name, part] = mean["ndcg@10"]
    verdicts = []
    for name in ("defaults, one model", "chosen, bags"):
        train, test = (of["softndcg", name, part] - of["lambdarank", name, part] for part in ("train", "test"))
        verdicts.append(f"By NDCG@10 with {name}, `softndcg` is {signed(train)} on training and {signed(test)} on test data "
                        f"against `lambdarank`: {'as' if train > 0 > test else 'not as'} in the paper.")
    page.add("## What is learned and what carries over", """
In the SoftRank paper, SoftNDCG fits training data better than LambdaRank (table 2), and ranks new queries of the web corpus worse, also
with a simpler model (table 3). Here, means over the five folds; with the defaults both have the same trees.""",
             table(["", "settings", "data", *TABLE], rows), " ".join(verdicts))


def searches(page):
    rows = []
    for o in sorted(page.objectives, key=lambda o: -value_of(page.searches[o])):
        search = page.searches[o]
        start = next(f for f in search["finalists"] if f["trial"] == 0)
        ahead = start.get("best_minus_this")
        rows.append([f"`{o}`", str(len(search["trials"])), number(start_of(search)), number(value_of(search)),
                     span(ahead["low"], ahead["high"]) if ahead else "the defaults are the best",
                     f"{100 * search['finalists'][0]['first']:.0f}%", number(value_of(page.bags[o])), number(mean_top(page.of_bagged[o])),
                     page.bags[o]["best"]["bag-fraction"]])
    page.add("## What was searched", f"""
Values are means of NDCG@1 to @5 on validation data. *Gain*: the 95% interval of chosen minus defaults, over queries, flattered by
the choice. *First*: in how many of 10,000 samples of the queries the chosen settings lead the other finalists: what
106 queries know about it. *Bags*: the value of {page.args.bags} bags (3 seeds), the same on test data (1 seed), and the share of the queries that each has.""",
             table(["", "settings", "defaults", "chosen", "gain", "first", "bags", "bags, test", "share"], rows),
             "The chosen settings; options that are not named have their defaults:",
             "\n".join(settings_line(o, page.searches[o]) for o in page.objectives))


def settings_line(objective, search):
    drawn = search["trials"][0]["drawn"]
    options = " ".join(f"--{name} {value}" for name, value in drawn.items())
    return f"- `{objective}`: {f'`{options}`' if options else 'the defaults'}"


def learning_curves(page):
    page.add("## Learning curves", """
`fit --plot` with the chosen settings on fold 1, one model each: training data dashed, validation data solid.""")
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
    for section in (introduction, main_table, against_others, what_limits, the_papers_story, spsa,
                    discount_alpha, train_and_test, searches, learning_curves):
        section(page)
    page.save()
