/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-task-router.h"

#include "scsi-response.h"

#include "ns3/log.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-inquiry.h"
#include "ns3/scsi-lun.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiTaskRouter");

NS_OBJECT_ENSURE_REGISTERED(ScsiTaskRouter);

namespace
{

/**
 * @param function a task management function
 * @return true if it is for every logical unit of the target
 */
bool
IsForAllUnits(ScsiTaskManagementFunction function)
{
    using enum ScsiTaskManagementFunction;
    return function == I_T_NEXUS_RESET || function == TARGET_WARM_RESET ||
           function == TARGET_COLD_RESET;
}

} // namespace

TypeId
ScsiTaskRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ScsiTaskRouter")
                            .SetParent<ScsiDevice>()
                            .SetGroupName("Scsi")
                            .AddConstructor<ScsiTaskRouter>();
    return tid;
}

void
ScsiTaskRouter::DoDispose()
{
    m_units.clear();
    m_copyUnits->Clear();
    ScsiDevice::DoDispose();
}

void
ScsiTaskRouter::AddLogicalUnit(uint16_t lun, Ptr<ScsiDevice> unit)
{
    const auto name = "ScsiTaskRouter: LUN " + std::to_string(lun);
    if (lun > SCSI_MAX_LUN)
    {
        throw UserError(name + " is above " + std::to_string(SCSI_MAX_LUN));
    }
    if (!m_units.emplace(lun, unit).second)
    {
        throw UserError(name + " is already in use");
    }
    if (auto* copyUnit = dynamic_cast<ScsiCopyUnit*>(PeekPointer(unit)))
    {
        m_copyUnits->Add(copyUnit);
        copyUnit->JoinCopyUnits(m_copyUnits);
    }
}

Ptr<ScsiDevice>
ScsiTaskRouter::GetLogicalUnit(uint16_t lun) const
{
    const auto found = m_units.find(lun);
    return found == m_units.end() ? nullptr : found->second;
}

std::size_t
ScsiTaskRouter::GetNLogicalUnits() const
{
    return m_units.size();
}

Ptr<ScsiDevice>
ScsiTaskRouter::Find(uint64_t lun) const
{
    const auto number = DecodeScsiLun(lun);
    return number ? GetLogicalUnit(*number) : nullptr;
}

void
ScsiTaskRouter::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task->lun << +task->cdb[0]);
    if (GetScsiOpcode(task->cdb) == ScsiOpcode::REPORT_LUNS)
    {
        ReportLuns(task);
        task->port->SendCommandComplete(task);
        return;
    }
    if (auto unit = Find(task->lun))
    {
        unit->CommandReceived(task);
        return;
    }
    NS_LOG_INFO("no such logical unit: LUN bytes " << task->lun << ", operation code "
                                                   << +task->cdb[0]);
    AnswerForAbsentUnit(task);
    task->port->SendCommandComplete(task);
}

void
ScsiTaskRouter::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    if (auto unit = Find(task->lun))
    {
        unit->DataOutReceived(task, offset, data);
    }
}

void
ScsiTaskRouter::TaskLost(Ptr<ScsiTask> task)
{
    if (auto unit = Find(task->lun))
    {
        unit->TaskLost(task);
    }
}

ScsiTaskManagementResponse
ScsiTaskRouter::ManageTasks(const ScsiTaskManagementRequest& request)
{
    if (!IsForAllUnits(request.function))
    {
        const auto unit = Find(request.lun);
        return unit ? unit->ManageTasks(request) : ScsiTaskManagementResponse::INCORRECT_LUN;
    }
    auto worst = ScsiTaskManagementResponse::FUNCTION_COMPLETE;
    for (const auto& [number, unit] : m_units)
    {
        const auto response = unit->ManageTasks(request);
        worst = response == ScsiTaskManagementResponse::FUNCTION_COMPLETE ? worst : response;
    }
    return worst;
}

void
ScsiTaskRouter::NexusLost(const std::string& initiatorPort)
{
    for (const auto& [number, unit] : m_units)
    {
        unit->NexusLost(initiatorPort);
    }
}

void
ScsiTaskRouter::ReportLuns(Ptr<ScsiTask> task) const
{
    const auto cdb = ScsiReportLunsCdb::Decode(task->cdb);
    std::vector<uint64_t> luns;
    for (const auto& [number, unit] : m_units)
    {
        luns.push_back(EncodeScsiLun(number));
    }
    const auto bytes = MakeScsiLunList(cdb, luns);
    if (!bytes)
    {
        SetScsiIllegalRequest(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    SendScsiParameterData(task, *bytes, cdb.allocationLength);
}

void
ScsiTaskRouter::AnswerForAbsentUnit(Ptr<ScsiTask> task) const
{
    static const ScsiSense ABSENT{ScsiSenseKey::ILLEGAL_REQUEST,
                                  ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED,
                                  std::nullopt};
    const auto opcode = GetScsiOpcode(task->cdb);
    const auto inquiry = ScsiInquiryCdb::Decode(task->cdb);
    if (opcode == ScsiOpcode::INQUIRY && !inquiry.evpd && inquiry.page == 0)
    {
        ScsiIdentity identity;
        identity.peripheral = ScsiIdentity::NO_UNIT;
        SendScsiParameterData(task, MakeScsiInquiryData(identity), inquiry.allocationLength);
        return;
    }
    if (opcode == ScsiOpcode::REQUEST_SENSE)
    {
        const auto cdb = ScsiRequestSenseCdb::Decode(task->cdb);
        SendScsiParameterData(task, ABSENT.Encode(), cdb.allocationLength);
        return;
    }
    SetScsiCheckCondition(task, ABSENT);
}

} // namespace ns3
