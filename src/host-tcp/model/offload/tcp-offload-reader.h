/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OFFLOAD_READER_H
#define TCP_OFFLOAD_READER_H

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>

namespace ns3
{

class TcpRxBuffer;

/**
 * @ingroup host-tcp-offload
 *
 * What a socket has received and the application has not read.
 *
 * TCP takes a train when its first frame arrives; the application gets the other frames when the
 * last of them has arrived. TCP's buffer joins what is read from it, which makes virtual bytes real
 * that follow a header. So the data of a train stays here, and TCP gets as many zeros in its place.
 */
class TcpOffloadReader
{
  public:
    /**
     * @param buffer TCP's buffer
     */
    void SetBuffer(Ptr<TcpRxBuffer> buffer);

    /**
     * Keep the data of a train that follows all that is in TCP's buffer.
     *
     * @param data the data
     * @return what TCP is to be given instead
     */
    Ptr<Packet> Keep(Ptr<Packet> data);

    /// Take all out of TCP's buffer, as an application does that reads what there is.
    void Drain();

    /**
     * Hold data back that follows everything that was received so far.
     *
     * @param bytes how much
     * @param until when it will have arrived; data before it is not held longer
     */
    void Hold(uint32_t bytes, Time until);

    /**
     * Let the first of the data that was held last be read, unless other data is held before it.
     *
     * @param bytes how much, at most what was held last
     */
    void ReleaseFirst(uint32_t bytes);

    /**
     * Let data be read that has arrived.
     *
     * @param now the time
     */
    void Release(Time now);

    /**
     * @param maxSize bytes that are wanted
     * @return what may be read, at most that much and from one packet; null if nothing may
     */
    Ptr<Packet> Read(uint32_t maxSize);

    /**
     * @return whether all that was received is in TCP's buffer, and may be read
     */
    bool IsIdle() const;

    /**
     * @return bytes that may be read, here or still in TCP's buffer
     */
    uint32_t GetReadable() const;

    /**
     * @return bytes that are held back
     */
    uint32_t GetHeld() const;

    /**
     * @return when data is no longer held back; something must be
     */
    Time GetNextRelease() const;

    /**
     * @return when no data is held back any more; something must be
     */
    Time GetLastRelease() const;

  private:
    /// Data that is held back.
    struct Held
    {
        uint32_t bytes; //!< how much
        Time until;     //!< when it may be read
    };

    /// Data that is kept here, of which TCP's buffer has the place.
    struct Kept
    {
        uint32_t before;  //!< bytes of TCP's own before it, after other data that is kept
        Ptr<Packet> data; //!< the data
    };

    /**
     * @param bytes of TCP's own to take out of its buffer
     */
    void DrainOwn(uint32_t bytes);

    Ptr<TcpRxBuffer> m_buffer;      //!< TCP's buffer
    std::deque<Kept> m_kept;        //!< in its order in TCP's buffer
    uint32_t m_keptBytes{0};        //!< bytes of TCP's buffer to the end of what is kept
    std::deque<Ptr<Packet>> m_data; //!< out of TCP's buffer and not read
    uint32_t m_size{0};             //!< its bytes
    std::deque<Held> m_held;        //!< the end of what was received
    uint32_t m_heldBytes{0};        //!< bytes held back
};

} // namespace ns3

#endif /* TCP_OFFLOAD_READER_H */
