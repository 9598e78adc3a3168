/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-profile.h"

#include <algorithm>

namespace ns3
{

const std::vector<LiveProfile>&
LiveProfile::GetAll()
{
    // The sources of the figures of clouds are on the page of this module.
    static const std::vector<LiveProfile> profiles{
        {"drive",
         "a SCSI drive of 36 GB and 15,000 revolutions per minute",
         {"--device=disk", "--drive=CheetahX15-36LP"}},
        {"loop",
         "a drive of 9 GB on an arbitrated loop, behind an iSCSI gateway",
         {"--device=disk", "--drive=Cheetah9LPFC", "--gateway", "--loops=1"}},
        {"wan",
         "memory behind 40 ms, 100 Mb/s and one lost packet in a thousand",
         {"--device=ram",
          "--delay=40ms",
          "--linkRate=100Mbps",
          "--lossToTargets=0.001",
          "--lossToInitiators=0.001"}},
        {"satellite",
         "memory behind a geostationary satellite: 280 ms, 10 Mb/s and some losses",
         {"--device=ram",
          "--delay=280ms",
          "--linkRate=10Mbps",
          "--lossToTargets=0.0005",
          "--lossToInitiators=0.0005"}},
        {"aws-gp2",
         "a gp2 volume of 100 GiB at Amazon: 300 IOPS, 3000 while there are credits",
         {"--device=volume",
          "--volumeBlocks=209715200",
          "--volumeLatency=1ms",
          "--volumeRate=300",
          "--volumeBurstRate=3000",
          "--volumeCredits=5400000",
          "--volumeIoSize=262144",
          "--volumeBandwidth=1073741824bps"}},
        {"aws-gp3",
         "a gp3 volume of 100 GiB at Amazon: 3000 IOPS and 125 MiB/s",
         {"--device=volume",
          "--volumeBlocks=209715200",
          "--volumeLatency=1ms",
          "--volumeRate=3000",
          "--volumeIoSize=262144",
          "--volumeBandwidth=1048576000bps"}},
        {"google-standard",
         "a standard persistent disk of 200 GiB at Google: 150 reads or 300 writes a second, 24 "
         "MiB/s",
         {"--device=volume",
          "--volumeBlocks=419430400",
          "--volumeLatency=5ms",
          "--volumeRate=300",
          "--volumeReadCost=2",
          "--volumeBandwidth=201326592bps"}},
        {"azure-p10",
         "a premium SSD P10 of 128 GiB at Azure: 500 IOPS and 100 MB/s, 3500 and 170 while there "
         "are credits",
         {"--device=volume",
          "--volumeBlocks=268435456",
          "--volumeLatency=2ms",
          "--volumeRate=500",
          "--volumeBurstRate=3500",
          "--volumeCredits=5400000",
          "--volumeIoSize=262144",
          "--volumeBandwidth=800Mbps",
          "--volumeBurstBandwidth=1360Mbps",
          "--volumeBandwidthCredits=126000000000"}},
        {"failing",
         "a drive that wears out: unreadable sectors, a slow tenth, stalls of 5 s",
         {"--device=disk",
          "--drive=Cheetah9LP",
          "--driveLatentSectors=2000",
          "--driveSlowTime=200ms",
          "--driveSlowBegin=0.1",
          "--driveSlowEnd=0.2",
          "--driveStallInterval=60s",
          "--driveStallTime=5s"}},
        {"flaky",
         "a drive that fails one request in a thousand",
         {"--device=disk", "--drive=Cheetah9LP", "--driveErrorRate=0.001", "--driveErrorTime=1s"}},
        {"lying",
         "a drive that completes flushes while blocks are in its cache alone",
         {"--device=disk", "--drive=Cheetah9LP", "--ignoreFlush"}},
    };
    return profiles;
}

const LiveProfile*
LiveProfile::Find(const std::string& name)
{
    const auto& all = GetAll();
    const auto found = std::ranges::find(all, name, &LiveProfile::name);
    return found == all.end() ? nullptr : &*found;
}

std::string
LiveProfile::GetOptionText() const
{
    std::string text;
    for (const auto& option : options)
    {
        text += (text.empty() ? "" : " ") + option;
    }
    return text;
}

} // namespace ns3
