"""Numbers and tables as Markdown."""


def number(value):
    """As papers print it: .4567."""
    text = f"{value:.4f}"
    return text[1:] if text.startswith("0.") else text.replace("-0.", "-.")


def signed(value):
    return ("+" if value >= 0 else "") + number(value)


def span(low, high):
    return f"{signed(low)} to {signed(high)}"


def p_text(p):
    return "< .0001" if p < 0.0001 else number(p)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def tests_table(tests):
    head = ["metric", "difference", "mean", "95% interval", "t-test p", "randomisation p"]
    return table(head, [[t["metric"], t["name"], signed(t["difference"]), span(t["low"], t["high"]),
                         p_text(t["t_p"]), p_text(t["randomisation_p"])] for t in tests])


def verdict(tests):
    """How many tests say anything, and in which direction."""
    up = sum(t["difference"] > 0 for t in tests)
    sure = [t for t in tests if t["randomisation_p"] < 0.05]
    sentence = f"{up} of the {len(tests)} differences are above 0. "
    if not sure:
        return sentence + "None has a randomisation p below .05."
    named = "; ".join(f"{t['name']} in {t['metric']} ({signed(t['difference'])}, p "
                      f"{p_text(t['randomisation_p'])})" for t in sure)
    return sentence + f"With a randomisation p below .05, not adjusted for the number of tests: {named}."
