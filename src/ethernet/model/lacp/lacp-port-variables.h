/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_PORT_VARIABLES_H
#define LACP_PORT_VARIABLES_H

#include "lacp-port-info.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-lacp
 *
 * The variables of a port that its machines share (IEEE 802.1AX). The standard's names are in
 * brackets.
 */
struct LacpPortVariables
{
    LacpPortInfo actor;        //!< what is said of this end (Actor_Oper)
    LacpPortInfo partner;      //!< what is known of the other end (Partner_Oper)
    LacpPortInfo partnerAdmin; //!< what is assumed of a silent other end (Partner_Admin)
    bool isEnabled{false};     //!< there is a link (port_enabled)
    bool isLacpEnabled{true};  //!< the port takes part in LACP (LACP_Enabled)
    bool isSelected{false};    //!< an aggregator is selected (Selected)
    uint16_t aggregator{0};    //!< number of that aggregator, from 1
    bool isReady{false};       //!< all that wait for the aggregator may be attached (Ready)
    bool isNtt{false};         //!< an LACPDU is to be sent (NTT)
};

/**
 * @ingroup ethernet-lacp
 *
 * The times of LACP (IEEE 802.1AX).
 */
struct LacpTimes
{
    /**
     * @return Fast_Periodic_Time: between LACPDUs to a partner with short timeouts
     */
    static Time GetFastPeriod()
    {
        return Seconds(1);
    }

    /**
     * @return Slow_Periodic_Time: between LACPDUs to a partner with long timeouts
     */
    static Time GetSlowPeriod()
    {
        return Seconds(30);
    }

    /**
     * @return Short_Timeout_Time: until a silent partner is given up
     */
    static Time GetShortTimeout()
    {
        return Seconds(3);
    }

    /**
     * @return Long_Timeout_Time: until a silent partner is given up
     */
    static Time GetLongTimeout()
    {
        return Seconds(90);
    }

    /**
     * @return Aggregate_Wait_Time: for links that join the same aggregator
     */
    static Time GetAggregateWait()
    {
        return Seconds(2);
    }
};

} // namespace ns3

#endif /* LACP_PORT_VARIABLES_H */
