# SPDX-License-Identifier: GPL-2.0-only
"""Draws a storage area network as a diagram in SVG: hosts, path, targets or gateways, drives."""

from xml.sax.saxutils import escape

from .quantities import parse

#: Most boxes of a kind that are drawn; more are told in words.
_SHOWN = 3
_BOX = (150, 46)
_GAP = 22
#: Letters that fit into a box.
_LETTERS = 23
_COLOURS = {"host": "#56B4E9", "switch": "#DDDDDD", "target": "#009E73", "drive": "#E69F00"}


def draw(parameters, varied=()):
    """Draw a network.

    :param parameters: the parameters by name, as :meth:`San.parameters` gives them
    :param varied: the names of those that a sweep varies, which are drawn with an ellipsis
    :return: the diagram as SVG text
    """
    said = {name: "…" if name in varied else value for name, value in parameters.items()}
    hosts = _Column("host", 20, _boxes("initiator", said["initiators"], _workload(said)))
    kind = _target(said)
    targets = _Column("target", 570, _boxes(kind, said["targets"], _window(said)))
    drives = _Column("drive", 800, _boxes("drives of", said["targets"], _drive(said), kind))
    height = 40 + max(column.height for column in (hosts, targets, drives))
    for column in (hosts, targets, drives):
        column.centre(height)
    middle = height / 2 - 10
    path = f"{_links(said)}{said['linkRate']}, {said['delay']} one way"
    parts = [
        *(_line(hosts.right, y, 240, middle) for y in hosts.middles),
        *(_line(500, middle, targets.left, y) for y in targets.middles),
        *(_line(targets.right, y, drives.left, y) for y in targets.middles),
        _line(240, middle, 500, middle, width=4),
        *(_box("switch", left, middle - 18, 60, 36, [_middle(said)]) for left in _ends(said)),
        _text(370, middle - 26, path),
        _text(370, middle + 34, _access(said)),
        *(part for column in (hosts, targets, drives) for part in column.parts()),
        _text((targets.right + drives.left) / 2, height - 8, _back_end(said)),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 {height:.0f}" role="img" '
        'font-family="sans-serif" font-size="12"><title>The storage area network</title>'
    )
    return head + "".join(parts) + "</svg>"


def _ends(said):
    """Give where the ends of the path stand that are no hosts."""
    return {0: (), 1: (240,)}.get(said["switches"], (240, 440))


def _links(said):
    """Say how many links the path has, or spines."""
    if said["spines"] != 0:
        return f"{said['leaves']} leaves, {said['spines']} spines, "
    return "" if said["links"] == 1 else f"{said['links']} x "


def _access(said):
    return "a cable" if said["switches"] == 0 else f"links of hosts {said['accessRate']}"


def _middle(said):
    """Say what is at each end of the path, as SanOptions decides it."""
    if said["spines"] != 0:
        return "leaves"
    # A limiter that a sweep varies has no rate here.
    is_limited = parse("rate", said["limiterRate"]) != 0
    is_routed = is_limited or said["queueDisc"] != "none" or said["linkType"] == "ppp"
    return "router" if is_routed else "switch"


class _Column:
    """Boxes of one kind, one above the other."""

    def __init__(self, kind, left, boxes):
        self.kind = kind
        self.left = left
        self.right = left + _BOX[0]
        self.boxes = boxes
        self.height = len(boxes) * (_BOX[1] + _GAP)
        self.top = 0

    @property
    def middles(self):
        step = _BOX[1] + _GAP
        return [self.top + i * step + _BOX[1] / 2 for i in range(len(self.boxes))]

    def centre(self, height):
        self.top = (height - 20 - self.height + _GAP) / 2

    def parts(self):
        for middle, lines in zip(self.middles, self.boxes, strict=True):
            yield _box(self.kind, self.left, middle - _BOX[1] / 2, *_BOX, lines)


def _boxes(name, count, detail, suffix=""):
    """Give the lines in each box of a kind; the last stands for all that are not drawn."""
    name, suffix = name.strip(), f" {suffix}" if suffix else ""
    if not isinstance(count, int):
        return [[f"{name}{suffix} 0, 1, …", detail]]
    shown = count if count <= _SHOWN else _SHOWN - 1
    boxes = [[f"{name}{suffix} {i}", detail] for i in range(shown)]
    if count > shown:
        boxes.append([f"… {name}{suffix} {count - 1}", f"{count} in all"])
    return boxes


def _workload(said):
    for name in ("fio", "iometer"):
        if said[name]:
            text = "\n" in said[name]
            return name if text else f"{name}, {said[name].rpartition('/')[2]}"
    extra = {
        "closed": f"{said['queueDepth']} at a time",
        "poisson": f"{said['rate']}/s",
        "fixed": f"{said['rate']}/s",
        "trace": str(said["trace"]).rpartition("/")[2],
    }
    return f"{said['workload']}, {extra.get(said['workload'], '')}".rstrip(", ")


def _target(said):
    if said["fileService"] != "none":
        return "file server"
    return "gateway" if said["gateway"] is True else "target"


def _window(said):
    if said["fileService"] != "none":
        return said["fileService"].upper()
    return (
        said["gatewayTransferMode"]
        if said["gateway"] is True
        else f"window {said['commandWindow']}"
    )


def _drive(said):
    device = {"ram": "RAM", "volume": "volume"}.get(said["device"], said["drive"])
    return f"{said['drives']} x {device}"


def _back_end(said):
    if said["gateway"] is False:
        return "direct"
    return "local ports" if said["loops"] == 0 else f"loops: {said['loops']}, {said['fcLineRate']}"


def _line(x1, y1, x2, y2, width=1.5):
    points = f'x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"'
    return f'<line {points} stroke="#555" stroke-width="{width}"/>'


def _text(x, y, text):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" fill="#222">{escape(text)}</text>'


def _box(kind, x, y, width, height, lines):
    rectangle = (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="6" '
        f'fill="{_COLOURS[kind]}" fill-opacity="0.35" stroke="#333"/>'
    )
    first = y + height / 2 + 4 - 8 * (len(lines) - 1)
    rows = (_text(x + width / 2, first + 16 * i, _short(one)) for i, one in enumerate(lines))
    return rectangle + "".join(rows)


def _short(text):
    """Cut a text to what a box has room for."""
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"
