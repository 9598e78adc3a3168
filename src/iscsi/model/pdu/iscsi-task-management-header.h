/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TASK_MANAGEMENT_HEADER_H
#define ISCSI_TASK_MANAGEMENT_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Task management functions (RFC 7143, 11.5.1, and RFC 7144, 4.2).
 */
enum class IscsiTaskManagementFunction : uint8_t
{
    ABORT_TASK = 1,                //!< one task
    ABORT_TASK_SET = 2,            //!< all tasks of this session on the logical unit
    CLEAR_ACA = 3,                 //!< auto contingent allegiance
    CLEAR_TASK_SET = 4,            //!< all tasks on the logical unit
    LOGICAL_UNIT_RESET = 5,        //!< the logical unit
    TARGET_WARM_RESET = 6,         //!< all logical units
    TARGET_COLD_RESET = 7,         //!< all logical units and all sessions
    TASK_REASSIGN = 8,             //!< move a task to this connection
    QUERY_TASK = 9,                //!< is the task there
    QUERY_TASK_SET = 10,           //!< is any task of this session there
    I_T_NEXUS_RESET = 11,          //!< this nexus on all logical units
    QUERY_ASYNCHRONOUS_EVENT = 12, //!< is a unit attention pending
};

/**
 * @ingroup iscsi-pdu
 *
 * How a task management function ended (RFC 7143, 11.6.1, and RFC 7144, 4.2).
 */
enum class IscsiTaskManagementResponseCode : uint8_t
{
    FUNCTION_COMPLETE = 0,          //!< done
    TASK_DOES_NOT_EXIST = 1,        //!< no such task
    LUN_DOES_NOT_EXIST = 2,         //!< no such logical unit
    TASK_STILL_ALLEGIANT = 3,       //!< the task's old connection is still alive
    REASSIGNMENT_NOT_SUPPORTED = 4, //!< task reassignment is not supported
    FUNCTION_NOT_SUPPORTED = 5,     //!< no such function here
    AUTHORIZATION_FAILED = 6,       //!< function not allowed
    FUNCTION_SUCCEEDED = 7,         //!< the answer to a query is yes
    FUNCTION_REJECTED = 255,        //!< refused
};

/**
 * @ingroup iscsi-pdu
 *
 * Task Management Function Request (RFC 7143, 11.5).
 */
class IscsiTaskManagementRequestHeader
    : public IscsiFieldHeader<IscsiTaskManagementRequestHeader, IscsiRequestHeader>
{
  public:
    static constexpr const char* NAME =
        "ns3::IscsiTaskManagementRequestHeader"; //!< its name for ns-3

    IscsiTaskManagementRequestHeader();

    /// what to do, 7 bits
    IscsiTaskManagementFunction function{IscsiTaskManagementFunction::ABORT_TASK};

    uint32_t referencedTaskTag{RESERVED_TAG}; //!< the task, for functions about one
    uint32_t refCmdSn{0};                     //!< CmdSN of the task, for ABORT TASK
    uint32_t expDataSn{0}; //!< next Data-In or R2T number expected, for TASK REASSIGN

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiRequestHeader::VisitFields(fields, header);
        fields.Bits(1, 0x7f, "Function", header.function);
        fields.Tag(20, "ReferencedTaskTag", header.referencedTaskTag);
        fields.Number(32, "RefCmdSN", header.refCmdSn);
        fields.Number(36, "ExpDataSN", header.expDataSn);
    }
};

extern template class IscsiFieldHeader<IscsiTaskManagementRequestHeader, IscsiRequestHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * Task Management Function Response (RFC 7143, 11.6).
 */
class IscsiTaskManagementResponseHeader
    : public IscsiFieldHeader<IscsiTaskManagementResponseHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME =
        "ns3::IscsiTaskManagementResponseHeader"; //!< its name for ns-3

    IscsiTaskManagementResponseHeader();

    /// how it ended
    IscsiTaskManagementResponseCode response{IscsiTaskManagementResponseCode::FUNCTION_COMPLETE};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Number(2, "Response", header.response);
    }
};

extern template class IscsiFieldHeader<IscsiTaskManagementResponseHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_TASK_MANAGEMENT_HEADER_H */
