/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_LOGIN_HEADER_H
#define ISCSI_LOGIN_HEADER_H

#include "iscsi-header-fields.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The stages of a login (RFC 7143, 11.12.3). The value 2 is reserved.
 */
enum class IscsiLoginStage : uint8_t
{
    SECURITY_NEGOTIATION = 0,          //!< security negotiation
    LOGIN_OPERATIONAL_NEGOTIATION = 1, //!< login operational negotiation
    FULL_FEATURE_PHASE = 3,            //!< full feature phase
};

/**
 * @ingroup iscsi-pdu
 *
 * The status of a login: class and detail in one value (RFC 7143, 11.13.5).
 */
enum class IscsiLoginStatus : uint16_t
{
    SUCCESS = 0x0000,                    //!< login continues, or is complete
    TARGET_MOVED_TEMPORARILY = 0x0101,   //!< redirect, for now
    TARGET_MOVED_PERMANENTLY = 0x0102,   //!< permanent redirection
    INITIATOR_ERROR = 0x0200,            //!< initiator error, not closer described
    AUTHENTICATION_FAILURE = 0x0201,     //!< not authenticated, or authentication not supported
    AUTHORIZATION_FAILURE = 0x0202,      //!< not allowed to use this target
    TARGET_NOT_FOUND = 0x0203,           //!< no such target here
    TARGET_REMOVED = 0x0204,             //!< the target is gone and no new address is known
    UNSUPPORTED_VERSION = 0x0205,        //!< no common protocol version
    TOO_MANY_CONNECTIONS = 0x0206,       //!< session has all its connections
    MISSING_PARAMETER = 0x0207,          //!< a mandatory key is missing
    CANNOT_INCLUDE_IN_SESSION = 0x0208,  //!< this connection cannot join that session
    SESSION_TYPE_NOT_SUPPORTED = 0x0209, //!< no sessions of this type
    SESSION_DOES_NOT_EXIST = 0x020a,     //!< no session of that TSIH
    INVALID_DURING_LOGIN = 0x020b,       //!< not a PDU for the login phase
    TARGET_ERROR = 0x0300,               //!< target error, not closer described
    SERVICE_UNAVAILABLE = 0x0301,        //!< target or service not in operation
    OUT_OF_RESOURCES = 0x0302,           //!< no resources for another session or connection
};

/**
 * @ingroup iscsi-pdu
 *
 * @param status a status
 * @return it in four digits of base 16 and as RFC 7143, 11.13.5 calls it: "0203, Not found"; digits
 *         alone if that has no name for it
 */
std::string GetIscsiLoginStatusText(IscsiLoginStatus status);

/**
 * @ingroup iscsi-pdu
 *
 * Login Request (RFC 7143, 11.12). Always sent immediate. The data segment is text keys.
 */
class IscsiLoginRequestHeader : public IscsiFieldHeader<IscsiLoginRequestHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiLoginRequestHeader"; //!< its name for ns-3

    IscsiLoginRequestHeader();

    bool transit{false}; //!< T bit: ready for nextStage
    bool cont{false};    //!< C bit: the keys continue in the next PDU
    IscsiLoginStage currentStage{IscsiLoginStage::SECURITY_NEGOTIATION}; //!< CSG

    /// NSG, valid with transit
    IscsiLoginStage nextStage{IscsiLoginStage::SECURITY_NEGOTIATION};

    uint8_t versionMax{0};         //!< highest protocol version supported
    uint8_t versionMin{0};         //!< lowest protocol version supported
    std::array<uint8_t, 6> isid{}; //!< initiator's part of the session identifier
    uint16_t tsih{0};              //!< target's part of the session identifier, 0 for a new session

    /// connection identifier, chosen by the initiator, one per session
    uint16_t cid{0};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Bytes(8, "ISID", header.isid);
        fields.Flag(1, 0x80, "T", header.transit);
        fields.Flag(1, 0x40, "C", header.cont);
        fields.Bits(1, 0x0c, "CSG", header.currentStage);
        fields.Bits(1, 0x03, "NSG", header.nextStage);
        fields.Number(2, "VersionMax", header.versionMax);
        fields.Number(3, "VersionMin", header.versionMin);
        fields.Number(14, "TSIH", header.tsih);
        fields.Number(20, "CID", header.cid);
    }
};

extern template class IscsiFieldHeader<IscsiLoginRequestHeader, IscsiRequestHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * Login Response (RFC 7143, 11.13). The data segment is text keys.
 */
class IscsiLoginResponseHeader
    : public IscsiFieldHeader<IscsiLoginResponseHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiLoginResponseHeader"; //!< its name for ns-3

    IscsiLoginResponseHeader();

    /**
     * @return statusClass and statusDetail as one value; any value can come from a peer
     */
    IscsiLoginStatus GetStatus() const;

    /**
     * Set statusClass and statusDetail.
     *
     * @param status the value
     */
    void SetStatus(IscsiLoginStatus status);

    bool transit{false}; //!< T bit: ready for nextStage
    bool cont{false};    //!< C bit: the keys continue in the next PDU
    IscsiLoginStage currentStage{IscsiLoginStage::SECURITY_NEGOTIATION}; //!< CSG

    /// NSG, valid with transit
    IscsiLoginStage nextStage{IscsiLoginStage::SECURITY_NEGOTIATION};

    uint8_t versionMax{0};         //!< highest protocol version supported
    uint8_t versionActive{0};      //!< version in use, valid in the first response
    std::array<uint8_t, 6> isid{}; //!< initiator's part of the session identifier
    uint16_t tsih{0};              //!< target's part of the session identifier, 0 for a new session

    /// 0 success, 1 redirection, 2 initiator error, 3 target error
    uint8_t statusClass{0};

    uint8_t statusDetail{0}; //!< what in particular, within the class

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Bytes(8, "ISID", header.isid);
        fields.Flag(1, 0x80, "T", header.transit);
        fields.Flag(1, 0x40, "C", header.cont);
        fields.Bits(1, 0x0c, "CSG", header.currentStage);
        fields.Bits(1, 0x03, "NSG", header.nextStage);
        fields.Number(2, "VersionMax", header.versionMax);
        fields.Number(3, "VersionActive", header.versionActive);
        fields.Number(14, "TSIH", header.tsih);
        fields.Number(36, "StatusClass", header.statusClass);
        fields.Number(37, "StatusDetail", header.statusDetail);
    }
};

extern template class IscsiFieldHeader<IscsiLoginResponseHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_LOGIN_HEADER_H */
