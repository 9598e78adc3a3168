/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_ACK_JOINER_H
#define ETHERNET_ACK_JOINER_H

#include "ethernet-arrival.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Joins trains of acknowledgements on a long cable. Those that follow others of their connection at
 * the pace at which these follow each other become part of their train as long as it has not
 * arrived. So what the sender may send becomes one train too, however it was divided before.
 */
class EthernetAckJoiner
{
  public:
    /**
     * Join a train with one that has not arrived.
     *
     * @param acks acknowledgements
     * @param now the time
     * @param arrival when the first of them arrives
     * @return whether they are part of another train now, and not to be delivered
     */
    bool Join(const EthernetFrame& acks, Time now, Time arrival);

    /**
     * Remember a train with which others can be joined.
     *
     * @param acks acknowledgements, which others may extend until they are delivered
     * @param now the time
     * @param arrival when the first of them arrives
     */
    void Add(Ptr<EthernetArrival> acks, Time now, Time arrival);

  private:
    /// A train that has not arrived.
    struct Pending
    {
        Ptr<EthernetArrival> acks; //!< the train
        Time time;                 //!< when its first frame arrives
    };

    /**
     * @param first acknowledgements
     * @param second others
     * @param gap from the last of the first to the first of the others
     * @return whether the others continue the first
     */
    static bool DoContinue(const EthernetFrame& first, const EthernetFrame& second, Time gap);

    std::deque<Pending> m_pending; //!< trains that have not arrived, and a few that have
};

} // namespace ns3

#endif /* ETHERNET_ACK_JOINER_H */
