"""What the operating system has to offer before anything is installed: a display, and the libraries Qt loads."""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from core.bootstrap_place import SetUpError, say


class Library(NamedTuple):
    """A system library: the name the loader looks for, and the Debian package that brings it."""

    soname: str
    package: str


DRAWING = (
    Library("libglib-2.0.so.0", "libglib2.0-0"),
    Library("libGL.so.1", "libgl1"),
    Library("libEGL.so.1", "libegl1"),
    Library("libxkbcommon.so.0", "libxkbcommon0"),
    Library("libfontconfig.so.1", "libfontconfig1"),
    Library("libfreetype.so.6", "libfreetype6"),
    Library("libdbus-1.so.3", "libdbus-1-3"),
)
X11 = (
    Library("libxcb-cursor.so.0", "libxcb-cursor0"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4"),
    Library("libxcb-image.so.0", "libxcb-image0"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0"),
    Library("libxcb-shape.so.0", "libxcb-shape0"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
)
WAYLAND = (
    Library("libwayland-client.so.0", "libwayland-client0"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0"),
)


def has_display(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window can be shown; a DISPLAY that nobody answers does not count."""
    if not platform.startswith("linux"):
        return True
    if environ.get("QT_QPA_PLATFORM") or environ.get("WAYLAND_DISPLAY"):
        return True
    return bool(environ.get("DISPLAY")) and _x_server_answers(environ["DISPLAY"])


def _x_server_answers(display: str) -> bool:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # cannot be asked; the missing library is named later
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def libraries_for_window(environ: Mapping[str, str] = os.environ) -> tuple[Library, ...]:
    if environ.get("QT_QPA_PLATFORM"):
        return DRAWING
    return DRAWING + (X11 if environ.get("DISPLAY") else WAYLAND)


def require_libraries(wanted: tuple[Library, ...]) -> None:
    """Names all missing libraries at once; as root on a Debian-like system they are installed instead."""
    if not sys.platform.startswith("linux"):
        return
    missing = _missing(wanted)
    if missing and can_install_packages():
        install_packages([library.package for library in missing])
        missing = _missing(missing)
    if missing:
        raise SetUpError(
            f"Qt cannot start: missing system libraries {', '.join(library.soname for library in missing)}.",
            _how_to_install([library.package for library in missing]),
        )


def _missing(wanted: tuple[Library, ...]) -> tuple[Library, ...]:
    return tuple(library for library in wanted if not _loads(library.soname))


def _loads(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def can_install_packages() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_packages(packages: list[str]) -> None:
    say(f"Installing the missing system packages: {' '.join(packages)}")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], _apt_install(packages)):
        done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            reason = (done.stdout.strip().splitlines() or ["it gave no reason"])[-1]
            raise SetUpError(
                f"apt-get could not install {' '.join(packages)}: {reason}",
                f"Check the network, install them by hand and start again: {apt_line(packages)}",
            )


def _apt_install(packages: list[str]) -> list[str]:
    return ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]


def apt_line(packages: list[str]) -> str:
    return f"sudo apt-get install --no-install-recommends {shlex.join(packages)}"


def _how_to_install(packages: list[str]) -> str:
    if shutil.which("apt-get"):
        return f"Install them and start again: {apt_line(packages)}"
    return (
        "Install the packages that bring them with this system's package manager and start again; "
        f"on Debian they are called {' '.join(packages)}."
    )
