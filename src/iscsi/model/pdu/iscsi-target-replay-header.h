/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_REPLAY_HEADER_H
#define ISCSI_TARGET_REPLAY_HEADER_H

#include "iscsi-header.h"

#include <array>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The header of a target's PDU that may have to be retransmitted: everything stays unchanged except
 * the sequence numbers, which can be updated (RFC 7143, 11.16).
 */
class IscsiTargetReplayHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiTargetReplayHeader();

    /**
     * @param original a header that was sent
     */
    explicit IscsiTargetReplayHeader(const IscsiResponseHeader& original);

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;

    IscsiBhs m_bhs; //!< the header as it was sent
};

} // namespace ns3

#endif /* ISCSI_TARGET_REPLAY_HEADER_H */
