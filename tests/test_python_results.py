# SPDX-License-Identifier: GPL-2.0-only
"""Results as data frames: the columns, the sums of the stages, the queue depth, bad files."""

import pytest
from conftest import CACHE_STAGES, SSD_STAGES, STAGES, request_line
from ns3_iscsi import results
from ns3_iscsi.stages import ALL_GROUPS, PLAIN_STAGES, STAGE_GROUPS, groups_of


def test_columns_and_words(some_requests):
    requests = results.read_requests(some_requests)
    assert len(requests) == 81
    assert results.operations(requests) == ["read", "write"]
    assert len(results.completed(requests)) == 80
    assert requests.loc[0, "bytes"] == 4096
    assert (requests["phase"] == "").all()


def test_phases(write_requests):
    lines = [request_line(i, "W", 512, sent=1) + phase for i, phase in enumerate((",create", ","))]
    requests = results.read_requests(write_requests(*lines, last=",phase"))
    assert list(requests["phase"]) == ["create", ""]


def test_every_stage_is_in_one_group():
    grouped = [stage for stages in STAGE_GROUPS.values() for stage in stages]
    assert sorted(grouped) == sorted(STAGES)
    assert list(PLAIN_STAGES) == STAGES
    grouped = [stage for stages in ALL_GROUPS.values() for stage in stages]
    assert sorted(grouped) == sorted([*CACHE_STAGES, *SSD_STAGES, *STAGES])


def test_stage_times_add_up_to_the_latency(some_requests):
    requests = results.read_requests(some_requests)
    sums = results.stage_times(requests).sum(axis=1)
    # To the nanosecond of the file.
    assert (sums - requests["latency_s"]).abs().max() < 0.5e-9


def test_stage_groups(write_requests):
    # A different number of microseconds in each stage: 1, 2, 4, ...
    stages = {stage: 1 << i for i, stage in enumerate(STAGES)}
    requests = results.read_requests(write_requests(request_line(0, "R", 512, **stages)))
    times = (results.stage_times(requests) * 1e6).round(6).loc[0].to_dict()
    assert times == {
        "initiator": 1,
        "network": 2,
        "target queue": 4,
        "loop": 8 + 256,
        "disk queue": 16,
        "seek": 32,
        "rotation": 64,
        "transfer": 128,
        "target return": 512,
        "network return": 1024 + 2048,
    }


def test_stage_groups_of_a_page_cache(write_requests):
    names = [*CACHE_STAGES, *STAGES]
    stages = {stage: 1 << i for i, stage in enumerate(names)}
    line = request_line(0, "R", 512, names=names, **stages)
    requests = results.read_requests(write_requests(line, names=names))
    times = (results.stage_times(requests) * 1e6).round(6).loc[0]
    assert list(times.index) == [*groups_of(CACHE_STAGES), *STAGE_GROUPS]
    assert list(times.iloc[:4]) == [1, 2, 4, 8]
    assert times.sum() == pytest.approx(requests.loc[0, "latency_s"] * 1e6)


def test_stage_groups_of_an_ssd(write_requests):
    place = STAGES.index("media_done")
    names = [*STAGES[:place], *SSD_STAGES, *STAGES[place:]]
    line = request_line(0, "R", 512, names=names, die_won=5, cells_read=70, answered=9)
    requests = results.read_requests(write_requests(line, names=names))
    times = (results.stage_times(requests) * 1e6).round(6)
    order = ["disk queue", "seek", "rotation", "controller", "die", "cells", "channel"]
    assert list(times.columns[4:11]) == order
    taken = {"die": 5, "cells": 70, "network return": 9}
    assert results.taken_stages(times).loc[0].to_dict() == taken
    assert results.taken_stages(times * 0).equals(times * 0)


def test_an_empty_time_of_a_page_cache_is_refused(write_requests):
    names = [*CACHE_STAGES, *STAGES]
    line = request_line(0, "R", 512, names=names, cache_hit=3).replace(",ok,0.000003000", ",ok,")
    with pytest.raises(ValueError, match=r"requests\.csv:2: cache_hit_s is empty, not a time"):
        results.read_requests(write_requests(line, names=names))


def test_queue_depth(write_requests):
    # 0 to 10 us, 5 to 20 us, and one that begins as the first ends: 10 to 15 us.
    path = write_requests(
        request_line(0, "R", 512, sent=10),
        request_line(10, "R", 512, sent=5),
        request_line(5, "W", 512, sent=15),
    )
    depth = results.queue_depth(results.read_requests(path))
    assert [(round(time * 1e6, 3), n) for time, n in depth.items()] == [
        (0, 1),
        (5, 2),
        (10, 2),
        (15, 1),
        (20, 0),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty, expected the header of a requests.csv"),
        ("time_s,lba\n1,2\n", "not a requests.csv, it lacks the column device"),
    ],
)
def test_other_files_are_refused(tmp_path, content, reason):
    path = tmp_path / "requests.csv"
    path.write_text(content)
    with pytest.raises(ValueError) as error:
        results.read_requests(path)
    assert str(error.value) == f"{path}: {reason}"


def test_a_time_that_is_none_is_refused_in_one_line(write_requests):
    good = request_line(0, "R", 512, seek_done=3)
    path = write_requests(
        good, good.replace("0.000003000", "0.-30210381", 1).replace("0.000003", "1")
    )
    with pytest.raises(ValueError) as error:
        results.read_requests(path)
    assert str(error.value) == f"{path}:3: latency_s is '0.-30210381', not a time in seconds"


def test_an_empty_time_is_refused(write_requests):
    good = request_line(0, "R", 512, completed=3)
    path = write_requests(good, good.removesuffix("0.000003000"))
    with pytest.raises(ValueError) as error:
        results.read_requests(path)
    assert str(error.value) == f"{path}:3: completed_s is empty, not a time in seconds"


def test_stage_times_of_texts_are_refused_in_one_line(some_requests):
    requests = results.read_requests(some_requests).astype({"seek_done_s": str})
    requests.loc[3, "seek_done_s"] = "0.-30210381"
    with pytest.raises(ValueError) as error:
        results.stage_times(requests)
    assert str(error.value) == "could not convert string to float: '0.-30210381'"


def test_stages_without_a_column_take_no_time(some_requests):
    requests = results.read_requests(some_requests)
    times = results.stage_times(requests.drop(columns=["loop_won_s", "rotation_done_s"]))
    assert list(times.columns) == list(STAGE_GROUPS)
    assert (times["rotation"] == 0).all()
    assert (times["loop"] == requests["back_on_loop_s"]).all()
    assert times.drop(columns="rotation").equals(
        results.stage_times(requests).drop(columns="rotation")
    )


def test_no_request(write_requests):
    path = write_requests()
    with pytest.raises(ValueError) as error:
        results.read_requests(path)
    assert str(error.value) == f"{path}: no request was completed"
