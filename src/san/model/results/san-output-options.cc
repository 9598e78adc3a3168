/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-output-options.h"

namespace ns3
{

SanOutputOptions::SanOutputOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanOutputOptions::AddOutput()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("storeData", "Store written data, so that reads return it", storeData);
    m_list.AddSwitch("pcap", "Capture the first link or radio of the first target", pcap);
    m_list.Add(
        "snaplen",
        "-1 keeps every byte, compressed by gzip in san.pcap.gz, which Wireshark "
        "reads; otherwise san.pcap has so many bytes of each packet, without TCP payload that "
        "is all zeros, 0 for every byte. What is cut hides the PDUs behind it",
        snaplen,
        IntegerRule("-1", "65535", "bytes"),
        "pcap=true");
}

void
SanOutputOptions::AddResults(bool saysProgress)
{
    m_list.BeginGroup("results");
    m_list.Add("warmUp",
               "Time from the first completion until the steady rate begins to count",
               warmUp,
               TimeRule("0s", "1s"));
    m_list.AddSwitch(
        "tcpSeries",
        "Write congestion window, slow start threshold, bytes in flight and round trip "
        "time of each TCP connection over time to tcp-series.csv",
        tcpSeries);
    m_list.Add("requestInterval",
               "Every how many requests, in the order of completion, one has a row in "
               "requests.csv, which makes the table of a long run short; 0 for no table. "
               "summary.json is about all requests",
               requestInterval,
               IntegerRule("0", MOST, "requests"));
    m_list.Add("requestCompression",
               "What compresses the table of requests: gzip makes requests.csv.gz of it, zstd "
               "requests.csv.zst",
               requestCompression,
               WordRule({"none", "gzip", "zstd"}),
               "requestInterval>0");
    m_list.BeginGroup("output");
    m_list.Add("output", "Folder for the results", folder, TextRule());
    if (saysProgress)
    {
        m_list.AddSwitch("quiet", "Do not say on standard error how far the run is", quiet);
    }
    m_list.AddJson(json);
}

std::string
SanOutputOptions::GetRequestsFile() const
{
    if (requestInterval == 0)
    {
        return "";
    }
    const auto* suffix = requestCompression == "gzip"   ? ".gz"
                         : requestCompression == "zstd" ? ".zst"
                                                        : "";
    return folder + "/requests.csv" + suffix;
}

} // namespace ns3
