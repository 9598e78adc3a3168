/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CONNECTION_USE_H
#define ISCSI_CONNECTION_USE_H

#include "ns3/iscsi-header.h"

#include <cstdint>

namespace ns3
{

struct IscsiSessionParameters;

/**
 * @ingroup iscsi-session
 *
 * What the connections of a session are for.
 */
enum class IscsiConnectionUse : uint8_t
{
    STANDARD,          //!< each carries requests and their responses (RFC 7143, 4.2.5.1)
    SPLIT_BY_DIRECTION //!< half of them carry requests, the other half responses; not RFC 7143
};

/**
 * @ingroup iscsi-session
 *
 * @param use a use
 * @return its name, which is the attribute's value and the key's
 */
const char* GetIscsiConnectionUseName(IscsiConnectionUse use);

/**
 * @ingroup iscsi-session
 *
 * What one connection of a session carries in full feature phase.
 */
enum class IscsiConnectionRole : uint8_t
{
    BOTH,      //!< requests and responses
    REQUESTS,  //!< requests only, but for a logout over it
    RESPONSES, //!< responses only, but for a logout over it
    NONE       //!< no such connection can be in the session
};

/**
 * @ingroup iscsi-session
 *
 * The roles of a session's connections. This is outside RFC 7143 where the session is split by
 * direction: the design of Gao et al., "An iSCSI Design over Wireless Network" (2004), 2.2.
 *
 * In a session that is split MaxConnections is the number of its connections, 2n, whose identifiers
 * are 1 to 2n. Connections 1 to n carry requests, n + 1 to 2n responses. Requests on connection i
 * are answered on connection n + i and acknowledge its status.
 */
class IscsiConnectionRoles
{
  public:
    static constexpr uint16_t FIRST_CID = 1; //!< identifier of the first connection, split or not

    /**
     * @param agreed the negotiated values
     */
    explicit IscsiConnectionRoles(const IscsiSessionParameters& agreed);

    /**
     * @return true if the connections are split by direction
     */
    bool IsSplit() const;

    /**
     * @return number of connections that the session needs before it takes a command
     */
    uint32_t GetNeeded() const;

    /**
     * @param cid a connection identifier
     * @return the role of that connection
     */
    IscsiConnectionRole Get(uint16_t cid) const;

    /**
     * @param cid identifier of a connection that carries requests or responses alone
     * @return that of the connection that carries the others
     */
    uint16_t GetPartner(uint16_t cid) const;

    /**
     * May a PDU of the full feature phase go over a connection? A logout, question and answer,
     * keeps to its connection as RFC 7143 says.
     *
     * @param role the connection's role
     * @param opcode the PDU's opcode
     * @return true if it may
     */
    static bool MayCarry(IscsiConnectionRole role, IscsiOpcode opcode);

  private:
    uint16_t m_half; //!< connections in each direction, 0 if the session is not split
};

} // namespace ns3

#endif /* ISCSI_CONNECTION_USE_H */
