/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_BYTE_RANGES_H
#define ISCSI_BYTE_RANGES_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * Which bytes of a buffer have arrived. Data that arrives in order is one number; only data after a
 * gap takes memory.
 */
class IscsiByteRanges
{
  public:
    /// A run of bytes.
    struct Range
    {
        uint32_t begin; //!< offset of the first byte
        uint32_t end;   //!< offset behind the last byte
    };

    /**
     * Add bytes that come in order.
     *
     * @param begin offset of the first byte
     * @param length how many
     * @return false if they do not follow all that came before; then nothing is taken
     */
    bool Extend(uint32_t begin, uint32_t length)
    {
        if (begin != m_end || !m_islands.empty())
        {
            return false;
        }
        m_end += length;
        return true;
    }

    /**
     * Add bytes in any order.
     *
     * @param begin offset of the first byte
     * @param end offset behind the last byte
     * @return those parts that had not come before, in rising order
     */
    std::vector<Range> Add(uint32_t begin, uint32_t end);

    /**
     * @return how many bytes came from offset 0 on without a gap
     */
    uint32_t GetEnd() const
    {
        return m_end;
    }

  private:
    uint32_t m_end{0};            //!< end of what came from offset 0 on
    std::vector<Range> m_islands; //!< what came behind a gap: disjoint, in rising order
};

} // namespace ns3

#endif /* ISCSI_BYTE_RANGES_H */
