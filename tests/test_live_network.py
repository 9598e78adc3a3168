# SPDX-License-Identifier: GPL-2.0-only
"""tools/live-network finds its networks: each test sees no processes but its own."""

import os
import re
import subprocess

import pytest
from live_hosts import SCRIPT, need

#: New namespaces of processes and, but for root, of users.
ALONE = ("unshare", "--pid", "--fork", "--mount-proc")

#: Begins a network that stays, in a folder, and waits until it can be joined.
START = """
start() {
    mkdir -p "$1"
    rm -f "$1/log"
    (cd "$1" && exec "$network" run "${@:2}" >"$1/log" 2>&1) &
    until [ -s "$1/log" ]; do sleep 0.05; done
}
hold='echo ready; exec sleep 50'
"""


@pytest.fixture
def script(tmp_path):
    """Give what runs a script in a folder, where no network is seen but its own."""
    need("ip")
    user = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
    able = subprocess.run([*ALONE, *user, "--net", "true"], capture_output=True, check=False)
    if able.returncode != 0 or not os.access("/dev/net/tun", os.W_OK):
        pytest.skip("no namespaces or TAP devices here")

    def run(text):
        command = [*ALONE, *user, "bash", "-c", f"network={SCRIPT}\n{START}{text}"]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60
        )

    return run


def test_there_is_none(script):
    done = script('"$network" list; "$network" join true')
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: join: there is no network; tools/live-network run makes one\n"


def test_the_only_one_is_found(script):
    """From the folder in which it was made, and from another."""
    done = script(
        'start "$PWD/a" sh -c "$hold"; cd a; "$network" join ip -br address show tap0; '
        'cd ..; "$network" join ip -br address show tap0'
    )
    assert done.stderr == ""
    assert done.stdout.count("10.255.255.254/30") == 2


def test_that_of_this_folder_is_found(script):
    done = script(
        'start "$PWD/a" sh -c "$hold"; start "$PWD/b" sh -c "$hold"; '
        'cd b; "$network" join sh -c "readlink /proc/self/ns/net"; '
        'for p in $("$network" list | cut -f1); do readlink /proc/$p/ns/net; done'
    )
    assert (done.returncode, done.stderr) == (0, "")
    joined, first, second = done.stdout.splitlines()
    assert joined == second != first


def test_several_are_named(script, tmp_path):
    """In one line, and each can be joined by its number."""
    done = script(
        'start "$PWD/a" sh -c "$hold"; start "$PWD/b" sh -c "$hold"; "$network" join true'
    )
    assert (done.returncode, done.stdout) == (1, "")
    start = "error: join: there are several networks, say which by its number: "
    assert done.stderr.startswith(start)
    assert done.stderr.count("\n") == 1
    found = re.findall(r"(\d+) in (\S+) \(sleep 50\)", done.stderr)
    assert [folder for _, folder in found] == [str(tmp_path / "a"), str(tmp_path / "b")]
    done = script(
        'start "$PWD/a" sh -c "$hold"; start "$PWD/b" sh -c "$hold"; '
        'for p in $("$network" list | cut -f1); do "$network" join "$p" echo joined; done'
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "joined\njoined\n", "")


def test_san_live_stands_for_its_network(script):
    """It is named rather than the shell that started it."""
    done = script(
        'ln -s "$(command -v sleep)" san-live; '
        'start "$PWD/a" sh -c "echo ready; ../san-live 30; true"; sleep 0.2; "$network" list'
    )
    assert done.stderr == ""
    assert re.fullmatch(r"\d+\t\S+/a\t\.\./san-live 30\n", done.stdout)


@pytest.mark.parametrize(
    "words, error",
    [
        ("join", "error: join: there is no command"),
        ("join 1", "error: join: there is no command"),
        ("join 99999 true", "error: join: there is no process 99999"),
        ("run", "error: run: there is no command"),
        ("dance true", "error: there is no action dance; --help names all"),
    ],
)
def test_mistakes(script, words, error):
    done = script(f'"$network" {words}')
    assert (done.returncode, done.stdout, done.stderr) == (1, "", error + "\n")
