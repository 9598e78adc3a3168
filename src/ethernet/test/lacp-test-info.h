/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_TEST_INFO_H
#define LACP_TEST_INFO_H

#include "ns3/lacp-port-info.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-tests
 *
 * @param number of the end
 * @param state of the end
 * @return what is said of one end of a link
 */
inline LacpPortInfo
MakeLacpInfo(uint8_t number, uint8_t state)
{
    LacpPortInfo info;
    info.systemPriority = 0x1000 + number;
    const uint8_t address[]{2, 0, 0, 0, 0, number};
    info.system.CopyFrom(address);
    info.key = 0x2000 + number;
    info.portPriority = 0x3000 + number;
    info.port = 0x4000 + number;
    info.state = state;
    return info;
}

} // namespace ns3

#endif /* LACP_TEST_INFO_H */
