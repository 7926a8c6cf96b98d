"""Reads a formula by the usual rules of precedence, without ever running its text as a program."""

from core.algorithms.formula.expression import (
    FUNCTIONS,
    Applied,
    ColumnValue,
    Expression,
    HasName,
    Number,
    Operation,
)
from core.algorithms.formula.tokens import Sort, Token, refused, tokens
from core.support.errors import StudyError

DEEPEST_NESTING = 40
MOST_STEPS = 200  # operations that wait for each other

_FUNCTION = {operation.key: operation for operation in FUNCTIONS}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_STRENGTH = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(_COMPARISONS, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "**": 8,
}
_NOT_STRENGTH, _COMPARISON_STRENGTH, _MINUS_STRENGTH, _POWER_STRENGTH = 3, 4, 7, 8
_START = 'where a number, a column, a function or "(" is expected'


def parse(text: str) -> tuple[Expression, ...]:
    """The expressions of a text, one per output, separated by semicolons; a StudyError says what is wrong where."""
    return _Reader(tokens(text)).formulas()


class _Reader:
    """Precedence climbing over a list of tokens."""

    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._place = 0
        self._nesting = 0

    def formulas(self) -> tuple[Expression, ...]:
        found = [self._complete()]
        while self._takes(";"):
            found.append(self._complete())
        if self._now.sort is not Sort.END:
            raise refused(self._now, "where the formula should be over or go on with a sign such as +")
        return tuple(found)

    def _complete(self) -> Expression:
        expression = self._expression(0)
        if expression.depth > MOST_STEPS:
            raise StudyError(
                f"The formula has {expression.depth} steps that wait for each other; at most {MOST_STEPS} are allowed.",
                hint="Compute part of it as a column.",
            )
        return expression

    def _expression(self, weakest: int) -> Expression:
        """An operand and all signs after it that bind stronger than `weakest`."""
        self._nesting += 1
        if self._nesting > DEEPEST_NESTING:
            raise refused(self._now, f"more than {DEEPEST_NESTING} levels deep")
        left = self._operand()
        while (strength := _STRENGTH.get(self._sign(), 0)) > weakest:
            left = self._continued(left, self._key(self._next()), strength)
        self._nesting -= 1
        return left

    def _continued(self, left: Expression, key: str, strength: int) -> Expression:
        if strength == _COMPARISON_STRENGTH:
            return self._comparison(left, key)
        return Applied.to(key, left, self._expression(strength - 1 if strength == _POWER_STRENGTH else strength))

    def _comparison(self, left: Expression, key: str) -> Expression:
        if self._now.sort is Sort.TEXT:
            result = _name_comparison(left, key, self._next())
        else:
            result = Applied.to(key, left, self._expression(_COMPARISON_STRENGTH))
        if self._sign() in _COMPARISONS:
            raise refused(self._now, 'a second comparison in a row; write "a < b and b < c"')
        return result

    def _operand(self) -> Expression:
        """A number, a column, a call, something in parentheses, or one of these after a minus, plus or not."""
        token = self._next()
        if token.sort is Sort.NUMBER:
            return Number(float(token.text))
        if token.sort is Sort.COLUMN:
            return ColumnValue(token.text, token.position)
        if token.sort is Sort.WORD:
            return self._word(token)
        if token.sort is Sort.SIGN:
            return self._behind_sign(token)
        raise refused(token, _START)

    def _behind_sign(self, token: Token) -> Expression:
        if token.text == "(":
            return self._closed(self._expression(0), token)
        if token.text == "-":
            return Applied.to("minus", self._expression(_MINUS_STRENGTH))
        if token.text == "+":
            return self._expression(_MINUS_STRENGTH)
        raise refused(token, _START)

    def _word(self, token: Token) -> Expression:
        key = token.text.lower()
        if key == "not":
            return Applied.to("not", self._expression(_NOT_STRENGTH))
        if key in ("and", "or"):
            raise refused(token, _START)
        if not self._takes("("):
            return ColumnValue(token.text, token.position)
        if key not in _FUNCTION:
            raise refused(token, "a function that does not exist")
        return self._call(_FUNCTION[key], token)

    def _call(self, function: Operation, token: Token) -> Expression:
        parts = [self._expression(0)]
        while self._takes(","):
            parts.append(self._expression(0))
        if not function.least <= len(parts) <= function.most:
            wanted = str(function.least) if function.least == function.most else f"{function.least} or more"
            raise refused(token, f"which takes {wanted} values, not {len(parts)}")
        return self._closed(Applied.to(function.key, *parts), token)

    def _closed(self, expression: Expression, opened: Token) -> Expression:
        if not self._takes(")"):
            raise refused(self._now, f'where the ")" for position {opened.position} is missing')
        return expression

    @property
    def _now(self) -> Token:
        return self._tokens[self._place]

    def _next(self) -> Token:
        token = self._now
        self._place += token.sort is not Sort.END
        return token

    def _takes(self, sign: str) -> bool:
        taken = self._now.sort is Sort.SIGN and self._now.text == sign
        self._place += taken
        return taken

    def _sign(self) -> str:
        return self._key(self._now)

    def _key(self, token: Token) -> str:
        if token.sort not in (Sort.SIGN, Sort.WORD):
            return ""
        return "**" if token.text == "^" else token.text.lower()


def _name_comparison(left: Expression, key: str, token: Token) -> Expression:
    if not isinstance(left, ColumnValue) or key not in ("==", "!="):
        raise refused(token, "a text, which only a single column can be compared with, by == or !=")
    same = HasName(left, token.text)
    return same if key == "==" else Applied.to("not", same)
