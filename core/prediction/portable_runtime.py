"""Predict rows with a model of Evenfold, without any package beside Python's own.

    python FILE.py rows.csv predictions.csv

or, from other code, `predict({"input": value, ...})`. Missing values are None or empty.
"""

from __future__ import annotations

import csv
import math
import sys
from typing import Any

MODEL: dict[str, Any] = {}  # what was fitted, as plain numbers
LEAST_CHANCE = 1e-9


def predict(row: dict[str, Any]) -> dict[str, Any]:
    """Return the prediction of one row, its range or the classes that cannot be excluded, its place and a remark."""
    values, place, remarks = read_row(row)
    answers = link(compute(prepare(values)))
    result = show_classes(answers, place) if MODEL["classes"] else show_numbers(answers, place)
    return {**result, "place": place, "remark": "; ".join(remarks)}


def read_row(row: dict[str, Any]) -> tuple[list[float | None], str, list[str]]:
    """Numbers and category codes (None: missing), and where each column stands to what was tested."""
    values: list[float | None] = []
    places, remarks = ["inside"], []
    for column in MODEL["inputs"]:
        if column["name"] not in row:
            raise KeyError(f"The row lacks the input {column['name']!r}.")
        value, place, remark = read_cell(column, row[column["name"]])
        values.append(value)
        places.append(place)
        if remark:
            remarks.append(f"{column['name']} {remark}")
    worst = max(places, key=["inside", "edge", "outside"].index)
    return values, worst, remarks


def read_cell(column: dict[str, Any], cell: Any) -> tuple[float | None, str, str]:
    text = "" if cell is None else str(cell).strip()
    if not text:
        return None, "inside", "is missing"
    if column["levels"] is not None:
        if text in column["levels"] and text not in column["untested"]:
            return float(column["levels"].index(text)), "inside", ""
        return None, "outside", "has a value never seen"
    try:
        number = float(text)
    except ValueError:
        return None, "inside", "cannot be read"
    if math.isnan(number):
        return None, "inside", "is missing"
    low, high = column["low"], column["high"]
    if low is None or low <= number <= high:
        return number, "inside", ""
    reach = column["reach"] * (high - low)
    place = "edge" if low - reach <= number <= high + reach else "outside"
    return number, place, f"is outside {low:g} to {high:g}"


def prepare(values: list[float | None]) -> list[float | None]:
    """Gaps filled and numbers scaled as in training; one 0/1 column per category."""
    prepared: list[float | None] = []
    for place, level, fill, mean, spread in MODEL["columns"]:
        value = fill if values[place] is None else values[place]
        if level is not None:
            prepared.append(1.0 if value == level else 0.0)
        else:
            prepared.append(None if value is None else (value - mean) / spread)
    return prepared


def compute(columns: list[Any]) -> list[float]:
    """The raw answers of the model, one per output or class."""
    model = MODEL["model"]
    kind = model["kind"]
    if kind == "trees":
        return add_trees(model, columns)
    if kind == "net":
        return pass_through(model["layers"], columns)
    if kind == "clouds":
        return [measure_cloud(one, columns) for one in model["classes"]]
    if kind == "terms":
        columns = [multiply(term, columns) for term in model["terms"]]
    answers = [
        constant + math.fsum(weight * value for weight, value in zip(weights, columns))
        for constant, weights in zip(model["constant"], model["weights"])
    ]
    for curve in model.get("curves", ()):
        for output in range(len(answers)):
            answers[output] += follow(curve, output, columns[curve["column"]])
    return answers


def multiply(term: list[Any], columns: list[float]) -> float:
    product = 1.0
    for place, knot in term:
        product *= columns[place] if knot is None else max(columns[place] - knot, 0.0)
    return product


def follow(curve: dict[str, Any], output: int, value: float) -> float:
    """A curve of polynomials between breaks; beyond the ends it goes on straight."""
    breaks, pieces, slopes = curve["breaks"], curve["pieces"][output], curve["slopes"][output]
    inside = min(max(value, breaks[0]), breaks[-1])
    at = 0
    while at < len(pieces) - 1 and inside >= breaks[at + 1]:
        at += 1
    away = inside - breaks[at]
    result: float = 0.0
    for coefficient in pieces[at]:
        result = result * away + coefficient
    return float(result + (value - inside) * (slopes[0] if value < inside else slopes[1]))


def add_trees(model: dict[str, Any], columns: list[Any]) -> list[float]:
    leaves = [find_leaf(tree, columns) for tree in model["trees"]]
    if model["start"] is None:
        return [math.fsum(values) / len(leaves) for values in zip(*leaves)]
    answers = list(model["start"])
    for output, leaf in zip(model["outputs"], leaves):
        answers[output] += leaf[0]
    return answers


def find_leaf(tree: dict[str, Any], columns: list[Any]) -> list[float]:
    node = 0
    while tree["column"][node] >= 0:
        value = columns[tree["column"][node]]
        is_left = tree["missing_left"][node] if value is None else value <= tree["threshold"][node]
        node = node + 1 if is_left else tree["right"][node]
    leaf: list[float] = tree["value"][node]
    return leaf


def pass_through(layers: list[dict[str, Any]], values: list[float]) -> list[float]:
    for number, layer in enumerate(layers):
        sums = [
            constant + math.fsum(weight * value for weight, value in zip(weights, values))
            for constant, weights in zip(layer["constant"], layer["weights"])
        ]
        values = sums if number == len(layers) - 1 else [math.tanh(one) for one in sums]
    return values


def measure_cloud(cloud: dict[str, Any], columns: list[float]) -> float:
    away = [value - mean for value, mean in zip(columns, cloud["mean"])]
    squares = (math.fsum(weight * one for weight, one in zip(row, away)) ** 2 for row in cloud["inverse"])
    return float(cloud["offset"] - 0.5 * math.fsum(squares))


def logistic(value: float) -> float:
    if value >= 0:
        return 1.0 / (1.0 + math.exp(-min(value, 700.0)))
    raised = math.exp(max(value, -700.0))
    return raised / (1.0 + raised)


def link(answers: list[float]) -> list[float]:
    """Numbers in their unit, or scores of all classes."""
    kind = MODEL["link"]
    if not MODEL["classes"]:
        return [answer * scale + shift for answer, scale, shift in zip(answers, MODEL["scale"], MODEL["shift"])]
    if kind == "logistic":
        scores = [1.0 - logistic(answers[0]), logistic(answers[0])]
    elif kind == "softmax":
        raised = [math.exp(answer - max(answers)) for answer in answers]
        scores = [one / math.fsum(raised) for one in raised]
    elif kind == "one-against-rest":
        scores = [logistic(answer) for answer in answers]
        if len(scores) == 1:
            scores = [scores[0], 1.0 - scores[0]]
        else:
            scores = [max(one, LEAST_CHANCE) for one in scores]
            scores = [one / math.fsum(scores) for one in scores]
    else:
        scores = answers
    whole = [0.0] * len(MODEL["classes"])
    for label, score in zip(MODEL["labels"], scores):
        whole[label] = score
    return whole


def show_numbers(values: list[float], place: str) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for output, value, limit in zip(MODEL["outputs"], values, MODEL["limits"]):
        before = f"{output} " if len(MODEL["outputs"]) > 1 else ""
        is_given = limit is not None and place != "outside"
        result[f"{before}predicted"] = value
        result[f"{before}low"] = value - limit if is_given else None
        result[f"{before}high"] = value + limit if is_given else None
    return result


def show_classes(scores: list[float], place: str) -> dict[str, Any]:
    best = scores.index(max(scores))
    if MODEL["threshold"] is not None:
        positive, threshold = MODEL["threshold"]
        best = positive if scores[positive] > threshold else 1 - positive
    possible = ""
    if MODEL["limits"] and place != "outside":
        pairs = zip(MODEL["classes"], scores, MODEL["limits"])
        possible = "; ".join(name for name, score, limit in pairs if limit is None or 1.0 - score <= limit + 1e-12)
    return {"predicted": MODEL["classes"][best], "score": scores[best], "not_excluded": possible}


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(f"usage: python {sys.argv[0]} rows.csv predictions.csv")
        return 2
    with open(arguments[0], newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        print(f"{arguments[0]} has no rows.")
        return 2
    lacking = [column["name"] for column in MODEL["inputs"] if column["name"] not in rows[0]]
    if lacking:
        print(f"{arguments[0]} lacks the inputs: {', '.join(lacking)}.")
        return 2
    results = [{**row, **predict(row)} for row in rows]
    with open(arguments[1], "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(results[0]))
        writer.writeheader()
        writer.writerows(results)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
