/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_HEADER_H
#define LACP_HEADER_H

#include "lacp-port-info.h"

#include "ns3/header.h"

namespace ns3
{

/**
 * @ingroup ethernet-lacp
 *
 * An LACPDU of version 1 (IEEE 802.1AX), the payload of a frame of the Slow Protocols: what a port
 * says of itself, and what it knows of its partner.
 */
class LacpHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x8809; //!< of the Slow Protocols
    static constexpr uint8_t SUBTYPE = 1;          //!< LACP among the Slow Protocols
    static constexpr uint8_t VERSION = 1;          //!< of LACP
    static constexpr uint32_t SIZE = 110;          //!< bytes

    /**
     * @return the address to which frames of the Slow Protocols go
     */
    static Mac48Address GetSlowProtocolsAddress();

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /**
     * Read an LACPDU. As the standard wants it, versions, types and reserved fields are not
     * checked.
     *
     * @param start where it begins
     * @return bytes read; 0 if it is too short, of another subtype, or the length of a part is
     * wrong
     */
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    LacpPortInfo actor;            //!< the port that sends it
    LacpPortInfo partner;          //!< what that port knows of the other end of its link
    uint16_t collectorMaxDelay{0}; //!< longest delay of a frame in the receiver, tens of us
};

} // namespace ns3

#endif /* LACP_HEADER_H */
