/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_NEXUS_NAME_H
#define SCSI_NEXUS_NAME_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup scsi-codec
 *
 * The name of an I_T nexus, as in ScsiTask::initiatorPort: the name of the initiator port, and
 * behind it ",t,0x" and four hexadecimal digits of the target port (RFC 7143, 4.4.1). The first
 * target port adds nothing, so that the nexuses of a target with one port are called as its
 * initiator ports.
 *
 * @param initiatorPort name of the initiator port
 * @param targetPort relative target port identifier; 0 means the first one, too
 * @return name of the nexus
 */
std::string MakeScsiNexusName(const std::string& initiatorPort, uint16_t targetPort);

/**
 * @ingroup scsi-codec
 *
 * @param nexus name of a nexus
 * @return name of its initiator port
 */
std::string GetScsiInitiatorPort(const std::string& nexus);

/**
 * @ingroup scsi-codec
 *
 * @param nexus name of a nexus
 * @return relative target port identifier of its target port, 1 for the first one
 */
uint16_t GetScsiTargetPort(const std::string& nexus);

} // namespace ns3

#endif /* SCSI_NEXUS_NAME_H */
