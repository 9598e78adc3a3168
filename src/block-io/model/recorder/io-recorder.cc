/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-recorder.h"

#include "ns3/assert.h"
#include "ns3/block-workload.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/time-text.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IoRecorder");

NS_OBJECT_ENSURE_REGISTERED(IoRecorder);

namespace
{

/// Number of stages.
constexpr auto N_STAGES = static_cast<std::size_t>(IoStage::COUNT);

/// The columns about the command of a request, and their cells without one.
constexpr const char* COMMAND_COLUMNS = ",initiator,target,connection,lun,task_tag,cmd_sn,commands";
constexpr const char* NO_COMMAND = ",,,,,,,";

} // namespace

TypeId
IoRecorder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IoRecorder")
                            .SetParent<Object>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<IoRecorder>()
                            .AddAttribute("FileName",
                                          "CSV file with a row per request, compressed if its name "
                                          "ends in .gz or .zst; empty for none",
                                          StringValue(),
                                          MakeStringAccessor(&IoRecorder::m_fileName),
                                          MakeStringChecker())
                            .AddAttribute("Interval",
                                          "Every how many requests one has a row, 1 or more",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&IoRecorder::m_interval),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

IoRecorder::~IoRecorder() = default;

void
IoRecorder::DoDispose()
{
    m_file.reset();
    m_devices.clear();
    m_phases.clear();
    m_numbering = Numbering();
    m_connections.clear();
    Object::DoDispose();
}

void
IoRecorder::Attach(Ptr<BlockWorkload> workload)
{
    Open();
    const uint32_t number = m_numbers.size();
    m_numbers.emplace_back();
    for (uint32_t i = 0; i < workload->GetNDevices(); ++i)
    {
        m_numbers.back().push_back(GetDeviceNumber(workload->GetDevice(i)));
        AddStages(workload->GetDevice(i)->GetStageGroups());
    }
    workload->SetRecordTimelines(true);
    workload->TraceConnectWithoutContext("Measure",
                                         MakeCallback(&IoRecorder::RequestCompleted, this, number));
}

void
IoRecorder::AttachDevice(Ptr<BlockDevice> device, Phase phase)
{
    Open();
    AddStages(device->GetStageGroups());
    device->SetRecordTimelines(true);
    if (!phase.IsNull())
    {
        m_hasPhases = true;
        device->TraceConnectWithoutContext(
            "Submit",
            Callback<void, Ptr<const BlockRequest>>([this, phase](Ptr<const BlockRequest> request) {
                RequestSubmitted(phase, request);
            }));
    }
    device->TraceConnectWithoutContext(
        "Complete",
        Callback<void, Ptr<const BlockRequest>>(
            [this, number = GetDeviceNumber(device)](Ptr<const BlockRequest> request) {
                // What was submitted before has no stamps.
                if (request->timeline)
                {
                    Record(number, request);
                }
            }));
}

void
IoRecorder::AddStages(const IoStageGroups& groups)
{
    m_stages.Add(groups);
}

void
IoRecorder::NumberConnections(Numbering numbering)
{
    m_numbering = numbering;
}

void
IoRecorder::Open()
{
    if (!m_file && !m_fileName.empty())
    {
        m_file = std::make_unique<ResultFile>(m_fileName);
    }
}

void
IoRecorder::WriteHeader()
{
    if (std::exchange(m_hasHeader, true))
    {
        return;
    }
    std::string header = "time_s,device,operation,lba,bytes,latency_s,status";
    for (std::size_t i = 1; i < N_STAGES; ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        header += m_stages.Has(stage) ? std::string(",") + GetIoStageName(stage) + "_s" : "";
    }
    if (!m_numbering.IsNull())
    {
        header += COMMAND_COLUMNS;
    }
    header += m_hasPhases ? ",phase" : "";
    header += m_interval > 1 ? ",request" : "";
    m_file->Write(header + "\n");
}

uint32_t
IoRecorder::GetDeviceNumber(const Ptr<BlockDevice>& device)
{
    const auto it = std::find(m_devices.begin(), m_devices.end(), device);
    const auto number = static_cast<uint32_t>(it - m_devices.begin());
    if (it == m_devices.end())
    {
        m_devices.push_back(device);
    }
    return number;
}

void
IoRecorder::RequestCompleted(uint32_t workload, Ptr<const BlockRequest> request, uint32_t device)
{
    NS_ASSERT_MSG(device < m_numbers[workload].size(), "add devices before Attach");
    Record(m_numbers[workload][device], request);
}

void
IoRecorder::RequestSubmitted(const Phase& phase, const Ptr<const BlockRequest>& request)
{
    if (!m_closed)
    {
        m_phases[PeekPointer(request)] = phase();
    }
}

void
IoRecorder::Record(uint32_t device, Ptr<const BlockRequest> request)
{
    if (m_closed)
    {
        return;
    }
    const auto blockSize = m_devices[device]->GetBlockSize();
    m_summary.Add(*request, blockSize);
    if (m_file && HasRow())
    {
        WriteHeader();
        WriteRow(*request, device, blockSize);
    }
    m_phases.erase(PeekPointer(request));
}

bool
IoRecorder::HasRow() const
{
    return (m_summary.GetRequests() - 1) % m_interval == 0;
}

void
IoRecorder::WriteRow(const BlockRequest& request, uint32_t device, uint32_t blockSize)
{
    m_row.clear();
    AppendSeconds(request.issueTime, m_row);
    m_row += ',' + std::to_string(device) + ',';
    m_row += GetLetter(request.operation);
    m_row += ',' + std::to_string(request.lba) + ',';
    m_row += std::to_string(static_cast<uint64_t>(request.blocks) * blockSize) + ',';
    AppendSeconds(Simulator::Now() - request.issueTime, m_row);
    m_row += ',';
    m_row += GetWord(request.status);
    for (std::size_t i = 1; i < N_STAGES; ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (m_stages.Has(stage))
        {
            m_row += ',';
            AppendSeconds(request.timeline ? request.timeline->GetDuration(stage) : Time(0), m_row);
        }
    }
    if (!m_numbering.IsNull())
    {
        AppendCommand(request.timeline);
    }
    if (m_hasPhases)
    {
        const auto phase = m_phases.find(&request);
        m_row += phase == m_phases.end() ? "," : "," + phase->second;
    }
    if (m_interval > 1)
    {
        m_row += ',' + std::to_string(m_summary.GetRequests() - 1);
    }
    m_row += '\n';
    m_file->Write(m_row);
}

void
IoRecorder::AppendCommand(const Ptr<const IoTimeline>& timeline)
{
    const auto* command = timeline ? timeline->GetCommand() : nullptr;
    if (!command)
    {
        m_row += NO_COMMAND;
        return;
    }
    m_row += GetConnectionCells(command->connection);
    for (const uint32_t number : {uint32_t{command->lun},
                                  command->taskTag,
                                  command->commandNumber,
                                  timeline->GetNCommands()})
    {
        m_row += ',' + std::to_string(number);
    }
}

const std::string&
IoRecorder::GetConnectionCells(const Ptr<const IoConnection>& connection)
{
    auto& known = m_connections[PeekPointer(connection)];
    if (!known.connection)
    {
        known.connection = connection;
        const auto numbers = m_numbering(*connection);
        for (const auto number : {numbers.initiator, numbers.target, numbers.connection})
        {
            known.cells += ',' + std::to_string(number);
        }
    }
    return known.cells;
}

void
IoRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_closed = true;
    if (m_file)
    {
        WriteHeader();
        m_file->Commit();
        m_file.reset();
    }
}

const IoSummary&
IoRecorder::GetSummary() const
{
    return m_summary;
}

} // namespace ns3
