/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SCSI_COMMAND_HEADER_H
#define ISCSI_SCSI_COMMAND_HEADER_H

#include "iscsi-header-fields.h"

#include <array>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
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
 * @ingroup iscsi-pdu
 *
 * SCSI Command (RFC 7143, 11.3). The data segment is immediate data.
 */
class IscsiScsiCommandHeader : public IscsiFieldHeader<IscsiScsiCommandHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiScsiCommandHeader"; //!< its name for ns-3

    IscsiScsiCommandHeader();

    bool read{false};  //!< R bit: data-in is expected
    bool write{false}; //!< W bit: data-out is expected

    /// task attribute, 3 bits
    IscsiTaskAttribute attribute{IscsiTaskAttribute::SIMPLE};

    /// bytes the initiator expects to be transferred
    uint32_t expectedDataTransferLength{0};

    std::array<uint8_t, 16> cdb{}; //!< command descriptor block, filled up with zeros

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Flag(1, 0x40, "R", header.read);
        fields.Flag(1, 0x20, "W", header.write);
        fields.Bits(1, 0x07, "ATTR", header.attribute);
        fields.Number(20, "ExpectedDataTransferLength", header.expectedDataTransferLength);
        fields.Bytes(32, "CDB", header.cdb);
    }
};

extern template class IscsiFieldHeader<IscsiScsiCommandHeader, IscsiRequestHeader>;

} // namespace ns3

#endif /* ISCSI_SCSI_COMMAND_HEADER_H */
