/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_DATA_OUT_H
#define FCP_DATA_OUT_H

#include "fcp-xfer-rdy-header.h"

#include "ns3/packet.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * Data of a write that a target receives: FCP_XFER_RDY requests one burst after the other, except
 * that the first may arrive without a request.
 */
class FcpDataOut
{
  public:
    /**
     * @param length bytes that the command transfers in all
     * @param firstBurst whether a first burst comes unasked
     */
    void Begin(uint32_t length, bool firstBurst);

    /**
     * The device wants data.
     *
     * @param end up to where in the buffer, bytes
     */
    void Want(uint32_t end);

    /**
     * Ask for the next burst, if it is wanted and none is under way.
     *
     * @param maxBurst most bytes of a burst, 0 for no limit
     * @param ready filled in
     * @return false if there is nothing to ask for now
     */
    bool Ask(uint32_t maxBurst, FcpXferRdyHeader& ready);

    /**
     * @return whether a burst is due: the initiator is to send it
     */
    bool IsDue() const;

    /**
     * @return bytes that arrived
     */
    uint32_t GetReceived() const;

    /**
     * A burst arrived.
     *
     * @param offset where in the buffer, bytes
     * @param data the bytes
     * @return false if it is not the burst that is due
     */
    bool Receive(uint32_t offset, Ptr<Packet> data);

    /**
     * @param offset set to where in the buffer the data are, bytes
     * @return data that are here and wanted, once; null if there are none
     */
    Ptr<Packet> TakeReady(uint32_t& offset);

  private:
    uint32_t m_length{0};           //!< bytes of the command
    uint32_t m_wanted{0};           //!< end of what the device wants
    uint32_t m_asked{0};            //!< end of what was asked for
    uint32_t m_received{0};         //!< end of what arrived
    uint32_t m_given{0};            //!< end of what the device has
    bool m_firstBurst{false};       //!< whether the first burst is due
    std::deque<Ptr<Packet>> m_held; //!< what arrived and the device has not got
};

} // namespace ns3

#endif /* FCP_DATA_OUT_H */
