/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DATA_BUFFER_H
#define SCSI_DATA_BUFFER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * A data-in or data-out buffer that fills piece by piece. It counts the received bytes, and stores
 * them only on request: without contents a piece costs only the count.
 */
class ScsiDataBuffer
{
  public:
    /**
     * @param length bytes that will come
     * @param keep true to keep the contents
     */
    ScsiDataBuffer(uint32_t length, bool keep);

    /**
     * Add a piece. What would lie past the end is left out and not counted.
     *
     * @param offset where in the buffer, bytes
     * @param data the bytes
     */
    void Put(uint64_t offset, Ptr<const Packet> data);

    /**
     * @return bytes that came
     */
    uint32_t GetReceived() const;

    /**
     * @return true once the buffer is full
     */
    bool IsFull() const;

    /**
     * Give the contents away.
     *
     * @return the contents, zeros where nothing came; null if they are not kept
     */
    Ptr<Packet> Take();

  private:
    uint32_t m_length;            //!< bytes that will come
    uint32_t m_received{0};       //!< bytes that came
    bool m_keep;                  //!< true to keep the contents
    Ptr<Packet> m_whole;          //!< the contents, if they came in one piece
    std::vector<uint8_t> m_bytes; //!< the contents, if they came in several
};

} // namespace ns3

#endif /* SCSI_DATA_BUFFER_H */
