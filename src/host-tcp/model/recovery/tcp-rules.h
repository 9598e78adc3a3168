/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RULES_H
#define TCP_RULES_H

#include "tcp-ack-policy.h"
#include "tcp-sender.h"

#include <bitset>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * A rule of Linux's TCP that ns-3's has not, or has another way.
 */
enum class TcpRule : uint8_t
{
    DELAYED_ACKS,   //!< the delay of acknowledgements follows the arrivals
    QUICK_ACKS,     //!< acknowledgements at once at the start, after pauses and duplicates
    HOLE_ACKS,      //!< acknowledgements at once after data out of order
    DUPLICATE_ACKS, //!< what arrives twice is reported
    ACK_COUNTING,   //!< the window grows per acknowledgement
    FULL_WINDOW,    //!< it grows only if all of it was in use
    USED_WINDOW,    //!< it grows only if it was used within the last round trip
    RATE_HALVING,   //!< in recovery it goes down by one for two acknowledgements
    PRR,            //!< in recovery it goes down in proportion to what arrives
    MODERATION,     //!< after losses three segments at most leave at once
    FACK,           //!< losses are found below the last segment that arrived
    RACK,           //!< losses are found by time
    LOST_RESENDS,   //!< what was sent again is found lost again
    HEAD_TIMEOUT,   //!< the first segment is lost after a timeout
    UNDO,           //!< reductions for nothing are undone
    VALIDATION,     //!< a window that is not used gets smaller
    RTO,            //!< the timeout is the round-trip time and at least 200 ms
    SYN_TIMEOUT,    //!< the first timeout of a handshake is 1 s
    METRICS,        //!< what connections learn of another host is kept
    RENO,           //!< Reno's congestion avoidance
    CUBIC,          //!< CUBIC's, with HyStart
    SMALL_START,    //!< the first window is 3 segments (RFC 3390)
    PACING,         //!< segments leave at a rate and not in bursts
    COUNT           //!< how many there are
};

/**
 * @ingroup host-tcp-recovery
 *
 * The rules that a host's TCP follows: those of a system, with some left out and others added. As
 * text it is a system, Ns3 (none), Linux24 or Linux, followed by rules with a sign:
 * Linux24-Fack+Rack.
 */
class TcpRules
{
  public:
    TcpRules() = default;

    /**
     * @param text the rules
     * @throw UserError if it names no system, or what is no rule
     */
    explicit TcpRules(const std::string& text);

    /**
     * @param rule a rule
     * @return whether it is followed
     */
    bool Has(TcpRule rule) const;

    /**
     * @return whether any is
     */
    bool HasAny() const;

    /**
     * @return what senders follow of them
     */
    TcpSenderRules GetSenderRules() const;

    /**
     * @return what receivers follow of them
     */
    TcpAckRules GetAckRules() const;

    /**
     * @return what there is, for a help text
     */
    static std::string GetHelp();

  private:
    /**
     * Add a rule or leave it out.
     *
     * @param sign plus or minus
     * @param word the rule
     * @param text all rules, for the message
     * @throw UserError if it is no rule
     */
    void Change(char sign, const std::string& word, const std::string& text);

    std::bitset<static_cast<std::size_t>(TcpRule::COUNT)> m_rules; //!< which are followed
};

} // namespace ns3

#endif /* TCP_RULES_H */
