/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SEND_QUEUE_H
#define ISCSI_SEND_QUEUE_H

#include "ns3/packet.h"

#include <cstdint>
#include <list>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * PDUs that wait until TCP accepts them, as a stream of bytes.
 */
class IscsiSendQueue
{
  public:
    /**
     * @param part what follows, 1 byte or more
     * @param task what it belongs to
     */
    void Add(Ptr<Packet> part, uint32_t task);

    /**
     * Take the first bytes. Those of several parts become one packet, in one pass, with the
     * timelines of their PDUs.
     *
     * @param size how many, at most GetSize
     * @return the bytes
     */
    Ptr<Packet> Take(uint32_t size);

    /// Forget everything.
    void Clear();

    /**
     * @return bytes that wait
     */
    uint64_t GetSize() const;

    /**
     * @return bytes of the first part and of those of its task that follow it
     */
    uint64_t GetTaskSize() const;

  private:
    /**
     * @param size bytes from the first part, at most all of it
     * @return them
     */
    Ptr<Packet> TakeFromFirst(uint32_t size);

    /**
     * @param size bytes of more than the first part
     * @return them
     */
    Ptr<Packet> TakeJoined(uint32_t size);

    /// PDUs of a task that follow each other.
    struct Run
    {
        uint32_t task;  //!< what they belong to
        uint64_t bytes; //!< those that wait
    };

    std::list<Ptr<Packet>> m_parts; //!< the first perhaps partly taken
    std::list<Run> m_runs;          //!< of these
    uint64_t m_size{0};             //!< their bytes
};

} // namespace ns3

#endif /* ISCSI_SEND_QUEUE_H */
