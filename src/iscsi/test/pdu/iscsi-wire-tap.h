/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_WIRE_TAP_H
#define ISCSI_WIRE_TAP_H

#include "ns3/ipv4.h"
#include "ns3/iscsi-header.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-tests
 *
 * Reads on the wire which PDUs each connection of an initiator carries. TCP must lose nothing, and
 * digests must be off.
 */
class IscsiWireTap
{
  public:
    /// A PDU that went over a connection.
    struct Record
    {
        uint16_t cid;             //!< identifier of the connection
        IscsiOpcode opcode;       //!< its opcode
        std::vector<uint8_t> pdu; //!< all of it
        uint32_t login;           //!< which of the logins with that identifier, from 1 on

        /**
         * @param at where a field of four bytes begins
         * @return its value
         */
        uint32_t Read(uint32_t at) const;
    };

    /**
     * @param nodes initiator and target, with one link between them
     */
    explicit IscsiWireTap(const NodeContainer& nodes);

    /**
     * @param cid a connection
     * @param login which login of that identifier, from 1 on
     * @return what it carried but for the login, each name once with its count, in alphabetical
     *         order
     */
    std::string GetCarried(uint16_t cid, uint32_t login = 1) const;

    /**
     * @param cid a connection
     * @param opcode an opcode
     * @return the PDUs of that kind that it carried, in order
     */
    std::vector<Record> Get(uint16_t cid, IscsiOpcode opcode) const;

    /**
     * @return all PDUs as bytes, in the order in which they arrived
     */
    std::vector<uint8_t> GetBytes() const;

    std::vector<Record> records; //!< PDUs in the order in which they arrived

  private:
    /// One direction of a TCP connection.
    struct Flow
    {
        uint32_t next{0};           //!< sequence number of the next byte
        std::vector<uint8_t> bytes; //!< those that are no whole PDU yet
    };

    /**
     * @param packet an IP packet that arrived
     * @param ip where
     * @param interface on which interface
     */
    void Take(Ptr<const Packet> packet, Ptr<Ipv4> ip, uint32_t interface);

    /**
     * Take the whole PDUs out of a flow.
     *
     * @param port the initiator's port
     * @param bytes what the flow has brought
     */
    void Cut(uint16_t port, std::vector<uint8_t>& bytes);

    std::map<std::pair<uint16_t, bool>, Flow> m_flows; //!< by port and direction
    std::map<uint16_t, uint16_t> m_cids;               //!< connection by port
    std::map<uint16_t, uint32_t> m_logins;             //!< which login, by port
    std::map<uint16_t, uint32_t> m_count;              //!< logins by connection
};

} // namespace ns3

#endif /* ISCSI_WIRE_TAP_H */
