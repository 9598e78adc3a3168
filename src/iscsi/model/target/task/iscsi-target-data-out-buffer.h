/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DATA_OUT_BUFFER_H
#define ISCSI_TARGET_DATA_OUT_BUFFER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * Data of a write that arrives in any order and is passed on in ascending order. Duplicate data
 * counts once.
 */
class IscsiTargetDataOutBuffer
{
  public:
    /**
     * Put data in.
     *
     * @param offset where it belongs, bytes
     * @param data the bytes
     */
    void Put(uint32_t offset, Ptr<Packet> data);

    /**
     * Take out the next data.
     *
     * @param end offset behind the last byte that may be taken
     * @param offset filled in: where the data belongs
     * @return the data, null if there is none
     */
    Ptr<Packet> Take(uint32_t end, uint32_t& offset);

    /**
     * Find what is missing of a range.
     *
     * @param begin offset of its first byte; changed to that of the first byte missing
     * @param end offset behind its last byte; changed to that behind the last byte missing
     * @return false if nothing is missing
     */
    bool FindMissing(uint32_t& begin, uint32_t& end) const;

    /**
     * @return offset up to which all has arrived
     */
    uint32_t GetFrontier() const;

    /**
     * Drop what is there.
     */
    void Clear();

  private:
    /**
     * Put data in that begins at the frontier or before it.
     *
     * @param offset where it belongs
     * @param data the bytes
     */
    void Append(uint32_t offset, Ptr<Packet> data);

    std::vector<Ptr<Packet>> m_ready;        //!< without gaps, up to the frontier
    std::size_t m_first{0};                  //!< the first of them that was not taken
    std::map<uint32_t, Ptr<Packet>> m_ahead; //!< behind a gap, by offset
    uint32_t m_frontier{0};                  //!< offset up to which all has arrived
    uint32_t m_taken{0};                     //!< offset up to which all was taken
};

} // namespace ns3

#endif /* ISCSI_TARGET_DATA_OUT_BUFFER_H */
