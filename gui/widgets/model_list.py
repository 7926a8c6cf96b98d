"""The models of a run in a list: mark in the color of its series, name, and how many folds it has finished."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui import strings, theme
from gui.dressing import Dressed

ROW, MARK, LEFT_BAR = 40, 4.4, 3  # pixels of normal text
SIDE = 10

Index = QModelIndex | QPersistentModelIndex
"""What Qt hands over to tell a row."""


@dataclass(frozen=True, slots=True)
class ListedModel:
    """One row; the baseline is drawn in blue and cannot be the selected one."""

    key: str
    name: str
    is_baseline: bool
    done: int = 0
    total: int = 0


class ListedModels(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[ListedModel, ...] = ()

    def show_rows(self, rows: tuple[ListedModel, ...]) -> None:
        """The same models with other counts keep what is selected."""
        if [row.key for row in rows] != [row.key for row in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif rows != self.rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - the signature Qt asks for
        return len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        shown = Qt.ItemFlag.ItemIsEnabled
        return shown if self.rows[index.row()].is_baseline else shown | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            part = strings.run.ROLE_BASELINE if row.is_baseline else ""
            return strings.run.MODEL_SPOKEN.format(name=row.name, role=part, done=row.done, total=row.total)
        return None


class ModelDelegate(QStyledItemDelegate):
    """Paints circle, triangle or diamond: baseline, selected, others."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10, theme.scaled(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, ListedModels)
        listed, colors, area = model.rows[index.row()], theme.current(), option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_selected:
            painter.fillRect(area, QColor(colors.accent_soft))
            painter.fillRect(QRect(area.left(), area.top(), LEFT_BAR, area.height()), QColor(colors.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        painter.setPen(QPen(QColor(colors.line)))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        paint_mark(painter, QPointF(area.left() + theme.scaled(SIDE + 4), area.center().y() + 0.5), listed, is_selected)
        counts = strings.run.MODEL_FOLDS.format(done=listed.done, total=listed.total) if listed.total else ""
        metrics = painter.fontMetrics()
        right = metrics.horizontalAdvance(counts)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colors.text2))
        room = area.adjusted(0, 0, -theme.scaled(SIDE), 0)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, counts)
        font = painter.font()
        font.setBold(is_selected)
        painter.setFont(font)
        painter.setPen(QColor(colors.text))
        names = area.adjusted(theme.scaled(2 * SIDE + 6), 0, -right - theme.scaled(2 * SIDE), 0)
        shown = painter.fontMetrics().elidedText(listed.name, Qt.TextElideMode.ElideRight, names.width())
        painter.drawText(names, middle, shown)
        painter.restore()


def paint_mark(painter: QPainter, center: QPointF, listed: ListedModel, is_selected: bool) -> None:
    """The mark of a series, which does not depend on its color alone."""
    colors, size = theme.current(), MARK * theme.scale()
    ink = colors.base if listed.is_baseline else colors.sel if is_selected else colors.other
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    x, y = center.x(), center.y()
    if listed.is_baseline:
        painter.drawEllipse(center, size, size)
    elif is_selected:
        corners = [QPointF(x, y - size), QPointF(x + size, y + size), QPointF(x - size, y + size)]
        painter.drawPolygon(QPolygonF(corners))
    else:
        corners = [QPointF(x, y - size), QPointF(x + size, y), QPointF(x, y + size), QPointF(x - size, y)]
        painter.drawPolygon(QPolygonF(corners))


class ModelList(Dressed, QListView):
    """`chosen` carries the key of the model that the person selected."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runModels")
        self.setAccessibleName(strings.run.MODEL_LIST)
        self.listed = ListedModels()
        self.setModel(self.listed)
        self.setItemDelegate(ModelDelegate(self))
        self.setStyleSheet("QListView { border: none; background: transparent; }")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(lambda now, _before: self._tell(now))

    def redress(self) -> None:
        self.doItemsLayout()

    def show_models(self, rows: tuple[ListedModel, ...]) -> None:
        is_other = [row.key for row in rows] != [row.key for row in self.listed.rows]
        self.listed.show_rows(rows)
        if is_other:
            self.select(next((row.key for row in rows if not row.is_baseline), ""))

    def select(self, key: str) -> None:
        place = next((place for place, row in enumerate(self.listed.rows) if row.key == key), None)
        if place is not None:
            self.setCurrentIndex(self.listed.index(place))

    @property
    def selected(self) -> str:
        """The key of the selected model; nothing where the baseline is alone."""
        place = self.currentIndex().row()
        is_shown = 0 <= place < len(self.listed.rows) and not self.listed.rows[place].is_baseline
        return self.listed.rows[place].key if is_shown else ""

    def _tell(self, index: QModelIndex) -> None:
        if index.isValid() and not self.listed.rows[index.row()].is_baseline:
            self.chosen.emit(self.listed.rows[index.row()].key)
