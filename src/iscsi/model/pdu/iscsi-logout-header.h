/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_LOGOUT_HEADER_H
#define ISCSI_LOGOUT_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * What a Logout Request closes (RFC 7143, 11.14.1).
 */
enum class IscsiLogoutReason : uint8_t
{
    CLOSE_SESSION = 0,    //!< the session, all its connections
    CLOSE_CONNECTION = 1, //!< the connection named by the CID
    REMOVE_CONNECTION_FOR_RECOVERY =
        2, //!< the connection named by the CID; its tasks wait for reassignment
};

/**
 * @ingroup iscsi-pdu
 *
 * The response to a Logout Request (RFC 7143, 11.15.1).
 */
enum class IscsiLogoutResponseCode : uint8_t
{
    SUCCESS = 0,                //!< connection or session closed
    CID_NOT_FOUND = 1,          //!< no such connection
    RECOVERY_NOT_SUPPORTED = 2, //!< connection recovery is not supported
    CLEANUP_FAILED = 3,         //!< cleanup failed for another reason
};

/**
 * @ingroup iscsi-pdu
 *
 * Logout Request (RFC 7143, 11.14).
 */
class IscsiLogoutRequestHeader
    : public IscsiFieldHeader<IscsiLogoutRequestHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiLogoutRequestHeader"; //!< its name for ns-3

    IscsiLogoutRequestHeader();

    /// what to end, 7 bits
    IscsiLogoutReason reason{IscsiLogoutReason::CLOSE_SESSION};

    uint16_t cid{0}; //!< which connection, if the reason is about one

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Bits(1, 0x7f, "Reason", header.reason);
        fields.Number(20, "CID", header.cid);
    }
};

extern template class IscsiFieldHeader<IscsiLogoutRequestHeader, IscsiRequestHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * Logout Response (RFC 7143, 11.15).
 */
class IscsiLogoutResponseHeader
    : public IscsiFieldHeader<IscsiLogoutResponseHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiLogoutResponseHeader"; //!< its name for ns-3

    IscsiLogoutResponseHeader();

    /// how it went
    IscsiLogoutResponseCode response{IscsiLogoutResponseCode::SUCCESS};

    uint16_t time2Wait{0};   //!< least time before reconnecting, s
    uint16_t time2Retain{0}; //!< longest time tasks are kept after time2Wait, s

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Number(2, "Response", header.response);
        fields.Number(40, "Time2Wait", header.time2Wait);
        fields.Number(42, "Time2Retain", header.time2Retain);
    }
};

extern template class IscsiFieldHeader<IscsiLogoutResponseHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_LOGOUT_HEADER_H */
