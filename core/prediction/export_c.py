"""A final model as one C file (C99) without libraries beside the standard one, for embedded use."""

import math
from collections.abc import Iterator
from typing import Any

from core.prediction.export_python import describe_export
from core.prediction.portable import IDENTITY, LOGISTIC, ONE_AGAINST_REST, SHARES, SOFTMAX, Plain

LINKS = (IDENTITY, SOFTMAX, LOGISTIC, SHARES, ONE_AGAINST_REST)
HEAD = """
#include <math.h>
#include <string.h>

/* Where a row stands to what was tested, worst column first. */
enum { EVENFOLD_INSIDE = 0, EVENFOLD_EDGE = 1, EVENFOLD_OUTSIDE = 2 };
"""
COMMON = """
/* The code of a category; -1 for one that was never tested, NAN for an empty text. Numbers are passed as they are. */
double evenfold_code(int input, const char *text)
{
    int level;
    if (text == 0 || *text == 0) return NAN;
    for (level = LEVEL_START[input]; level < LEVEL_START[input + 1]; ++level)
        if (strcmp(LEVELS[level], text) == 0) return TESTED[level] ? level - LEVEL_START[input] : -1;
    return -1;
}

static int find_place(const double *inputs)
{
    int place = EVENFOLD_INSIDE, input;
    for (input = 0; input < INPUTS; ++input) {
        double value = inputs[input], reach = REACH[input] * (HIGH[input] - LOW[input]);
        if (isnan(value)) continue;
        if (LEVEL_START[input] < LEVEL_START[input + 1]) {
            if (value < 0 || value >= LEVEL_START[input + 1] - LEVEL_START[input]
                || !TESTED[LEVEL_START[input] + (int)value]) return EVENFOLD_OUTSIDE;
        } else if (!isnan(LOW[input]) && (value < LOW[input] || value > HIGH[input])) {
            if (value < LOW[input] - reach || value > HIGH[input] + reach) return EVENFOLD_OUTSIDE;
            place = EVENFOLD_EDGE;
        }
    }
    return place;
}

static void prepare(const double *inputs, double *columns)
{
    int column;
    for (column = 0; column < COLUMNS; ++column) {
        double value = inputs[COLUMN_INPUT[column]];
        if (COLUMN_LEVEL[column] >= 0 && value < 0) value = NAN;
        if (isnan(value)) value = COLUMN_FILL[column];
        columns[column] = COLUMN_LEVEL[column] >= 0 ? value == COLUMN_LEVEL[column]
                                                    : (value - COLUMN_MEAN[column]) / COLUMN_SPREAD[column];
    }
}
"""
LINEAR = """
static void compute(const double *columns, double *answers)
{
    int answer, term;
    double values[TERMS + 1];
    compute_terms(columns, values);
    for (answer = 0; answer < ANSWERS; ++answer) {
        answers[answer] = CONSTANT[answer];
        for (term = 0; term < TERMS; ++term) answers[answer] += WEIGHTS[answer * TERMS + term] * values[term];
    }
    add_curves(columns, answers);
}
"""
PLAIN_TERMS = """
static void compute_terms(const double *columns, double *values)
{
    int term;
    for (term = 0; term < TERMS; ++term) values[term] = columns[term];
}
"""
PRODUCT_TERMS = """
static void compute_terms(const double *columns, double *values)
{
    int term, factor;
    for (term = 0; term < TERMS; ++term) {
        values[term] = 1.0;
        for (factor = FACTOR_START[term]; factor < FACTOR_START[term + 1]; ++factor) {
            double value = columns[FACTOR_COLUMN[factor]];
            if (!isnan(FACTOR_KNOT[factor])) value = value > FACTOR_KNOT[factor] ? value - FACTOR_KNOT[factor] : 0.0;
            values[term] *= value;
        }
    }
}
"""
NO_CURVES = """
static void add_curves(const double *columns, double *answers)
{
    (void)columns; (void)answers;
}
"""
CURVES = """
static void add_curves(const double *columns, double *answers)
{
    int curve, answer, power;
    for (curve = 0; curve < CURVE_COUNT; ++curve) {
        double value = columns[CURVE_COLUMN[curve]];
        int first = BREAK_START[curve], last = BREAK_START[curve + 1] - 1, at = first;
        double inside = value < BREAKS[first] ? BREAKS[first] : value > BREAKS[last] ? BREAKS[last] : value;
        while (at < last - 1 && inside >= BREAKS[at + 1]) ++at;
        for (answer = 0; answer < ANSWERS; ++answer) {
            const double *piece = PIECES + PIECE_START[curve]
                + (answer * (last - first) + at - first) * (CURVE_DEGREE[curve] + 1);
            double result = 0.0;
            for (power = 0; power <= CURVE_DEGREE[curve]; ++power)
                result = result * (inside - BREAKS[at]) + piece[power];
            answers[answer] += result
                + (value - inside) * SLOPES[(curve * ANSWERS + answer) * 2 + (value < inside ? 0 : 1)];
        }
    }
}
"""
TREES = """
static void compute(const double *columns, double *answers)
{
    int tree, answer;
    for (answer = 0; answer < ANSWERS; ++answer) answers[answer] = START[answer];
    for (tree = 0; tree < TREE_COUNT; ++tree) {
        int root = TREE_START[tree], node = root;
        while (NODE_COLUMN[node] >= 0) {
            double value = columns[NODE_COLUMN[node]];
            int is_left = isnan(value) ? NODE_MISSING[node] : value <= NODE_THRESHOLD[node];
            node = is_left ? node + 1 : root + NODE_RIGHT[node];
        }
        if (IS_SUM) answers[TREE_ANSWER[tree]] += NODE_VALUE[node];
        else for (answer = 0; answer < ANSWERS; ++answer) answers[answer] += NODE_VALUE[node * ANSWERS + answer];
    }
    if (!IS_SUM) for (answer = 0; answer < ANSWERS; ++answer) answers[answer] /= TREE_COUNT;
}
"""
NET = """
static void compute(const double *columns, double *answers)
{
    double values[WIDEST], sums[WIDEST];
    const double *weight = NET_WEIGHTS;
    int layer, unit, above;
    for (above = 0; above < SIZES[0]; ++above) values[above] = columns[above];
    for (layer = 1; layer < LAYERS; ++layer) {
        for (unit = 0; unit < SIZES[layer]; ++unit) {
            sums[unit] = *weight++;
            for (above = 0; above < SIZES[layer - 1]; ++above) sums[unit] += *weight++ * values[above];
        }
        for (unit = 0; unit < SIZES[layer]; ++unit) values[unit] = layer == LAYERS - 1 ? sums[unit] : tanh(sums[unit]);
    }
    for (unit = 0; unit < ANSWERS; ++unit) answers[unit] = values[unit];
}
"""
CLOUDS = """
static void compute(const double *columns, double *answers)
{
    int cloud, row, column;
    for (cloud = 0; cloud < ANSWERS; ++cloud) {
        double squares = 0.0;
        for (row = 0; row < COLUMNS; ++row) {
            double sum = 0.0;
            for (column = 0; column < COLUMNS; ++column)
                sum += CLOUD_INVERSE[(cloud * COLUMNS + row) * COLUMNS + column]
                    * (columns[column] - CLOUD_MEAN[cloud * COLUMNS + column]);
            squares += sum * sum;
        }
        answers[cloud] = CLOUD_OFFSET[cloud] - 0.5 * squares;
    }
}
"""
NUMBERS = """
/* Predict one row. `inputs` are INPUTS numbers or category codes, NAN where missing; results are one per output, in
   its unit. A row that is outside, or a range that needs more rows, has NAN for low and high. Returns the place. */
int evenfold_predict(const double *inputs, double *predicted, double *low, double *high)
{
    double columns[COLUMNS + 1], answers[ANSWERS];
    int place = find_place(inputs), output;
    prepare(inputs, columns);
    compute(columns, answers);
    for (output = 0; output < ANSWERS; ++output) {
        double limit = place == EVENFOLD_OUTSIDE ? NAN : LIMIT[output];
        predicted[output] = answers[output] * SCALE[output] + SHIFT[output];
        low[output] = predicted[output] - limit;
        high[output] = predicted[output] + limit;
    }
    return place;
}
"""
CLASSES = """
const char *const evenfold_classes[CLASSES] = {%(names)s};

static double logistic(double value)
{
    double raised;
    if (value >= 0) return 1.0 / (1.0 + exp(-(value > 700.0 ? 700.0 : value)));
    raised = exp(value < -700.0 ? -700.0 : value);
    return raised / (1.0 + raised);
}

/* Predict one row. `inputs` are INPUTS numbers or category codes, NAN where missing. `scores` and `possible` (1: the
   class cannot be excluded) have CLASSES entries; a row that is outside has only zeros in `possible`, because nothing
   is promised there. Returns the class as a position in `evenfold_classes`. */
int evenfold_predict(const double *inputs, double *scores, int *possible, int *place)
{
    double columns[COLUMNS + 1], answers[ANSWERS + 1], total = 0.0, largest;
    int answer, label, best = 0;
    *place = find_place(inputs);
    prepare(inputs, columns);
    compute(columns, answers);
    if (LINK == 1) {
        largest = answers[0];
        for (answer = 1; answer < ANSWERS; ++answer) if (answers[answer] > largest) largest = answers[answer];
        for (answer = 0; answer < ANSWERS; ++answer) total += answers[answer] = exp(answers[answer] - largest);
        for (answer = 0; answer < ANSWERS; ++answer) answers[answer] /= total;
    } else if (LINK == 2) {
        answers[1] = logistic(answers[0]);
        answers[0] = 1.0 - answers[1];
    } else if (LINK == 4) {
        for (answer = 0; answer < ANSWERS; ++answer) answers[answer] = logistic(answers[answer]);
        if (ANSWERS == 1) answers[1] = 1.0 - answers[0];
        else {
            for (answer = 0; answer < ANSWERS; ++answer) total += answers[answer] = fmax(answers[answer], 1e-9);
            for (answer = 0; answer < ANSWERS; ++answer) answers[answer] /= total;
        }
    }
    for (label = 0; label < CLASSES; ++label) scores[label] = 0.0;
    for (answer = 0; answer < LABELS; ++answer) scores[LABEL[answer]] = answers[answer];
    for (label = 0; label < CLASSES; ++label) {
        if (scores[label] > scores[best]) best = label;
        possible[label] = HAS_LIMITS && *place != EVENFOLD_OUTSIDE
            && (isnan(LIMIT[label]) || 1.0 - scores[label] <= LIMIT[label] + 1e-12);
    }
    if (POSITIVE >= 0) best = scores[POSITIVE] > THRESHOLD ? POSITIVE : 1 - POSITIVE;
    return best;
}
"""


def write_c_source(plain: Plain) -> str:
    """Return the C file of a model: its numbers as static arrays and one function `evenfold_predict`."""
    about = "\n   ".join(describe_export(plain))
    arrays = "\n".join((*_write_inputs(plain), *_write_model(plain), *_write_results(plain)))
    kind = _model(plain)["kind"]
    parts = {"trees": TREES, "net": NET, "clouds": CLOUDS}.get(str(kind), "")
    if not parts:
        terms = PRODUCT_TERMS if kind == "terms" else PLAIN_TERMS
        parts = terms + (CURVES if _model(plain).get("curves") else NO_CURVES) + LINEAR
    classes: Any = plain["classes"]
    last = CLASSES % {"names": ", ".join(map(_quote, classes))} if classes else NUMBERS
    return f"/* {about}\n*/\n{HEAD}\n{arrays}\n{COMMON}{parts}{last}"


def _model(plain: Plain) -> dict[str, Any]:
    model = plain["model"]
    assert isinstance(model, dict)
    return model


def _quote(text: str) -> str:
    """A C string; bytes beyond ASCII as octal escapes, which end after three digits."""
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\?' else _escape(c) for c in text) + '"'


def _escape(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8"))


def _number(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "NAN"
    return ("-" if value < 0 else "") + "INFINITY" if math.isinf(value) else repr(float(value))


def _doubles(name: str, values: list[Any]) -> str:
    shown = ", ".join(_number(value) for value in values) or "0"
    return f"static const double {name}[] = {{{shown}}};"


def _integers(name: str, values: list[Any]) -> str:
    return f"static const int {name}[] = {{{', '.join(str(int(value)) for value in values) or '0'}}};"


def _define(**values: object) -> str:
    return "\n".join(f"#define {name} {value}" for name, value in values.items())


def _write_inputs(plain: Plain) -> Iterator[str]:
    inputs: Any = plain["inputs"]
    columns: Any = plain["columns"]
    names = " ".join(f"{place}: {column['name']};" for place, column in enumerate(inputs))
    yield f"/* inputs: {' '.join(names.split()).replace('*/', '* /')} */"
    yield _define(INPUTS=len(inputs), COLUMNS=len(columns))
    levels = [level for column in inputs for level in column["levels"] or ()]
    starts = [0]
    for column in inputs:
        starts.append(starts[-1] + len(column["levels"] or ()))
    yield _integers("LEVEL_START", starts)
    yield f"static const char *const LEVELS[] = {{{', '.join(map(_quote, levels)) or '0'}}};"
    yield _integers("TESTED", [level not in c["untested"] for c in inputs for level in c["levels"] or ()])
    yield _doubles("LOW", [column["low"] for column in inputs])
    yield _doubles("HIGH", [column["high"] for column in inputs])
    yield _doubles("REACH", [column["reach"] for column in inputs])
    yield _integers("COLUMN_INPUT", [column[0] for column in columns])
    yield _integers("COLUMN_LEVEL", [-1 if column[1] is None else column[1] for column in columns])
    for name, place in (("COLUMN_FILL", 2), ("COLUMN_MEAN", 3), ("COLUMN_SPREAD", 4)):
        yield _doubles(name, [column[place] for column in columns])


def _write_results(plain: Plain) -> Iterator[str]:
    classes: Any = plain["classes"]
    limits: Any = plain["limits"]
    if not classes:
        yield _doubles("SCALE", list(plain["scale"]))  # type: ignore[call-overload]
        yield _doubles("SHIFT", list(plain["shift"]))  # type: ignore[call-overload]
        yield _doubles("LIMIT", limits or [None] * len(plain["outputs"]))  # type: ignore[arg-type]
        return
    labels: Any = plain["labels"]
    threshold: Any = plain["threshold"] or (-1, 0.0)
    yield _define(CLASSES=len(classes), LABELS=len(labels), HAS_LIMITS=int(bool(limits)))
    yield _define(LINK=LINKS.index(str(plain["link"])), POSITIVE=f"({threshold[0]})", THRESHOLD=repr(threshold[1]))
    yield _integers("LABEL", labels)
    yield _doubles("LIMIT", limits or [None] * len(classes))


def _write_model(plain: Plain) -> Iterator[str]:
    model = _model(plain)
    if model["kind"] == "trees":
        yield from _write_trees(model)
    elif model["kind"] == "net":
        layers = model["layers"]
        sizes = [len(layers[0]["weights"][0]), *(len(layer["constant"]) for layer in layers)]
        yield _define(LAYERS=len(sizes), WIDEST=max(sizes), ANSWERS=sizes[-1])
        yield _integers("SIZES", sizes)
        flat = [
            value
            for layer in layers
            for constant, weights in zip(layer["constant"], layer["weights"], strict=True)
            for value in (constant, *weights)
        ]
        yield _doubles("NET_WEIGHTS", flat)
    elif model["kind"] == "clouds":
        clouds = model["classes"]
        yield _define(ANSWERS=len(clouds))
        yield _doubles("CLOUD_OFFSET", [cloud["offset"] for cloud in clouds])
        yield _doubles("CLOUD_MEAN", [value for cloud in clouds for value in cloud["mean"]])
        yield _doubles("CLOUD_INVERSE", [value for cloud in clouds for row in cloud["inverse"] for value in row])
    else:
        yield from _write_sums(model)


def _write_sums(model: dict[str, Any]) -> Iterator[str]:
    answers, terms = len(model["constant"]), model.get("terms")
    yield _define(ANSWERS=answers, TERMS=len(model["weights"][0]))
    yield _doubles("CONSTANT", model["constant"])
    yield _doubles("WEIGHTS", [value for row in model["weights"] for value in row])
    if terms is not None:
        starts = [0]
        for term in terms:
            starts.append(starts[-1] + len(term))
        yield _integers("FACTOR_START", starts)
        yield _integers("FACTOR_COLUMN", [place for term in terms for place, _ in term])
        yield _doubles("FACTOR_KNOT", [knot for term in terms for _, knot in term])
    curves = model.get("curves")
    if curves:
        breaks, pieces = [0], [0]
        for curve in curves:
            breaks.append(breaks[-1] + len(curve["breaks"]))
            pieces.append(pieces[-1] + sum(len(piece) for output in curve["pieces"] for piece in output))
        yield _define(CURVE_COUNT=len(curves))
        yield _integers("CURVE_COLUMN", [curve["column"] for curve in curves])
        yield _integers("CURVE_DEGREE", [len(curve["pieces"][0][0]) - 1 for curve in curves])
        yield _integers("BREAK_START", breaks)
        yield _integers("PIECE_START", pieces)
        yield _doubles("BREAKS", [value for curve in curves for value in curve["breaks"]])
        flat = [value for curve in curves for output in curve["pieces"] for piece in output for value in piece]
        yield _doubles("PIECES", flat)
        yield _doubles("SLOPES", [value for curve in curves for output in curve["slopes"] for value in output])


def _write_trees(model: dict[str, Any]) -> Iterator[str]:
    trees, start = model["trees"], model["start"]
    answers = len(trees[0]["value"][0]) if start is None else len(start)
    starts = [0]
    for tree in trees:
        starts.append(starts[-1] + len(tree["column"]))
    yield _define(ANSWERS=answers, TREE_COUNT=len(trees), IS_SUM=int(start is not None))
    yield _doubles("START", start or [0.0] * answers)
    yield _integers("TREE_START", starts)
    yield _integers("TREE_ANSWER", model.get("outputs", [0] * len(trees)))
    yield _integers("NODE_COLUMN", [value for tree in trees for value in tree["column"]])
    yield _integers("NODE_RIGHT", [value for tree in trees for value in tree["right"]])
    yield _integers("NODE_MISSING", [value for tree in trees for value in tree["missing_left"]])
    yield _doubles("NODE_THRESHOLD", [value for tree in trees for value in tree["threshold"]])
    width = 1 if start is not None else answers
    yield _doubles("NODE_VALUE", [value for tree in trees for leaf in tree["value"] for value in leaf[:width]])
