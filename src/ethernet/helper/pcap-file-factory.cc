/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pcap-file-factory.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{
constexpr uint32_t LINKTYPE_ETHERNET = 1; //!< the value in the header of a capture file
} // namespace

Ptr<PcapFileWrapper>
CreateEthernetPcapFile(const std::string& name)
{
    const auto file = CreateObject<PcapFileWrapper>();
    file->Open(name, std::ios::out);
    NS_ABORT_MSG_IF(file->Fail(), name << ": the capture file cannot be opened");
    file->Init(LINKTYPE_ETHERNET);
    return file;
}

} // namespace ns3
