# SPDX-License-Identifier: GPL-2.0-only
"""What compare_results.py runs: each program of the build with short, meaningful options.

A case runs in an empty folder that has links to `traces` and `jobs` (examples/jobs) of this
checkout. Options differ between two checkouts where one was renamed: `old` then has those of the
older one, until no checkout of interest has that name any more.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """A program and its options, as words on a command line."""

    program: str
    options: str = ""
    #: Options of the older checkout; None if they are the same.
    old: str | None = None
    #: Regular expression of what the wall clock decides in the outputs, which is not compared.
    clock: str = ""

    def words(self, is_old: bool) -> str:
        """Give the options for one of the checkouts."""
        return self.options if self.old is None or not is_old else self.old


#: Programs without a result that two builds have in common, and why.
LEFT_OUT = {
    "disk-requests": "measures wall time",
    "ssd-requests": "measures processor time",
    "host-postmark": "measures wall time",
    "idle-sessions": "measures memory",
    "iscsi-bulk": "measures wall time",
    "large-san": "measures wall time",
    "live-example": "needs a network, and goes by the wall clock",
    "live-path": "needs two networks, and goes by the wall clock",
    "live-switch": "needs networks, and goes by the wall clock",
    "ns3-iscsi-test-runner": "runs the suites",
    "san-live": "needs a network, and goes by the wall clock",
    "small-commands": "measures wall time",
    "trace-lines": "measures wall time",
}

#: What disk-replay tells of its own speed and memory.
SPEED = r'simulated in .*|"wall_seconds": [^,]*, "requests_per_second": [^,]*, "peak.*'

TRACE = "traces/postmark-ext4.csv.gz"
RAM = "--device=ram --drives=1"
CLOSED = "--workload=closed --queueDepth=8"
WRITTEN = "--readFraction=0.5 --size=4096:3,65536:1"
FILES = "--device=ram --drives=1 --cache=16 --linkRate=1Gbps"
POSTMARK = "--workload=postmark --postmarkNumber=40 --postmarkTransactions=60"
FIBRE = "--gateway=1 --loops=1 --drive=Cheetah9LPFC"
DIGESTS = "--headerDigest=CRC32C --dataDigest=CRC32C"

SAN = {
    "plain": "--count=300",
    "closed": f"{CLOSED} --count=400 {WRITTEN} --tcpSeries=1",
    "initiators": "--initiators=3 --targets=2 --workload=poisson --rate=150 --count=150",
    "fixed": "--workload=fixed --rate=200 --count=200 --pattern=zipf --scheduler=sptf",
    "trace": f"--workload=trace --trace={TRACE} --stop=5s",
    "trace-closed": f"--workload=trace --trace={TRACE} --traceMode=closed --stop=2s",
    "fio": f"--workload=fio --fio=jobs/database.fio {RAM}",
    "iometer": f"--workload=iometer --iometer=jobs/servers.icf {RAM} --initiators=2 --count=300"
    " '--iometerSpecification=File server'",
    "verify": f"--workload=verify {RAM} --verifyBlocks=4096 --count=200 --storeData=1",
    "array": f"--array=raid5 --arrayMembers=4 {CLOSED} --count=200 {WRITTEN}",
    "gateway": f"{FIBRE} {CLOSED} --count=300 {WRITTEN} --loopUse=1",
    "gateway-ports": "--gateway=1 --gatewayTransferMode=StoreAndForward --count=200"
    " --readFraction=0",
    "capture": f"{RAM} {CLOSED} --count=60 {WRITTEN} --pcap=1 --snaplen=0",
    "capture-short": f"{RAM} {CLOSED} --count=60 --size=65536 --pcap=1 --snaplen=128",
    "capture-gzip": f"{RAM} {CLOSED} --count=60 --storeData=1 --pcap=1 {DIGESTS}",
    "connections": f"{RAM} {CLOSED} --count=300 --connections=4 --links=4 --size=65536",
    "recovery": f"{RAM} {CLOSED} --count=200 {DIGESTS} --errorRecoveryLevel=2 --connections=2"
    " --lossToTargets=0.01 --lossToInitiators=0.01",
    "keys": f"{RAM} {CLOSED} --count=150 --size=65536 --readFraction=0 --immediateData=0"
    " --maxBurstLength=16384 --firstBurstLength=16384 --maxRecvDataSegmentLength=4096",
    "chap": f"{RAM} --authMethod=CHAP --chapUser=host --chapSecret=secretsecret1 --count=50",
    "sharing": f"{RAM} {CLOSED} --count=150 --connections=2 --tcpSharing=ensemble"
    " --lossToInitiators=0.01 --size=65536",
    "offload": f"{RAM} {CLOSED} --count=300 --offload=tso --size=65536 --linkRate=1Gbps",
    "queue-disc": f"{RAM} {CLOSED} --count=200 --queueDisc=codel --ecn=1 --size=65536",
    "ppp": f"{RAM} {CLOSED} --count=200 --linkType=ppp --reorderToInitiators=0.05",
    "limiter": f"{RAM} {CLOSED} --count=200 --limiterRate=50Mbps --lossToTargets=0.01"
    " --lossBurst=3",
    "bond": f"{RAM} {CLOSED} --count=400 --bond=802.3ad --bondHash=layer3+4 --initiators=2"
    " '--cablePull=3200ms 3400ms'",
    "multipath": f"{RAM} {CLOSED} --count=400 --links=2 --multipath=round-robin"
    " '--pathPull=100ms 300ms' --pathCheckInterval=100ms",
    "processor": f"{RAM} {CLOSED} --count=200 --timePerCommand=50us --targetTimePerByte=5"
    " --interruptDelay=100us",
    "postmark": f"{FILES} {POSTMARK} --fileSystem=ext4 --cacheInterval=100ms",
    "postmark-ext3": f"{POSTMARK} --drives=1 --cache=16 --fileSystem=ext3",
    "bonnie": f"{FILES} --workload=bonnie --bonnieFileSize=8 --bonnieFiles=1 --bonnieSeeks=50"
    " --bonnieChunkSize=8192",
    "dd": f"{FILES} --workload=dd --ddBlockSize=65536 --ddCount=128 --ddConv=fsync",
    "copy": f"{FILES} --workload=copy --copyDirectories=3 --copyFilesPerDirectory=10",
    "files": f"{FILES} --workload=files --fileTrace=traces/build-hello-untar.trace.gz",
    "nfs": f"{FILES} {POSTMARK} --fileService=nfs --pcap=1 --snaplen=0",
    "smb": f"{FILES} {POSTMARK} --fileService=smb",
    "smb1": f"{FILES} --workload=dd --ddBlockSize=65536 --ddCount=64 --fileService=smb1",
    "h2benchw": "--workload=h2benchw --drives=1 --h2benchwZones=3 --h2benchwInterfaceRequests=20"
    " --h2benchwAccesses=20 --h2benchwZoneSize=1048576",
}

CASES = {
    "array-example": Case("array-example"),
    "array-rebuild": Case("array-example", "--level=1 --members=2 --failed=0 --rebuild=1"),
    "block-io-example": Case("block-io-example", "--count=3000 --disks=2 --requests=requests.csv"),
    "block-trace-info": Case("block-trace", f"info {TRACE}"),
    "block-trace-convert": Case("block-trace", f"convert {TRACE} out.spc"),
    "bond-example": Case(
        "bond-example", "--bytes=6000000 --series=series.csv --pull=4100ms --outage=900ms"
    ),
    "disk-catalogue": Case("disk-catalogue"),
    "disk-h2benchw": Case("disk-h2benchw", "--output=out"),
    "drive-fio": Case("drive-fio", "--job=jobs/database.fio --output=out"),
    "disk-model-example": Case("disk-model-example", "--requests=5000 --readFraction=0.5"),
    "ssd-model-example": Case("ssd-model-example", "--passes=1"),
    "disk-replay": Case(
        "disk-replay",
        f"--trace={TRACE} --out=out.csv --summary=out.json",
        clock=SPEED,
    ),
    "disk-replay-closed": Case(
        "disk-replay",
        f"--trace={TRACE} --queueDepth=8 --scheduler=Sptf",
        clock=SPEED,
    ),
    "ethernet-example": Case("ethernet-example", "--time=30ms --portQueue=64kB"),
    "fair-tcp-example": Case("fair-tcp-example", "--duration=1s --windows=windows.csv"),
    "fair-tcp-temporal": Case("fair-tcp-example", "--duration=1s --sharing=temporal"),
    "fcal-example": Case("fcal-example", "--count=500 --use=use.csv --pcap=loop"),
    "file-service-nfs": Case("file-service-example", "--program=postmark --pcap=nfs.pcap"),
    "file-service-smb": Case("file-service-example", "--service=Smb --fileSystem=Extent"),
    "first-scenario": Case("first-scenario"),
    "gateway-example": Case("gateway-example", "--count=50 --output=out"),
    "host-io-example": Case("host-io-example", "--requests=requests.csv --phases=phases.csv"),
    "iscsi-connections": Case("iscsi-connections", "--count=100 --loss=0.001"),
    "iscsi-example": Case("iscsi-example", "--size=65536"),
    "scsi-example": Case("scsi-example", ""),
    "tcp-bulk": Case("tcp-bulk", "--stop=1s --tcpSeries=1 --lossToTargets=0.001"),
    "tcp-bulk-bond": Case("tcp-bulk", "--stop=300ms --bond=balance-xor --offload=tso"),
    "wireless-san": Case(
        "wireless-san", f"{RAM} {CLOSED} --count=60 --size=16384 --relays=1 --wifiStandard=802.11g"
    ),
    "wireless-moves": Case(
        "wireless-san", f"{RAM} --count=60 --interferers=1 --wifiFading=1 --pcap=1 --snaplen=0"
    ),
    **{f"iscsi-san-{name}": Case("iscsi-san", options) for name, options in SAN.items()},
}
