"""The main window: menus with every action and its key, around the shell."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu

from gui import strings, theme
from gui.about import show_about
from gui.help.browser import HelpBrowser
from gui.preferences import Preferences
from gui.results.many_dialog import ManyDialog
from gui.results.numbers_dialog import NumbersDialog, pictures_on
from gui.routes import ROUTES
from gui.routes.laboratory import LaboratoryPage
from gui.self_check import SelfCheck
from gui.settings import Settings
from gui.strings import explore, honesty, menus
from gui.widgets.parts import focus_first
from gui.wizard.pages import PAGES
from gui.wizard.pages.report import ReportPage
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.run import RunPage
from gui.wizard.shell import Shell
from gui.wizard.way import HOME

AS_TABLE = "Alt+T"
WITH_PICTURES = ("run", "verdict", "predictions", "confirm", "scores")
TITLE_BAR = 40  # what the desktop puts around a window, above all at its top
THEME_TITLES = {
    theme.SYSTEM: menus.THEME_SYSTEM,
    "light": menus.THEME_LIGHT,
    "dark": menus.THEME_DARK,
    "high-contrast": menus.THEME_HIGH_CONTRAST,
}


class Window(QMainWindow):
    """One study at a time. Every action stands in a menu and has its key there."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setWindowTitle(strings.APPLICATION)
        self.setWindowIcon(theme.icon("evenfold", pixels=64))
        self.setMinimumSize(1024, 600)
        self.resize(QSize(1280, 720).boundedTo(self.screen().availableSize() - QSize(0, TITLE_BAR)))
        self.shell = Shell(settings, ROUTES)
        self.setMenuWidget(self.shell.header)
        self.setCentralWidget(self.shell)
        self.actions_by_name: dict[str, QAction] = {}
        self._help: HelpBrowser | None = None
        self.self_check = SelfCheck(self, settings)
        self._fill_menus()
        self.shell.renewed.connect(self._renew)
        self.shell.popover.help_wanted.connect(self.show_help)
        self.restoreGeometry(settings.geometry)
        self._renew()

    # --- Menus -------------------------------------------------------------------------------------------------------

    def _fill_menus(self) -> None:
        shell = self.shell
        file = self._menu(menus.MENU_FILE)
        self._add(file, "new", menus.ACTION_NEW, shell.start_new, "Ctrl+N")
        self._add(file, "open", menus.ACTION_OPEN, shell.ask_for_file, "Ctrl+O")
        self._recent = file.addMenu(menus.MENU_RECENT)
        self._recent.setObjectName("menu_recent")
        self._recent.aboutToShow.connect(self._fill_recent)
        file.addSeparator()
        self._add(file, "saveCopy", menus.ACTION_SAVE_COPY, shell.save_copy, "Ctrl+S")
        self._add(file, "newFrom", menus.ACTION_NEW_FROM, shell.new_from_this, "Ctrl+Shift+N")
        self._add(file, "send", menus.ACTION_SEND, self.send_study)
        export = file.addMenu(menus.MENU_EXPORT)
        self._add(export, "savePlan", menus.ACTION_SAVE_PLAN, shell.save_plan, "Ctrl+Shift+S")
        self._add(export, "exportReport", menus.ACTION_EXPORT_REPORT, partial(shell.visit, "report"))
        self._add(file, "studiesFolder", menus.ACTION_STUDIES_FOLDER, shell.files.show_studies_folder)
        file.addSeparator()
        self._add(file, "check", honesty.ACTION_CHECK, partial(shell.go, "check"))
        self._add(file, "confirm", honesty.ACTION_CONFIRM, partial(shell.go, "confirm"))
        self._add(file, "scores", honesty.ACTION_SCORES, partial(shell.start_route, "scores"))
        self._add(file, "predict", honesty.ACTION_PREDICT, partial(shell.go, "predict"))
        file.addSeparator()
        self._add(file, "preferences", menus.ACTION_PREFERENCES, self.show_preferences, "Ctrl+,")
        self._add(file, "quit", menus.ACTION_QUIT, self.close, "Ctrl+Q")
        edit = self._menu(menus.MENU_EDIT)
        self._add(edit, "undo", menus.ACTION_UNDO, shell.undo, "Ctrl+Z")
        self._add(edit, "redo", menus.ACTION_REDO, shell.redo, "Ctrl+Shift+Z")
        self._add(edit, "paste", menus.ACTION_PASTE, shell.paste, "Ctrl+Shift+V")
        self._add(edit, "find", menus.ACTION_FIND, self.find_something, "Ctrl+F")
        self._add(edit, "rename", menus.ACTION_RENAME, self.rename, "F2")
        self._fill_view(self._menu(menus.MENU_VIEW))
        self._fill_study(self._menu(menus.MENU_STUDY))
        help_menu = self._menu(menus.MENU_HELP)
        self._add(help_menu, "help", menus.ACTION_HELP, self.show_help, "Ctrl+F1")
        self._add(help_menu, "why", menus.ACTION_WHY, shell.explain_focused, "F1 or Shift+F1")
        self._add(help_menu, "laboratory", menus.ACTION_LABORATORY, partial(shell.go, "laboratory"))
        self._add(help_menu, "selfCheck", menus.ACTION_SELF_CHECK, self.self_check.on_request)
        self._add(help_menu, "about", menus.ACTION_ABOUT, lambda: show_about(self))

    def _fill_view(self, menu: QMenu) -> None:
        shell = self.shell
        self._add(menu, "nextRegion", menus.ACTION_NEXT_REGION, partial(shell.next_region, 1), "F6")
        self._add(menu, "previousRegion", menus.ACTION_PREVIOUS_REGION, partial(shell.next_region, -1), "Shift+F6")
        self._add(menu, "asTable", menus.ACTION_AS_TABLE, self.picture_as_table)
        self._add(menu, "savePicture", menus.ACTION_SAVE_PICTURE, self.save_picture)
        menu.addSeparator()
        themes = menu.addMenu(menus.ACTION_THEME)
        group = QActionGroup(self)
        for key, title in THEME_TITLES.items():
            action = self._add(themes, f"theme_{key}", title, partial(self.wear, key))
            action.setCheckable(True)
            action.setChecked(key == self.settings.theme)
            group.addAction(action)
        self._add(menu, "larger", menus.ACTION_LARGER, partial(self.scale_text, 0.1), "Ctrl++")
        self._add(menu, "smaller", menus.ACTION_SMALLER, partial(self.scale_text, -0.1), "Ctrl+-")
        self._add(menu, "normalText", menus.ACTION_NORMAL_TEXT, partial(self.scale_text, None), "Ctrl+0")

    def _fill_study(self, menu: QMenu) -> None:
        shell = self.shell
        self._add(menu, "home", menus.ACTION_HOME, partial(shell.go, HOME), "Alt+Home")
        for number, step in enumerate(PAGES, 1):
            title = f"&{number} {step.title.replace('&', '&&')}"
            self._add(menu, f"go_{step.key}", title, partial(shell.visit, step.key), f"Alt+{number}")
        menu.addSeparator()
        self._add(menu, "back", menus.ACTION_BACK, shell.back, "Alt+Left")
        self._add(menu, "primary", menus.ACTION_PRIMARY, shell.act, "Ctrl+Return or Ctrl+Enter")
        self._add(menu, "pause", menus.ACTION_PAUSE, self.pause_run)
        self._add(menu, "ledger", menus.ACTION_LEDGER, shell.show_ledger, "Ctrl+L")
        self._add(menu, "report", menus.ACTION_REPORT, partial(shell.visit, "report"), "Ctrl+P")
        self._add(menu, "many", menus.ACTION_MANY, self.show_many)

    def _menu(self, title: str) -> QMenu:
        return self.shell.header.menu_bar.addMenu(title)

    def _add(self, menu: QMenu, name: str, title: str, act: Callable[[], object], keys: str = "") -> QAction:
        action = QAction(title, self)
        action.setObjectName(f"action_{name}")
        action.triggered.connect(lambda _checked=False: act())
        if keys:
            action.setShortcuts([QKeySequence(key) for key in keys.split(" or ")])
        menu.addAction(action)
        self.actions_by_name[name] = action
        return action

    def _renew(self) -> None:
        """Only what is possible now can be chosen; keys of shown pages stay the same."""
        state, at_home = self.shell.state, self.shell.current == HOME
        page = self.shell.page(self.shell.current)
        is_short = page.header_facts() is not None
        possible = {
            "undo": state.can_undo and not is_short,
            "redo": state.can_redo and not is_short,
            "newFrom": state.locked and not is_short,
            "savePlan": state.data is not None,
            "saveCopy": state.file is not None or is_short,
            "send": state.file is not None,
            "exportReport": state.findings is not None,
            "rename": not at_home and (is_short or not state.locked),
            "back": not at_home,
            "asTable": self.shell.current in WITH_PICTURES,
            "savePicture": self.shell.current in ("laboratory", "verdict"),
            "pause": self.shell.current == "run" and state.findings is None,
            "primary": bool(page.primary()),
        }
        for name, is_possible in possible.items():
            self.actions_by_name[name].setEnabled(is_possible)
        has_button = self.shell.current in ("laboratory", "verdict")  # there the key belongs to the button
        self.actions_by_name["asTable"].setShortcut(QKeySequence() if has_button else QKeySequence(AS_TABLE))
        own = page.header_facts()
        title = state.study.title if own is None else own.title
        self.setWindowTitle(f"{title} – {strings.APPLICATION}" if title and not at_home else strings.APPLICATION)

    def _fill_recent(self) -> None:
        """Studies opened last, newest first; a file that is gone is listed on Home, where it can be located."""
        self._recent.clear()
        for place, path in enumerate(map(Path, self.settings.recent), 1):
            action = self._recent.addAction(f"&{place % 10} {path.stem.replace('&', '&&')}")
            action.setToolTip(str(path))
            action.setEnabled(path.exists())
            action.triggered.connect(partial(self.shell.open_path, path))
        if not self.settings.recent:
            self._recent.addAction(menus.RECENT_NONE).setEnabled(False)

    # --- Actions of the window itself --------------------------------------------------------------------------------

    def rename(self) -> None:
        self.shell.header.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.shell.header.name.selectAll()

    def find_something(self) -> None:
        """A column where there are columns to look for, elsewhere a word of the help."""
        if self.shell.current == "data" and self.shell.state.table is not None:
            self.shell.page("data").search_here()
        else:
            self.show_help()

    def picture_as_table(self) -> None:
        """On Result and in the Laboratory in the place of the picture, elsewhere beside it."""
        page = self.shell.page(self.shell.current)
        if isinstance(page, LaboratoryPage):
            page.toggle_table()
        elif isinstance(page, ResultPage):
            page.panel.card.toggle_table()
        elif pictures := pictures_on(page):
            NumbersDialog(pictures, self).open()
        else:
            self.shell.announce(explore.NUMBERS_NONE)

    def save_picture(self) -> None:
        page = self.shell.page(self.shell.current)
        if isinstance(page, LaboratoryPage):
            page.save_picture()
        elif isinstance(page, ResultPage):
            page.panel.card.save_it.click()

    def send_study(self) -> None:
        """A copy for somebody else is made on the page Report, where it is decided whether it holds the rows."""
        self.shell.visit("report")
        page = self.shell.page(self.shell.current)
        if isinstance(page, ReportPage):
            page.ask_to_send()

    def pause_run(self) -> None:
        page = self.shell.page(self.shell.current)
        if isinstance(page, RunPage):
            page.toggle_pause()

    def wear(self, choice: str) -> None:
        self.settings.theme = choice
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        theme.apply(choice, self.settings.text_scale)

    def scale_text(self, step: float | None) -> None:
        """Larger or smaller by the step; None is back to normal."""
        self.settings.text_scale = 1.0 if step is None else round(self.settings.text_scale + step, 2)
        theme.apply(self.settings.theme, self.settings.text_scale)

    def show_many(self) -> None:
        """The models of this study over many data sets; without a verdict, models and files are chosen beside it."""
        if self.shell.state.findings is None:
            dialog = ManyDialog(self, self.settings.studies)
            dialog.show()
            dialog.begin()
            return
        self.shell.visit("laboratory")
        self.shell.page("laboratory").open_part("many")

    def show_help(self, key: str = "") -> None:
        """The help beside the window, at that page; made when it is first wanted."""
        if self._help is None:
            self._help = HelpBrowser(self)
            self._help.sample_wanted.connect(self.shell.open_sample)
        self._help.open_page(key)

    def show_preferences(self) -> None:
        dialog = Preferences(self.settings, self)
        dialog.changed.connect(lambda: self.wear(self.settings.theme))
        dialog.open()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            focus_first(self.shell.page(self.shell.current), Qt.FocusReason.OtherFocusReason)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.geometry = self.saveGeometry()
        self.shell.close_down()
        self.self_check.wait()
        for dialog in self.findChildren(ManyDialog):
            dialog.close_down()
        if self._help is not None:
            self._help.close_down()
        super().closeEvent(event)
