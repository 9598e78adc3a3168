/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SCSI_COMMAND_HEADER_H
#define ISCSI_SCSI_COMMAND_HEADER_H

#include "iscsi-header.h"

#include <array>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The task attributes as a SCSI Command carries them (RFC 7143, 11.3.1).
 */
enum class IscsiTaskAttribute : uint8_t
{
    UNTAGGED = 0,      //!< untagged
    SIMPLE = 1,        //!< simple
    ORDERED = 2,       //!< ordered
    HEAD_OF_QUEUE = 3, //!< head of queue
    ACA = 4,           //!< ACA
};

/**
 * @ingroup iscsi
 *
 * SCSI Command (RFC 7143, 11.3). The data segment is immediate data.
 */
class IscsiScsiCommandHeader : public IscsiRequestHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiScsiCommandHeader();

    bool read{false};  //!< R bit: data-in is expected
    bool write{false}; //!< W bit: data-out is expected

    /// task attribute, 3 bits
    IscsiTaskAttribute attribute{IscsiTaskAttribute::SIMPLE};

    /// bytes the initiator expects to be transferred
    uint32_t expectedDataTransferLength{0};

    std::array<uint8_t, 16> cdb{}; //!< command descriptor block, filled up with zeros

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_SCSI_COMMAND_HEADER_H */
