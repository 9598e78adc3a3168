/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEXT_HEADER_H
#define ISCSI_TEXT_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Text Request (RFC 7143, 11.10). The data segment is text keys.
 */
class IscsiTextRequestHeader : public IscsiFieldHeader<IscsiTextRequestHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiTextRequestHeader"; //!< its name for ns-3

    IscsiTextRequestHeader();

    bool cont{false}; //!< C bit: the keys continue in the next PDU; then final is false

    /// from the last Text Response, RESERVED_TAG to begin again
    uint32_t targetTransferTag{RESERVED_TAG};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Flag(1, 0x40, "C", header.cont);
        fields.Tag(20, "TTT", header.targetTransferTag);
    }
};

extern template class IscsiFieldHeader<IscsiTextRequestHeader, IscsiRequestHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * Text Response (RFC 7143, 11.11). The data segment is text keys.
 */
class IscsiTextResponseHeader
    : public IscsiFieldHeader<IscsiTextResponseHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiTextResponseHeader"; //!< its name for ns-3

    IscsiTextResponseHeader();

    bool cont{false}; //!< C bit: the keys continue in the next PDU; then final is false

    /// tag to continue with; RESERVED_TAG exactly if final
    uint32_t targetTransferTag{RESERVED_TAG};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Flag(1, 0x40, "C", header.cont);
        fields.Tag(20, "TTT", header.targetTransferTag);
    }
};

extern template class IscsiFieldHeader<IscsiTextResponseHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_TEXT_HEADER_H */
