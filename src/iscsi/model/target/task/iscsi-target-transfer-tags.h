/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TRANSFER_TAGS_H
#define ISCSI_TARGET_TRANSFER_TAGS_H

#include "ns3/iscsi-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The target transfer tags that a target assigns in sequence: all except ffffffff, which means none
 * (RFC 7143, 11.8.5 and 11.10.4).
 */
class IscsiTargetTransferTags
{
  public:
    /**
     * @param first the first tag, any but ffffffff
     */
    explicit IscsiTargetTransferTags(uint32_t first = 0)
        : m_tag(first)
    {
    }

    /**
     * @return the current tag
     */
    uint32_t Get() const
    {
        return m_tag;
    }

    /**
     * Continue to the next tag.
     */
    void Advance()
    {
        ++m_tag;
        if (m_tag == IscsiHeader::RESERVED_TAG)
        {
            m_tag = 0;
        }
    }

  private:
    uint32_t m_tag; //!< the current tag
};

} // namespace ns3

#endif /* ISCSI_TARGET_TRANSFER_TAGS_H */
