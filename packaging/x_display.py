"""A screen nobody looks at (Xvfb), its windows and a picture of it; smoke.py uses it."""

import ctypes
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

SCREEN = "1280x800x24"
CLIENT_MESSAGE = 33
IS_VIEWABLE = 2
CONTROL, ALT, TAB, RETURN, ESCAPE, SPACE, HOME, P, F4 = (
    0xFFE3,
    0xFFE9,
    0xFF09,
    0xFF0D,
    0xFF1B,
    0x20,
    0xFF50,
    0x70,
    0xFFC1,
)
LONGEST_TITLE = 1024
SECONDS_TO_START = 20.0


class Shown(NamedTuple):
    """A window with a title that can be seen."""

    number: int
    title: str
    width: int
    height: int


class _Attributes(ctypes.Structure):
    _fields_ = [("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int), ("rest", c_int * 64)]


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
        ("padding", c_long * 12),
    ]


class Screen:
    """An X server of its own; `name` is for DISPLAY."""

    def __enter__(self) -> "Screen":
        self._folder = Path(tempfile.mkdtemp(prefix="evenfold-screen-"))
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-ac"]
        self._server = subprocess.Popen(
            [*command, "-fbdir", str(self._folder)], pass_fds=[writing], stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.name = f":{answer.readline().strip()}"
        self._x = _library()
        self._display = self._connected()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._x.XCloseDisplay(self._display)
        self._server.terminate()
        self._server.wait()
        shutil.rmtree(self._folder)

    def _connected(self) -> int:
        until = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until:
            if display := self._x.XOpenDisplay(self.name.encode()):
                return int(display)
            time.sleep(0.1)
        raise SystemExit("Xvfb does not answer.")

    def windows(self) -> list[Shown]:
        """There is no window manager, so every window lies directly on the ground."""
        ground = c_ulong(self._x.XDefaultRootWindow(self._display))
        children, count = POINTER(c_ulong)(), c_uint()
        self._x.XQueryTree(self._display, ground, byref(c_ulong()), byref(c_ulong()), byref(children), byref(count))
        found = [self._seen(children[position]) for position in range(count.value)]
        if children:
            self._x.XFree(children)
        return [window for window in found if window]

    def _seen(self, number: int) -> Shown | None:
        attributes = _Attributes()
        known = self._x.XGetWindowAttributes(self._display, c_ulong(number), byref(attributes))
        title = self._title(number)
        if not known or not title or not self._is_viewable(attributes):
            return None
        return Shown(number, title, attributes.width, attributes.height)

    def _title(self, number: int) -> str:
        name, utf8 = (self._x.XInternAtom(self._display, word, 0) for word in (b"_NET_WM_NAME", b"UTF8_STRING"))
        text, length, unused = c_char_p(), c_ulong(), c_ulong()
        places = (byref(unused), byref(c_int()), byref(length), byref(c_ulong()), byref(text))
        self._x.XGetWindowProperty(self._display, c_ulong(number), name, 0, LONGEST_TITLE, 0, utf8, *places)
        found = (text.value or b"").decode("utf-8", "replace")
        if text:
            self._x.XFree(text)
        return found

    def _is_viewable(self, attributes: _Attributes) -> bool:
        """Where X11/Xlib.h has map_state on 64-bit systems: 92 bytes after the start."""
        return bool(struct.unpack_from("i", bytes(attributes), 92)[0] == IS_VIEWABLE)

    def close(self, window: Shown) -> None:
        """As the cross in the corner does."""
        protocols = self._x.XInternAtom(self._display, b"WM_PROTOCOLS", 0)
        delete = self._x.XInternAtom(self._display, b"WM_DELETE_WINDOW", 0)
        message = _ClientMessage(CLIENT_MESSAGE, 0, 1, self._display, window.number, protocols, 32)
        message.data[0] = delete
        self._x.XSendEvent(self._display, c_ulong(window.number), 0, c_long(0), byref(message))
        self._x.XFlush(self._display)

    def press(self, window: Shown, *keys: int) -> None:
        """Several keys together, by their X11 numbers; nobody else hands out the keyboard here."""
        self._x.XSetInputFocus(self._display, window.number, 1, 0)
        codes = [self._x.XKeysymToKeycode(self._display, key) for key in keys]
        hand = ctypes.CDLL("libXtst.so.6")
        for code, pressed in [*((code, 1) for code in codes), *((code, 0) for code in reversed(codes))]:
            hand.XTestFakeKeyEvent(c_void_p(self._display), code, pressed, c_ulong(0))
        self._x.XFlush(self._display)

    def look(self) -> bytes:
        """All points of the screen as they are now."""
        return (self._folder / "Xvfb_screen0").read_bytes()

    def save_picture(self, target: Path) -> None:
        target.write_bytes(png_of_xwd(self.look()))


@ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
def _ignore(_display: int | None, _problem: int | None) -> int:
    """A window may be gone between two questions about it; by default X ends the whole process over that."""
    return 0


def _library() -> ctypes.CDLL:
    x = ctypes.CDLL("libX11.so.6")
    x.XSetErrorHandler(_ignore)
    x.XOpenDisplay.restype = c_void_p
    for name in ("XDefaultRootWindow", "XInternAtom"):
        getattr(x, name).restype = c_ulong
    for name in ("XDefaultRootWindow", "XInternAtom", "XCloseDisplay", "XFlush"):
        getattr(x, name).argtypes = [c_void_p, *([c_char_p, c_int] if name == "XInternAtom" else [])]
    x.XQueryTree.argtypes = [c_void_p, c_ulong, c_void_p, c_void_p, c_void_p, c_void_p]
    x.XGetWindowAttributes.argtypes = [c_void_p, c_ulong, c_void_p]
    x.XGetWindowProperty.argtypes = [c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong, *[c_void_p] * 5]
    x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
    x.XSetInputFocus.argtypes = [c_void_p, c_ulong, c_int, c_ulong]
    x.XKeysymToKeycode.argtypes = [c_void_p, c_ulong]
    x.XKeysymToKeycode.restype = ctypes.c_ubyte
    x.XFree.argtypes = [c_void_p]
    return x


def png_of_xwd(raw: bytes) -> bytes:
    """The memory of the screen (X window dump, 32 bits a point, blue first) as a PNG picture."""
    header = struct.unpack(">25I", raw[:100])
    start, width, height, stride = header[0] + 12 * header[19], header[4], header[5], header[12]
    rows = []
    for row in range(height):
        line = raw[start + row * stride : start + row * stride + 4 * width]
        points = bytearray(3 * width)
        points[0::3], points[1::3], points[2::3] = line[2::4], line[1::4], line[0::4]
        rows.append(b"\0" + bytes(points))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
