# SPDX-License-Identifier: GPL-2.0-only
"""Checks the links of a folder of HTML pages that stay in it: the file is there, and the anchor.

Doxygen's own pages are only targets: it checks their links itself. Prints one line per dead link.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(errors="replace"))

    def handle_starttag(self, tag, attributes):
        """Keep what the tag refers to, and what it is called."""
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def dead_links(folder):
    """Give a line for each link within the folder that leads nowhere.

    :param folder: the root of the site
    """
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if "cpp" not in path.parts}
    lines = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            known = pages.get(target)
            if not target.exists():
                lines.append(f"{path.relative_to(folder)}: there is no {link}")
            elif known and anchor and anchor not in known.anchors:
                lines.append(f"{path.relative_to(folder)}: there is no anchor {link}")
    return lines


def main():
    """Check the folder that the command line names."""
    lines = dead_links(Path(sys.argv[1]).resolve())
    print("\n".join(dict.fromkeys(lines)), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
