/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_IDENTITY_H
#define ISCSI_INITIATOR_IDENTITY_H

#include "ns3/address.h"
#include "ns3/application.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * Name an initiator.
 *
 * @param application the initiator
 * @param wanted the name a user gave it, empty for none
 * @return that name, or one made of the node's number
 */
std::string GetIscsiInitiatorName(const Application& application, const std::string& wanted);

/**
 * @ingroup iscsi-initiator-connection
 *
 * Number an initiator port.
 *
 * @param application the initiator
 * @return an initiator's part of a session identifier that is unique in the simulation
 *         (RFC 7143, 11.12.5, format "random")
 */
std::array<uint8_t, 6> MakeIscsiIsid(const Application& application);

/**
 * @ingroup iscsi-initiator-connection
 *
 * Check where a user wants an initiator to log in.
 *
 * @param application the initiator
 * @param remote address of a portal, with a port
 * @throw UserError if its node cannot connect to such an address
 */
void CheckIscsiRemote(const Application& application, const Address& remote);

} // namespace ns3

#endif /* ISCSI_INITIATOR_IDENTITY_H */
