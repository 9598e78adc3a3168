/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_R2T_HEADER_H
#define ISCSI_R2T_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Ready To Transfer (RFC 7143, 11.8): the target requests a part of a write's data. It consumes no
 * StatSN and carries the next one.
 */
class IscsiR2tHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiR2tHeader();

    /// tag the Data-Out PDUs must carry; never RESERVED_TAG
    uint32_t targetTransferTag{RESERVED_TAG};

    uint32_t r2tSn{0};                     //!< place among the R2T and Data-In PDUs of the command
    uint32_t bufferOffset{0};              //!< first byte wanted, offset in the data-out buffer
    uint32_t desiredDataTransferLength{0}; //!< bytes wanted, 1 to MaxBurstLength

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_R2T_HEADER_H */
