# SPDX-License-Identifier: GPL-2.0-only
"""No option of iscsi-san is accepted without an effect.

Each option is set alone in each of a number of networks. What it needs decides where it may be set;
where it may, some network's results have to change.
"""

import hashlib
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from ns3_iscsi import San, sweep
from ns3_iscsi.build_info import program
from ns3_iscsi.parameters import ParameterError, parameters
from san_runs import error_of

FEW = {"count": 40}
BUSY = {**FEW, "workload": "closed", "queueDepth": 8, "size": "65536:1,512:1"}
RAM = {**BUSY, "device": "ram"}
HOST = {"cache": 1, "drives": 1}
COLUMNS = [f"time=1:{unit},operation=2,address=3:byte,length=4:byte" for unit in ("us", "ms")]
JOB = "[global]\nbs=4k\nsize=16k\n[a]\nrw=randread\n[b]\nrw=randwrite\nstartdelay=20ms\n"
ICF = """Version 1.1.0
'ACCESS SPECIFICATIONS ====
'Access specification name,default assignment
{name},NONE
'size,% of size,% reads,% random,delay,burst,align,reply
4096,100,50,100,0,1,0,0
'End access specifications
"""
TRACE = "time_s,operation,lba,blocks\n" + "".join(
    f"{i / 500},{'RW'[i % 2]},{4096 * (i * 7 % 100)},8\n" for i in range(40)
)
FILES = (
    "0 0.001 0 open 1 /a create\n0.01 0.001 0 pwrite 1 0 65536\n0.5 0.001 0 fsync 1\n"
    "0.6 0.001 0 close 1\n"
)

#: The networks. Together they have every feature.
BASES = {
    "default": FEW,
    "closed": BUSY,
    "idle": {**FEW, "rate": 2, "count": 6},
    "ram": RAM,
    "writes": {**RAM, "readFraction": 0, "size": "1048576", "linkRate": "1Gbps"},
    "late": {**RAM, "delay": "40ms", "size": "1048576", "accessRate": "150Mbps"},
    "sessions": {
        **RAM,
        "connections": 2,
        "headerDigest": "CRC32C",
        "dataDigest": "CRC32C",
        "authMethod": "CHAP",
        "chapUser": "alice",
        "chapSecret": "secret-of-alice",
        "links": 2,
        "initiators": 2,
        "targets": 2,
        "pcap": True,
    },
    "losses": {
        **RAM,
        "count": 150,
        "lossToTargets": 0.03,
        "lossToInitiators": 0.03,
        "reorderToTargets": 0.02,
        "errorRecoveryLevel": 2,
    },
    "pulled": {**RAM, "count": 3000, "pathPull": "200ms 25s", "nopInterval": "1s", "links": 2},
    "lost session": {
        **RAM,
        "count": 200,
        "pathPull": "50ms 1500ms",
        "nopInterval": "200ms",
        "nopTimeout": "200ms",
        "defaultTime2Wait": 0,
    },
    "cores": {
        **RAM,
        "connections": 2,
        "targets": 2,
        "timePerPdu": "50us",
        "timePerByte": 5,
        "targetCores": 2,
    },
    "host array": {**RAM, "hostArray": "stripe", "targets": 2},
    "limited": {**RAM, "limiterRate": "20Mbps"},
    "marked": {**RAM, "count": 300, "queueDisc": "red", "queueDiscLimit": "20p", "initiators": 4},
    "bond": {**RAM, "initiators": 4, "bond": "802.3ad", "interruptDelay": "50us"},
    "leaf-spine": {
        **RAM,
        "count": 200,
        "initiators": 4,
        "targets": 3,
        "spines": 2,
        "leaves": 4,
        "pathPull": "50ms 1500ms",
    },
    "ppp": {**RAM, "linkType": "ppp"},
    "cable": {**RAM, "switches": 0},
    "multipath": {**RAM, "links": 2, "portals": 2, "multipath": "round-robin"},
    "no path": {
        **RAM,
        "count": 2000,
        "portals": 2,
        "multipath": "failover",
        "pathPull": "50ms 12s",
        "nopInterval": "1s",
        "nopTimeout": "1s",
    },
    "ssd": {**BUSY, "device": "ssd", "drive": "850EVO"},
    "volume": {
        **BUSY,
        "device": "volume",
        "volumeRate": 50,
        "volumeBurstRate": 500,
        "volumeCredits": 10,
        "volumeIoSize": 4096,
        "delay": "0s",
    },
    "volume bytes": {
        **BUSY,
        "device": "volume",
        "volumeBandwidth": "1Mbps",
        "volumeBurstBandwidth": "10Mbps",
        "volumeBandwidthCredits": 200000,
    },
    "worn": {
        **RAM,
        "readFraction": 1,
        "drives": 1,
        "driveLatentSectors": 100000,
        "driveErrorRate": 0.02,
        "driveErrorTime": "20ms",
        "driveSlowTime": "20ms",
        "driveStallInterval": "5ms",
        "driveStallTime": "3ms",
        "mayFail": True,
    },
    "sorted": {**BUSY, "scheduler": "sptf", "drives": 1},
    "array": {**BUSY, "array": "raid5", "pcap": True},
    "gateway": {**BUSY, "gateway": True},
    "loops": {**BUSY, "gateway": True, "loops": 1, "drive": "Cheetah9LPFC"},
    "use": {**RAM, "gateway": True, "loops": 1, "loopUse": True},
    "wifi": {
        **FEW,
        "linkType": "wifi",
        "relays": 1,
        "interferers": 1,
        "device": "ram",
        "wifiFading": 1,
        "rate": 20,
    },
    "trace": {"workload": "trace", "trace": "t.csv"},
    "closed trace": {"workload": "trace", "trace": "t.csv", "traceMode": "closed"},
    "large trace": {"workload": "trace", "trace": "large.csv"},
    "columns": {"workload": "trace", "trace": "t.txt", "traceColumns": COLUMNS[0]},
    "files": {**HOST, "workload": "files", "fileTrace": "t.files", "fileSystem": "ext3"},
    "fio": {"workload": "fio", "fio": JOB},
    "iometer": {"workload": "iometer", "iometer": ICF.format(name="a"), "count": 30},
    "verify": {**RAM, "workload": "verify", "verifyBlocks": 1024, "drives": 1, "pcap": True},
    "h2benchw": {
        "workload": "h2benchw",
        "drives": 1,
        "h2benchwZones": 2,
        "h2benchwAccesses": 5,
        "h2benchwInterfaceRequests": 4,
        "linkRate": "1Gbps",
    },
    "page cache": {**BUSY, **HOST, "pattern": "sequential", "size": "4096"},
    "dd": {**HOST, "workload": "dd", "ddCount": 6000, "journalCommitInterval": "100ms"},
    "dd read": {**HOST, "workload": "dd", "ddCount": 2000, "ddOperation": "read"},
    "bonnie": {
        **HOST,
        "workload": "bonnie",
        "bonnieFileSize": 1,
        "bonnieSeeks": 30,
        "bonnieFiles": 1,
    },
    "postmark": {
        **HOST,
        "workload": "postmark",
        "postmarkNumber": 30,
        "postmarkTransactions": 40,
    },
    "copy": {
        **HOST,
        "workload": "copy",
        "copyDirectories": 2,
        "copyFilesPerDirectory": 5,
    },
}
BASES |= {
    "unknown target": {**RAM, "targetName": "iqn.2026-11.org.nsnam:none"},
    "failing path": {
        **RAM,
        "readFraction": 1,
        "size": "16384",
        "linkRate": "20Mbps",
        "links": 2,
        "multipath": "round-robin",
        "nopInterval": "200ms",
        "nopTimeout": "200ms",
        "defaultTime2Wait": 0,
        "pathPull": "300ms 1500ms",
        "count": 1500,
    },
    "slow writes": {"rate": 5, "count": 60, "readFraction": 0, "drives": 1, "cache": 16},
    "unbuffered": {**BASES["postmark"], "postmarkBuffering": False},
    "robocopy": {**BASES["copy"], "copyStyle": "Robocopy"},
    "nfs copy": {**BASES["copy"], "fileService": "nfs"},
}
_LARGE = {**HOST, "workload": "dd", "ddBlockSize": 1048576, "ddCount": 4}
for _service in ("smb", "smb1"):
    for _operation in ("read", "write"):
        BASES[f"{_service} {_operation}"] = {
            **_LARGE,
            "fileService": _service,
            "ddOperation": _operation,
            f"{_service}Multiplex": 8,
        }
for _service in ("nfs", "smb", "smb1"):
    BASES[_service] = {**BASES["postmark"], "fileService": _service, "postmarkSizeHigh": 200000}
#: What a client of NFS has not written itself it has to read, and what it has no room for again.
BASES["nfs read"] = {**_LARGE, "fileService": "nfs", "ddOperation": "read"}
BASES["nfs without a cache"] = {**BASES["nfs"], "nfsCacheMemory": 0}
for _word in parameters()["workload"].values:
    if not any(base.get("workload", "poisson") == _word for base in BASES.values()):
        BASES[_word] = {**HOST, "workload": _word}

#: Values that are tried where twice the default, or another word, does not show the effect.
VALUES = {
    "ramLatency": ["1ms"],
    "volumeLatency": ["1s"],
    "volumeRate": [20],
    "volumeCredits": [30],
    "volumeBandwidthCredits": [1000],
    "driveSlowBegin": [0.5],
    "driveSlowEnd": [0.5],
    "drive": ["CheetahX15-36LP"],
    "schedulerDepth": [2],
    "fioSection": ["a"],
    "queue": ["2p"],
    "links": [2, 3],
    "queueDiscLimit": ["5p"],
    "wifiMsduLifetime": ["1ms"],
    "wifiFading": [3],
    "relays": [2],
    "interferers": [2],
    "authMethod": ["CHAP"],
    "chapUser": ["bob"],
    "chapSecret": ["secret-of-another"],
    "targetChapSecret": ["secret-of-another"],
    "nopInterval": ["10ms", "2s"],
    "pathCheckInterval": ["100ms", "20s"],
    "bonnieFiles": [2],
    "postmarkSubdirectories": [3],
    "copyFileSize": ["ns3::ConstantRandomVariable[Constant=1000]"],
    "nfsAcRegMin": ["1us"],
    "nfsAcDirMin": ["1us"],
    "nfsCacheMemory": [0],
    "smbMultiplex": [2],
    "smbThreads": [1],
    "smbCredits": [1],
    "smb1Multiplex": [2],
    "smb1Threads": [1],
    "smb1MaxMpxCount": [1],
    "smbReadSize": [4096],
    "smbWriteSize": [4096],
    "smb1ReadSize": [4096],
    "smb1WriteSize": [4096],
    "nfsReadSize": [4096],
    "nfsWriteSize": [4096],
    "nopTimeout": ["500ms"],
    "noPathTimeout": ["1s"],
    "gatewayCommandTimeout": ["1ms"],
    "fcExchangeTimeout": ["1ms"],
    "h2benchwDelay": ["1ms"],
    "traceColumns": COLUMNS,
    "targetName": ["iqn.2026-11.org.nsnam:target-1"],
    "mayFail": [True],
}

#: What has no effect in these networks, and why.
NO_EFFECT = {
    "verifyStopAtMismatch": "nothing in them makes contents wrong",
    "cacheFlushInterval": "no page here is old when they are looked for",
    "nfsDirectoryReadSize": "no directory here is larger than a reply",
    "nfsAcRegMax": "no run here is as long as attributes are believed",
    "nfsAcDirMax": "no run here is as long as attributes are believed",
    "nfsTimeout": "no server here is silent",
    "smb1MaxBufferSize": "no message here is larger, as large ones are allowed",
    "output": "where results are is not in them",
    "quiet": "what it says while it runs is no result",
}


def other_values(parameter):
    """Give values that differ from a parameter's default."""
    if parameter.name in VALUES:
        return VALUES[parameter.name]
    default = parameter.default_value
    if parameter.type == "boolean":
        return [not default]
    if parameter.type == "word":
        return [word for word in parameter.values if word != default]
    values = [parameter.check(parameter.example)]
    if parameter.type in ("integer", "number"):
        low, high = (float(end) for end in parameter.range.split(":"))
        for value in (2 * default, default / 2, default + 1, low):
            if low <= value <= high:
                values.append(parameter.check(parameter.python_type(value)))
    if parameter.type in ("time", "rate"):
        number = default.rstrip("abcdefghijklmnopqrstuvwxyzGM")
        unit = default[len(number) :]
        values += [f"{float(number) * factor:g}{unit}" for factor in (4, 0.25)]
    return [value for value in dict.fromkeys(values) if value != default]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give a folder with the files that the networks read."""
    path = tmp_path_factory.mktemp("effects")
    (path / "t.csv").write_text(TRACE)
    (path / "large.csv").write_text("time_s,operation,lba,blocks\n0,R,900000000,8\n")
    (path / "t.files").write_text(FILES)
    rows = (f"{2000 * i} {'RW'[i % 2]} {4096 * (i * 7 % 100)} 4096\n" for i in range(40))
    (path / "t.txt").write_text("".join(rows))
    return path


def outcome(folder, tag, values):
    """Run a network and give a hash of all that it says and writes."""
    out = folder / tag
    command = [program("iscsi-san"), f"--output={out}", *San(**values).arguments()]
    done = subprocess.run(command, capture_output=True, cwd=folder, timeout=240)
    digest = hashlib.sha256((done.stdout + done.stderr).replace(str(out).encode(), b""))
    for path in sorted(out.iterdir()) if out.exists() else ():
        digest.update(path.name.encode() + path.read_bytes())
    shutil.rmtree(out, ignore_errors=True)
    return digest.hexdigest()


def bases_of(parameter):
    """Give the names of the networks, first those that set what a parameter needs."""
    needs = " ".join(parameter.needs)
    return sorted(BASES, key=lambda name: -sum(one in needs for one in BASES[name]))


def changes(parameter, folder, results):
    """Tell whether some value of a parameter changes some network's results."""
    for name in bases_of(parameter):
        for number, value in enumerate(other_values(parameter)):
            values = {**BASES[name], parameter.name: value}
            try:
                San(**values).check()
            except ParameterError:
                continue
            if BASES[name].get(parameter.name) == value:
                continue
            if outcome(folder, f"{parameter.name}-{number}", values) != results[name]:
                return True
    return False


def test_no_option_is_accepted_without_effect(folder):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        hashes = pool.map(lambda one: outcome(folder, one, BASES[one]), BASES)
        results = dict(zip(BASES, hashes, strict=True))
        known = list(parameters().values())
        changed = pool.map(lambda one: changes(one, folder, results), known)
        without = [one.name for one, has in zip(known, changed, strict=True) if not has]
    assert sorted(without) == sorted(NO_EFFECT)


def test_the_program_and_python_refuse_the_same(tmp_path):
    """Each option by itself in the default network: what lacks something is refused."""
    refused = []
    for one in parameters().values():
        for value in other_values(one)[:1]:
            try:
                San(**{one.name: value}).check()
            except ParameterError as error:
                refused.append((San(**{one.name: value}).arguments(), str(error)))
    assert len(refused) > 130
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lines = pool.map(lambda case: error_of(tmp_path / "out", *case[0]), refused)
        assert list(lines) == [f"error: {error}" for _, error in refused]


def test_a_sweep_refuses_before_it_runs(tmp_path):
    grid = {"queueDepth": [1, 8], "workload": ["closed", "poisson"]}
    with pytest.raises(
        ParameterError, match=r"^queueDepth: 8 needs workload=closed, iometer or verify"
    ):
        sweep(San(), grid, folder=tmp_path / "sweep", quiet=True)
    assert not (tmp_path / "sweep").exists()


def test_a_file_of_parameters_refuses_when_it_runs(tmp_path):
    path = tmp_path / "san.toml"
    path.write_text("[path]\nlossBurst = 4\n")
    with pytest.raises(ParameterError, match=r"^lossBurst: 4 needs lossToTargets, or lossToIni"):
        San.load(path).run()
    path.write_text("[path]\nlossBurst = 4\nlossToTargets = 0.01\n")
    San.load(path).check()
