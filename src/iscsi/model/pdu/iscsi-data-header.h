/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_DATA_HEADER_H
#define ISCSI_DATA_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * SCSI Data-In (RFC 7143, 11.7): data of a read, and with the S bit its status as well. Without the
 * S bit, statSn and status have no meaning.
 */
class IscsiDataInHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiDataInHeader();

    /// A bit: the initiator is to acknowledge by a DataACK SNACK
    bool acknowledge{false};

    bool overflow{false};      //!< O bit, valid with statusPresent
    bool underflow{false};     //!< U bit, valid with statusPresent
    bool statusPresent{false}; //!< S bit: status, statSn and residual are in this PDU
    uint8_t status{0};         //!< SCSI status, valid with statusPresent
    uint32_t targetTransferTag{RESERVED_TAG}; //!< tag for the DataACK, or RESERVED_TAG
    uint32_t dataSn{0};        //!< place among the Data-In and R2T PDUs of the command
    uint32_t bufferOffset{0};  //!< where the data belongs in the data-in buffer, bytes
    uint32_t residualCount{0}; //!< residual, bytes, valid with statusPresent

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

/**
 * @ingroup iscsi
 *
 * SCSI Data-Out (RFC 7143, 11.7): data of a write, solicited by an R2T or unsolicited.
 */
class IscsiDataOutHeader : public IscsiInitiatorHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiDataOutHeader();

    /// tag of the R2T, RESERVED_TAG if unsolicited
    uint32_t targetTransferTag{RESERVED_TAG};

    uint32_t dataSn{0}; //!< place among the PDUs of this sequence

    /// where the data comes from in the data-out buffer, bytes
    uint32_t bufferOffset{0};

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_DATA_HEADER_H */
