/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_INITIATORS_H
#define SAN_INITIATORS_H

#include "ns3/address.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/node.h"
#include "ns3/scsi-block-device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class SanOptions;

/**
 * @ingroup san-scenario
 *
 * Put an initiator for one target on a node.
 *
 * @param node the node
 * @param number the initiator's number, which is in its name
 * @param portals addresses of the target, one or more
 * @param targetName the target's name
 * @param o the options
 * @return the initiator
 * @throw UserError naming the option that is wrong
 */
Ptr<IscsiInitiator> InstallSanInitiator(Ptr<Node> node,
                                        uint32_t number,
                                        const std::vector<Address>& portals,
                                        const std::string& targetName,
                                        const SanOptions& o);

/**
 * @ingroup san-scenario
 *
 * Make what an initiator sees of one target: a block device for each logical unit that it uses.
 *
 * @param initiator the initiator
 * @param firstLun number of the first logical unit
 * @param o the options
 * @return the devices, in the order of their LUNs
 * @throw UserError naming the option that is wrong
 */
std::vector<Ptr<ScsiBlockDevice>> MakeSanDevices(Ptr<IscsiInitiator> initiator,
                                                 uint32_t firstLun,
                                                 const SanOptions& o);

} // namespace ns3

#endif /* SAN_INITIATORS_H */
