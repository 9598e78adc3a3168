# SPDX-License-Identifier: GPL-2.0-only
"""What S1 says of copies through the page cache, and what a switch that fails costs."""

from .claims import OWN, Claim, is_near
from .s1_claims import make

#: What is said of a switch that never comes back.
FOR_GOOD = "for good"
#: Share of the link that the paper saw in use, percent.
_PRINTED_SHARE = 40
#: MB that the file has, and what a request of the write-back has.
_FILE, _REQUEST = 1024, 0.0625
#: Part of what is lost that may be blocks of the file system itself, which are not copied.
_METADATA = 0.002


def of_robocopy(rows):
    """Check copies through the page cache."""
    large = rows[(rows["files"] == "1x1GB") & (rows["direction"] == "write")]
    copied = large[large["metric"] == "throughput"].iloc[0]
    link = large[large["metric"] == "link"]["simulated"].item()
    return [
        make(
            "C001-18",
            copied["simulated"] > 5 * 112 and copied["written_s"] > 4 * copied["copy_s"],
            f"{copied['simulated']:.0f} MB/s: the program ends after {copied['copy_s']:.1f} s, and "
            f"the last byte is on the disk after {copied['written_s']:.1f} s.",
            tolerance="5 times the link; written after 4 times that time",
        ),
        make(
            "C001-19",
            is_near(link, _PRINTED_SHARE, 0.25),
            f"{link:.0f} % with one write of 64 KB after the other. See write-behind.",
            tolerance="within a quarter",
        ),
    ]


def of_write_behind(rows):
    """Say what brings the use of the link to what the paper saw, of all that was tried."""
    share = rows.set_index(["what", "value"])["simulated"]
    near = {names for names, one in share.items() if is_near(one, _PRINTED_SHARE, 0.25)}
    stated = [name for name in share.index if name[0] in ("files", "level", "network")]
    return [
        Claim(
            "Nothing that the paper states brings the use of the link near its 40 %: neither the "
            "files, nor the level of optimization, nor the switch of the cross-check.",
            not near.intersection(stated),
            "; ".join(f"{value} {share[what, value]:.0f} %" for what, value in stated) + ".",
            kind=OWN,
            tolerance="none of them within a quarter of 40 %",
        ),
        Claim(
            "Smaller requests of Windows' write-behind would bring it there; the paper does not "
            "say how large they are.",
            any(what == "request" for what, _ in near),
            "; ".join(f"{value} {one:.0f} %" for value, one in share["request"].items()) + ".",
            kind=OWN,
            tolerance="one of them within a quarter of 40 %",
        ),
    ]


def of_failures(rows):
    """Say what a switch that fails costs, and whether that is what was dirty."""
    table = rows.pivot_table(index=["away", "second"], columns="figure", values="simulated")
    ever = table.loc[FOR_GOOD]
    back = table.drop(index=FOR_GOOD)["lost"]
    gap = abs(ever["lost"] - ever["in memory"])
    copied = ever["lost"] + ever["at the target"]
    early = ever[copied < (1 - _METADATA) * _FILE]
    return [
        Claim(
            "A switch that fails during the background writes costs most of what the program has "
            'copied: the paper\'s "hazardous" as a number.',
            bool(ever["lost"].max() > _FILE / 2),
            "Lost if it fails after "
            + ", ".join(f"{second:g} s: {one:.0f} MB" for second, one in ever["lost"].items())
            + "."
            + "".join(
                f" After {second:g} s the program goes on copying into memory and ends as if "
                f"nothing had happened: then {_FILE - held:.0f} MB of the file are missing."
                for second, held in early["at the target"].items()
            ),
            kind=OWN,
            tolerance="more than half of the file at some second",
        ),
        Claim(
            "What the target lacks when the switch fails for good is what was dirty in memory.",
            bool((gap <= _REQUEST + _METADATA * _FILE).all()),
            f"They differ by {gap.max():.2f} MB at most: a request of 64 KB that was under way, "
            "and blocks of the file system and its journal.",
            kind=OWN,
            tolerance=f"within {_REQUEST + _METADATA * _FILE:.1f} MB at each second",
        ),
        Claim(
            "A switch that is back soon costs nothing, since TCP sends again.",
            bool((back <= _METADATA * _FILE).all()),
            "; ".join(
                f"Away for {away} from {second:g} s on: {max(0.0, one):.1f} MB lost"
                for (away, second), one in back.items()
            )
            + ".",
            kind=OWN,
            tolerance=f"at most {_METADATA * _FILE:.0f} MB",
        ),
    ]
