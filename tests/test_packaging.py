"""What is handed out, as far as the files that make it can tell: nothing forgotten, one version, valid forms."""

import ast
import configparser
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.report.script import modules_needed
from core.support.lazy_import import EXTRA, SLOW
from core.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
KIND = "application/x-evenfold-project"
BINARIES = {".deb", ".zst", ".exe", ".whl", ".ico", ".icns", ".png", ".so"}


def text(name: str) -> str:
    return (PACKAGING / name).read_text(encoding="utf-8")


def assigned(source: str, name: str) -> ast.expr:
    """What a file assigns to a name at its top level."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            return node.value
    raise AssertionError(f"nothing assigns {name}")


def words(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def locked(file: Path) -> dict[str, str]:
    """Name and version of every package in a lock, with and without a condition."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", file.read_text(encoding="utf-8"), re.MULTILINE))


def desktop_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text("linux/evenfold.desktop"))
    return parser["Desktop Entry"]


def test_that_packaging_is_never_a_package() -> None:
    assert not list(PACKAGING.rglob("__init__.py"))


def test_that_no_built_file_is_kept_beside_the_sources() -> None:
    assert not [file for file in PACKAGING.rglob("*") if file.suffix in BINARIES]


def test_that_the_spec_packs_every_import_that_comes_later() -> None:
    hidden = assigned(text("evenfold.spec"), "HIDDEN")
    assert {"SLOW", "EXTRA"} <= set(names(hidden))
    assert "from core.support.lazy_import import EXTRA, SLOW" in text("evenfold.spec")
    left_out = words(assigned(text("evenfold.spec"), "NEVER_USED"))
    assert not [name for name in SLOW + EXTRA if any(name == out or name.startswith(f"{out}.") for out in left_out)]


@pytest.mark.parametrize(("file", "table"), [("gui/about.py", "PARTS"), ("core/engine/versions.py", "LIBRARIES")])
def test_that_versions_asked_for_in_the_program_are_packed(file: str, table: str) -> None:
    packed = words(assigned(text("evenfold.spec"), "SHOWN_IN_ABOUT"))
    rows = ast.literal_eval(assigned((ROOT / file).read_text(encoding="utf-8"), table))
    assert {row if isinstance(row, str) else row[0] for row in rows} <= packed


def test_that_resources_license_and_version_are_packed() -> None:
    assert {"resources", "LICENSE", "pyproject.toml"} <= words(assigned(text("evenfold.spec"), "data"))


def test_that_the_sources_of_the_core_are_packed_for_the_script_of_a_study() -> None:
    assert '(ROOT / "core").rglob("*.py")' in text("evenfold.spec")
    assert {file.relative_to(ROOT).parts[0] for file in modules_needed()} == {"core"}


def test_that_the_version_stands_in_pyproject_and_is_written_nowhere_in_packaging() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
    assert "pyproject.toml" in text("build.py")
    for name in (
        "build.py",
        "parcels.py",
        "evenfold.spec",
        "linux/control",
        "linux/evenfold.1",
        "windows/evenfold.nsi",
        "windows/build_on_linux.py",
    ):
        assert not re.search(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])", text(name)), name


def test_that_the_build_lock_pins_the_freezer_with_hashes_and_agrees_with_the_other_lock() -> None:
    build, program = locked(PACKAGING / "requirements.txt"), locked(ROOT / "requirements.txt")
    assert build["pyinstaller"].startswith("6.22.")
    assert all(program.get(name, version) == version for name, version in build.items())
    for entry in re.split(r"^(?=[a-z])", text("requirements.txt"), flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in entry, entry.split()[0]


def test_that_the_packages_of_the_cluster_are_locked_once_for_the_program_the_build_and_the_tests() -> None:
    cluster = locked(ROOT / "requirements-cluster.txt")
    assert {"dask", "distributed"} <= set(cluster)
    others = {**locked(ROOT / "requirements.txt"), **locked(ROOT / "tests" / "requirements.txt")}
    assert {name: others.get(name) for name in cluster} == cluster
    assert "requirements-cluster.txt" in text("build.py")


def test_that_the_desktop_entry_opens_study_files() -> None:
    entry = desktop_entry()
    assert entry["Type"] == "Application"
    assert {"Name", "Exec", "Icon", "Comment", "Categories"} <= set(entry)
    assert entry["Exec"].split() == ["evenfold", "%f"]
    assert entry["MimeType"] == f"{KIND};"
    assert all(entry[key].endswith(";") for key in ("Categories", "Keywords", "MimeType"))
    assert (ROOT / "resources" / "icons" / f"{entry['Icon']}.svg").is_file()


def test_that_the_file_type_is_known_by_its_ending() -> None:
    kinds = ElementTree.fromstring(text("linux/evenfold.xml")).findall(f"{MIME}mime-type")
    assert [kind.get("type") for kind in kinds] == [KIND]
    assert [glob.get("pattern") for glob in kinds[0].iter(f"{MIME}glob")] == ["*.evenfold"]


def test_that_the_debian_package_has_every_field_it_needs() -> None:
    fields = dict(re.findall(r"^([A-Z][A-Za-z-]+): (.+)$", text("linux/control"), re.MULTILINE))
    assert {"Package", "Version", "Architecture", "Maintainer", "Depends", "Description"} <= set(fields)
    marks = set(re.findall(r"@[A-Z]+@", text("linux/control")))
    assert all(mark in text("parcels.py") for mark in marks)
    assert "python" not in fields["Depends"]


@pytest.mark.parametrize("name", ["linux/install.sh", "linux/uninstall.sh", "clean_room.sh"])
def test_that_scripts_can_be_started_and_stop_at_the_first_problem(name: str) -> None:
    assert text(name).startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in text(name)
    assert (PACKAGING / name).stat().st_mode & 0o111


def test_that_removing_leaves_the_data_of_the_person_alone() -> None:
    removing = [line for line in text("linux/uninstall.sh").splitlines() if line.startswith(("rm ", "find "))]
    assert removing
    assert not [line for line in removing if re.search(r'\$data/evenfold(["/ ]|$)', line)]


def defined_by_parcels() -> set[str]:
    """What the setup's script is told by the program that starts it."""
    setup = next(
        node
        for node in ast.parse(text("parcels.py")).body
        if isinstance(node, ast.FunctionDef) and node.name == "make_setup"
    )
    return {word for word in words(setup) if re.fullmatch("[A-Z]+", word)}


def test_that_the_windows_setup_needs_no_administrator_and_opens_study_files() -> None:
    script = text("windows/evenfold.nsi")
    assert "RequestExecutionLevel user" in script
    assert not re.search(r"\b(HKLM|HKCR|SHCTX|SetShellVarContext)\b", script)
    assert r"${CLASSES}\.evenfold" in script
    assert """'"$INSTDIR\\evenfold.exe" "%1"'""" in script


def test_that_the_windows_setup_is_told_everything_it_asks_for_and_nothing_else() -> None:
    script = text("windows/evenfold.nsi")
    own = set(re.findall(r"^!define (\w+)", script, re.MULTILINE))
    asked = set(re.findall(r"\$\{([A-Z_]+)\}", script)) - own
    assert asked == defined_by_parcels()


def test_that_the_windows_setup_takes_only_files_that_the_build_makes() -> None:
    script, made = text("windows/evenfold.nsi"), text("build.py") + text("icons.py")
    pictures = set(re.findall(r"\$\{ICONS\}\\([\w.-]+)", script))
    assert pictures == {"evenfold.ico", "setup-side.bmp", "setup-head.bmp"}
    assert all(f'"{picture}"' in made for picture in pictures)
    programs = set(re.findall(r"(evenfold[\w-]*)\.exe", script))
    assert programs <= words(ast.parse(text("evenfold.spec")))


def test_that_the_windows_setup_removes_on_upgrade_and_uninstall_what_it_wrote_and_no_file_of_the_person() -> None:
    script = text("windows/evenfold.nsi")
    removed = set(re.findall(r'(?:Delete|RMDir /r) "\$9\\([^"]+)"', script))
    assert removed == {
        "_internal",
        "evenfold.exe",
        "evenfold.pkg",
        "evenfold-terminal.exe",
        "evenfold-terminal.pkg",
        "evenfold.ico",
        "uninstall.exe",
    }
    assert not re.search(r'RMDir /r "?\$(INSTDIR|6|9)"?\s*$', script, re.MULTILINE)
    assert not re.search(r"(Delete|RMDir)[^\n]*\$(DOCUMENTS|APPDATA|PROFILE)", script)


def test_that_a_running_evenfold_is_asked_after_before_anything_is_removed() -> None:
    script = text("windows/evenfold.nsi")
    for section in script.split('Section "')[1:]:
        assert section.index("RequireClosed") < section.index("RemoveProgram")


def test_that_both_windows_programs_have_a_version_and_an_icon() -> None:
    spec = text("evenfold.spec")
    assert "version=version_resource(name, description)" in spec
    assert {"ProductName", "ProductVersion", "FileDescription", "CompanyName"} <= words(ast.parse(spec))


def test_that_the_macos_app_says_it_opens_study_files() -> None:
    spec = text("evenfold.spec")
    assert '"CFBundleTypeExtensions": ["evenfold"]' in spec
    assert '"LSHandlerRank": "Owner"' in spec
    assert "QFileOpenEvent" in (ROOT / "gui" / "app.py").read_text(encoding="utf-8")


def test_that_the_build_ends_with_sizes_and_sums_and_seals_the_app_after_its_last_change() -> None:
    steps = [part.id for part in ast.walk(assigned(text("build.py"), "STEPS")) if isinstance(part, ast.Name)]
    assert steps.index("write_bill") < steps.index("seal_app") < steps.index("make_parcels")
    assert steps[-2:] == ["measure", "write_sums"]


def test_that_the_smoke_test_needs_no_place_on_the_screen() -> None:
    assert not re.search(r"Button(Event|Press)|Motion|mouse|click\(", text("smoke_program.py") + text("x_display.py"))


def test_that_the_smoke_tests_wait_for_conditions_and_never_for_a_time_that_was_guessed() -> None:
    longest_pause = 0.3  # between two looks or two keys
    for name in ("smoke.py", "smoke_program.py", "windows/smoke_under_wine.py"):
        tree = ast.parse(text(name))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if ast.unparse(call.func) == "time.sleep":
                told = ast.unparse(call.args[0])
                known = assigned(text(name), told) if told.isupper() else call.args[0]
                assert ast.literal_eval(known) <= longest_pause, f"{name}: {ast.unparse(call)}"


def test_that_the_clean_room_upgrades_a_person_with_settings_history_and_study() -> None:
    script = text("clean_room.sh")
    upgrade = script[script.index('say "--- upgrade"') : script.index('say "--- remove')]
    for told in ("data_sum", "settings.ini", "The ledger knows 1 ", "evenfold check", "double_click after"):
        assert told in upgrade, told
    assert "xdg-open" in script


def test_that_every_command_of_the_terminal_stands_in_the_manual_page() -> None:
    entry = ast.parse((ROOT / "core" / "terminal" / "entry.py").read_text(encoding="utf-8"))
    called = [node for node in ast.walk(entry) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    commands = [ast.literal_eval(node.args[0]) for node in called if node.func.id == "command"]  # type: ignore[attr-defined]
    assert "run" in commands
    for command in commands:
        assert re.search(rf"^\.BI? {re.escape(command)}\b", text("linux/evenfold.1"), re.MULTILINE), command


def test_that_the_log_of_the_clean_room_names_no_folder_of_the_machine_that_ran_it() -> None:
    log = text("clean_room.log")
    assert log.rstrip().endswith("All well.")
    assert not re.search(r"/(work|root|Users)/|/home/(?!analyst)|/tmp/(?!evenfold-smoke)", log)
