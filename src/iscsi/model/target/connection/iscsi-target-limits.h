/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_LIMITS_H
#define ISCSI_TARGET_LIMITS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The resource limits of a target's session, from the application's attributes.
 */
struct IscsiTargetLimits
{
    uint32_t commandWindow{32};       //!< commands worked on at a time
    uint32_t maxUnacknowledged{128};  //!< status PDUs kept on a connection beyond commandWindow,
                                      //!< from ErrorRecoveryLevel 1 on
    Time sequenceTimeout{Seconds(3)}; //!< how long the data of a write may make no progress
    uint32_t maxUnsentAnswers{256 << 10}; //!< bytes of answers that may wait for TCP, beyond those
                                          //!< of commandWindow, while requests are still received
};

} // namespace ns3

#endif /* ISCSI_TARGET_LIMITS_H */
