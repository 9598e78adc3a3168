/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_NOP_HEADER_H
#define ISCSI_NOP_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * NOP-Out (RFC 7143, 11.18): a ping if initiatorTaskTag is valid, an answer to a NOP-In if
 * targetTransferTag is. The data segment is ping data.
 */
class IscsiNopOutHeader : public IscsiFieldHeader<IscsiNopOutHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiNopOutHeader"; //!< its name for ns-3

    IscsiNopOutHeader();

    uint32_t targetTransferTag{RESERVED_TAG}; //!< copied from the NOP-In answered

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Tag(20, "TTT", header.targetTransferTag);
    }
};

extern template class IscsiFieldHeader<IscsiNopOutHeader, IscsiRequestHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * NOP-In (RFC 7143, 11.19): an answer to a NOP-Out if initiatorTaskTag is valid, a ping if
 * targetTransferTag is. Only an answer consumes a StatSN.
 */
class IscsiNopInHeader : public IscsiFieldHeader<IscsiNopInHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiNopInHeader"; //!< its name for ns-3

    IscsiNopInHeader();

    /// tag the answer must carry, if one is wanted
    uint32_t targetTransferTag{RESERVED_TAG};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Tag(20, "TTT", header.targetTransferTag);
    }
};

extern template class IscsiFieldHeader<IscsiNopInHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_NOP_HEADER_H */
