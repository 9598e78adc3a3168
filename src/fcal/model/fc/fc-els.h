/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_ELS_H
#define FC_ELS_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * The extended link services of a loop (FC-LS): the first byte of their payload.
 */
enum class FcElsCode : uint8_t
{
    NONE = 0x00,   //!< no extended link service begins so
    LS_RJT = 0x01, //!< reject
    LS_ACC = 0x02, //!< accept
    PLOGI = 0x03,  //!< N_Port login
    LOGO = 0x05,   //!< logout
    REC = 0x13,    //!< Read Exchange Concise
    PRLI = 0x20,   //!< process login
    PRLO = 0x21,   //!< process logout
};

/**
 * @param code a code, any value
 * @return its name as FC-LS prints it, or "Reserved" if FcElsCode has none
 */
std::string GetFcElsCodeName(FcElsCode code);

/**
 * @ingroup fcal-fc
 *
 * Determine the service of a payload, to choose the header that decodes it. The exchange tells what
 * an LS_ACC accepts.
 *
 * @param payload payload of a frame of extended link services, any bytes
 * @return its first byte, not necessarily one that has a name; NONE if it is empty or null
 */
FcElsCode PeekFcElsCode(Ptr<const Packet> payload);

} // namespace ns3

#endif /* FC_ELS_H */
