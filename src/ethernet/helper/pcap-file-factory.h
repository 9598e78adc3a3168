/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PCAP_FILE_FACTORY_H
#define PCAP_FILE_FACTORY_H

#include "ns3/pcap-file-wrapper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Create a capture file for Ethernet frames. ns-3's own PcapHelper takes the link type as one type
 * up to 3.48 and as another in later versions.
 *
 * @param name the file's name; the simulation is aborted if it cannot be written
 * @return the file, its header written
 */
Ptr<PcapFileWrapper> CreateEthernetPcapFile(const std::string& name);

} // namespace ns3

#endif /* PCAP_FILE_FACTORY_H */
