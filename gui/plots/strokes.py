"""Lines of a picture at their real width.

Qt leaves shapes in the units of the data, stretches them, and asks the reader of the SVG not to stretch their lines
along with them. Programs that do not know this wish draw lines as broad as the whole picture. So the shapes
themselves are put where they are seen, and nothing is left to stretch.
"""

import re
from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
GROUP, WISH = f"{{{SVG}}}g", "vector-effect"
MATRIX = re.compile(r"matrix\(([^)]*)\)")
POINT = re.compile(r"(-?[\d.]+(?:e[-+]?\d+)?),(-?[\d.]+(?:e[-+]?\d+)?)")
Placed = Callable[[float, float], str]


def with_real_strokes(svg: str) -> str:
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    root = ElementTree.fromstring(svg)
    for holder in list(root.iter(GROUP)):
        for group in [child for child in holder if child.tag == GROUP]:
            if len(group):
                _settle(group)
            else:
                holder.remove(group)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _settle(group: Element) -> None:
    """Shapes get their final places; what else the group holds is still moved there by its matrix."""
    written = MATRIX.fullmatch(group.get("transform", ""))
    if written is None or not any(child.get(WISH) for child in group):
        return
    del group.attrib["transform"]
    to_page = _mapping(*map(float, written[1].split(",")))
    for child in group:
        if child.attrib.pop(WISH, None) is None or not _moved(child, to_page):
            child.set("transform", written[0])


def _mapping(a: float, b: float, c: float, d: float, e: float, f: float) -> Placed:
    return lambda x, y: f"{a * x + c * y + e:.6g},{b * x + d * y + f:.6g}"


def _moved(shape: Element, to_page: Placed) -> bool:
    """Whether the shape is one whose points can be put elsewhere."""
    if shape.tag == f"{{{SVG}}}rect":
        x, y, width, height = (float(shape.attrib.pop(name)) for name in ("x", "y", "width", "height"))
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        shape.tag = f"{{{SVG}}}path"
        shape.set("d", f"M{' L'.join(to_page(*corner) for corner in corners)} Z")
        return True
    name = next((name for name in ("points", "d") if name in shape.attrib), None)
    if name is not None:
        shape.set(name, POINT.sub(lambda point: to_page(float(point[1]), float(point[2])), shape.attrib[name]))
    return name is not None
