/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_DAMAGE_H
#define ISCSI_DAMAGE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The part of a PDU that has a bad digest (RFC 7143, 7.8).
 */
enum class IscsiDamage : uint8_t
{
    HEADER, //!< the header segments
    DATA    //!< the data segment
};

} // namespace ns3

#endif /* ISCSI_DAMAGE_H */
