/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-logical-unit.h"

#include "ns3/assert.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-inquiry.h"
#include "ns3/scsi-response.h"
#include "ns3/scsi-unit-attentions.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayLogicalUnit");

NS_OBJECT_ENSURE_REGISTERED(GatewayLogicalUnit);

namespace
{

/**
 * @param task a task
 * @return bytes that it moves, at most
 */
uint32_t
GetLength(const ScsiTask& task)
{
    return std::max(task.dataInLength, task.dataOutLength);
}

/// Where LIST IDENTIFIER lies in the CDB of RECEIVE COPY RESULTS (SPC-4).
constexpr uint16_t RESULTS_IDENTIFIER = 2;

/**
 * @param task a task
 * @return whether it is RECEIVE COPY RESULTS about one copy: OPERATING PARAMETERS is about all
 */
bool
IsAboutCopy(const ScsiTask& task)
{
    static constexpr uint8_t OPERATING_PARAMETERS = 0x03;
    return GetScsiOpcode(task.cdb) == ScsiOpcode::RECEIVE_COPY_RESULTS &&
           GetScsiServiceAction(task.cdb) != OPERATING_PARAMETERS;
}

/**
 * Append to data that no one else has.
 *
 * @param data what is there, null for nothing
 * @param more what to append
 */
void
Append(Ptr<Packet>& data, Ptr<const Packet> more)
{
    // Only a packet of its own is joined to virtual payload without making it real.
    if (!data)
    {
        data = Create<Packet>();
    }
    data->AddAtEnd(more);
}

} // namespace

TypeId
GatewayLogicalUnit::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GatewayLogicalUnit")
            .SetParent<ScsiDevice>()
            .SetGroupName("StorageGateway")
            .AddConstructor<GatewayLogicalUnit>()
            .AddAttribute("TransferMode",
                          "CutThrough: forward data as it arrives; StoreAndForward: forward when "
                          "all of the command's data has arrived",
                          EnumValue(CUT_THROUGH),
                          MakeEnumAccessor<TransferMode>(&GatewayLogicalUnit::m_mode),
                          MakeWordChecker<TransferMode>("TransferMode",
                                                        {{CUT_THROUGH, "CutThrough"},
                                                         {STORE_AND_FORWARD, "StoreAndForward"}}));
    return tid;
}

void
GatewayLogicalUnit::DoDispose()
{
    m_segments.clear();
    m_port = nullptr;
    m_pool = nullptr;
    ScsiDevice::DoDispose();
}

void
GatewayLogicalUnit::SetPort(Ptr<ScsiInitiatorPort> port, Ptr<GatewayBufferPool> pool)
{
    m_port = port;
    m_pool = pool;
}

void
GatewayLogicalUnit::SetRange(const GatewayBlockRange& range, const std::string& serial)
{
    m_range = range;
    m_serial = serial;
}

void
GatewayLogicalUnit::SetCopyIdentifiers(std::shared_ptr<GatewayCopyIdentifiers> copies)
{
    m_copies = std::move(copies);
}

void
GatewayLogicalUnit::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    if (const auto sense = m_range.Check(task->cdb))
    {
        NS_LOG_INFO("command refused: operation code " << +task->cdb[0]
                                                       << ", not for a part of a drive");
        SetScsiCheckCondition(task, *sense);
        task->port->SendCommandComplete(task);
        return;
    }
    if (IsOfUnknownCopy(*task))
    {
        NS_LOG_INFO("command refused: initiator port " << GetScsiPortName(task->initiatorPort)
                                                       << " has no copy with list identifier "
                                                       << +task->cdb[RESULTS_IDENTIFIER]);
        SetScsiCheckCondition(task,
                              {ScsiSenseKey::ILLEGAL_REQUEST,
                               ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
                               std::nullopt,
                               ScsiFieldPointer{RESULTS_IDENTIFIER, std::nullopt, true}});
        task->port->SendCommandComplete(task);
        return;
    }
    if (!AnswerInquiry(task))
    {
        Begin(task, 0);
    }
}

bool
GatewayLogicalUnit::AnswerInquiry(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiInquiryCdb::Decode(task->cdb);
    const auto page = static_cast<ScsiVpdPage>(cdb.page);
    if (!m_range.IsPart() || GetScsiOpcode(task->cdb) != ScsiOpcode::INQUIRY || !cdb.evpd ||
        (page != ScsiVpdPage::UNIT_SERIAL_NUMBER && page != ScsiVpdPage::DEVICE_IDENTIFICATION))
    {
        return false;
    }
    ScsiIdentity identity;
    identity.vendor = "NS3ISCSI";
    identity.product = "GATEWAY PART";
    identity.serial = m_serial;
    SendScsiParameterData(task, *MakeScsiInquiryResponse(identity, cdb), cdb.allocationLength);
    task->port->SendCommandComplete(task);
    return true;
}

bool
GatewayLogicalUnit::IsOfUnknownCopy(const ScsiTask& task) const
{
    return m_copies && IsAboutCopy(task) &&
           !m_copies->Find({this, GetScsiPortName(task.initiatorPort)},
                           task.cdb[RESULTS_IDENTIFIER]);
}

void
GatewayLogicalUnit::TranslateCopyResults(const ScsiTask& task, ScsiCdb& cdb) const
{
    if (m_copies && IsAboutCopy(task))
    {
        auto& identifier = cdb[RESULTS_IDENTIFIER];
        identifier = m_copies->Find({this, GetScsiPortName(task.initiatorPort)}, identifier)
                         .value_or(identifier);
    }
}

Ptr<Packet>
GatewayLogicalUnit::TranslateCopyList(const ScsiTask& task, Ptr<Packet> data)
{
    // LIST IDENTIFIER is byte 0, LIST ID USAGE bits 4 and 3 of byte 1; 11b: there is none.
    static constexpr uint8_t NONE = 0x18;
    if (!m_copies || GetScsiOpcode(task.cdb) != ScsiOpcode::EXTENDED_COPY ||
        GetScsiServiceAction(task.cdb) != 0 || data->GetSize() < 2)
    {
        return data;
    }
    std::vector<uint8_t> bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    if ((bytes[1] & NONE) == NONE)
    {
        return data;
    }
    const auto identifier = bytes[0];
    bytes[0] = m_copies->Allocate({this, GetScsiPortName(task.initiatorPort)}, identifier);
    NS_LOG_INFO("copy begins: initiator port " << GetScsiPortName(task.initiatorPort)
                                               << ", list identifier " << +identifier
                                               << ", at the drive " << +bytes[0]);
    return Create<Packet>(bytes.data(), bytes.size());
}

void
GatewayLogicalUnit::NexusLost(const std::string& initiatorPort)
{
    if (m_copies)
    {
        m_copies->Forget({this, initiatorPort});
    }
}

uint32_t
GatewayLogicalUnit::GetMostBytes(Ptr<const ScsiTask> front) const
{
    const auto length = GetLength(*front);
    if (length <= m_pool->GetSize() || m_blockSize == 0 ||
        !GatewayBlockRange::IsBlockCommand(GetScsiOpcode(front->cdb)) ||
        uint64_t{ScsiBlockCdb::Decode(front->cdb).blocks} * m_blockSize != length)
    {
        return length;
    }
    return std::max(m_pool->GetSize() / m_blockSize, 1U) * m_blockSize;
}

void
GatewayLogicalUnit::Begin(Ptr<ScsiTask> front, uint32_t base)
{
    const auto total = GetLength(*front);
    const auto most = GetMostBytes(front);
    auto segment = Create<Segment>();
    segment->front = front;
    segment->base = base;
    segment->length = std::min(total - base, most);
    segment->cdb =
        most == total
            ? m_range.Translate(front->cdb)
            : m_range.TranslateSome(front->cdb, base / m_blockSize, segment->length / m_blockSize);
    TranslateCopyResults(*front, segment->cdb);
    segment->attribute = front->attribute;
    segment->dataInLength = front->dataInLength > 0 ? segment->length : 0;
    segment->dataOutLength = front->dataOutLength > 0 ? segment->length : 0;
    segment->collectsIn =
        front->dataInLength > 0 &&
        (m_mode == STORE_AND_FORWARD || GatewayBlockRange::IsReadCapacity(front->cdb));
    segment->client = this;
    if (base + segment->length == total)
    {
        // The stamps are those of the last piece; the others are time before its dispatch.
        segment->timeline = front->timeline;
    }
    segment->taken = std::min(segment->length, m_pool->GetSize());
    NS_LOG_DEBUG("mapped: operation code " << +front->cdb[0] << " -> " << +segment->cdb[0]
                                           << ", bytes " << base << " to " << base + segment->length
                                           << " of " << total);
    m_segments[PeekPointer(front)] = segment;
    m_pool->Acquire(segment->taken, MakeCallback(&GatewayLogicalUnit::RoomGranted, this, segment));
}

void
GatewayLogicalUnit::RoomGranted(Ptr<Segment> segment)
{
    const auto front = segment->front;
    if (!front)
    {
        GiveRoom(segment, segment->taken);
        return;
    }
    segment->hasRoom = true;
    const bool isWrite = segment->dataOutLength > 0;
    if (m_mode == CUT_THROUGH || !isWrite)
    {
        Send(segment);
    }
    if (isWrite)
    {
        front->port->ReceiveDataOut(front, segment->base, segment->length);
    }
}

void
GatewayLogicalUnit::Send(Ptr<Segment> segment)
{
    segment->isSent = true;
    m_port->SendScsiCommand(segment);
}

void
GatewayLogicalUnit::DataOutReceived(Ptr<ScsiTask> task, uint32_t, Ptr<Packet> data)
{
    const auto found = m_segments.find(PeekPointer(task));
    if (found == m_segments.end())
    {
        return;
    }
    const auto segment = found->second;
    Append(segment->data, data);
    if (segment->isSent)
    {
        ServeBursts(segment);
    }
    else if (segment->data->GetSize() == segment->length)
    {
        Send(segment);
    }
}

void
GatewayLogicalUnit::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    const auto segment = StaticCast<Segment>(task);
    if (!segment->front)
    {
        return;
    }
    segment->bursts.push_back({offset, length});
    ServeBursts(segment);
}

void
GatewayLogicalUnit::ServeBursts(Ptr<Segment> segment)
{
    while (!segment->bursts.empty() && segment->data &&
           segment->data->GetSize() >= segment->bursts.front().length)
    {
        const auto burst = segment->bursts.front();
        segment->bursts.pop_front();
        auto data = std::exchange(segment->data, nullptr);
        if (data->GetSize() > burst.length)
        {
            segment->data = data->CreateFragment(burst.length, data->GetSize() - burst.length);
            data = data->CreateFragment(0, burst.length);
        }
        GiveRoom(segment, burst.length);
        if (burst.offset == 0)
        {
            data = TranslateCopyList(*segment->front, data);
        }
        m_port->SendDataOut(segment, burst.offset, data);
    }
}

void
GatewayLogicalUnit::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto segment = StaticCast<Segment>(task);
    if (!segment->front)
    {
        return;
    }
    if (segment->collectsIn)
    {
        Append(segment->data, data);
        return;
    }
    GiveRoom(segment, data->GetSize());
    segment->front->port->SendDataIn(segment->front, segment->base + offset, data);
}

void
GatewayLogicalUnit::GiveRoom(Ptr<Segment> segment, uint32_t bytes)
{
    const auto given = std::min(bytes, segment->taken);
    segment->taken -= given;
    m_pool->Release(given);
}

void
GatewayLogicalUnit::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto segment = StaticCast<Segment>(task);
    const auto front = segment->front;
    if (!front)
    {
        return;
    }
    m_segments.erase(PeekPointer(front));
    SendCollected(segment);
    GiveRoom(segment, segment->taken);
    const auto end = segment->base + segment->length;
    const bool isGood = segment->response == ScsiServiceResponse::COMMAND_COMPLETE &&
                        segment->status == ScsiStatus::GOOD && segment->residual == 0;
    if (isGood && end < GetLength(*front))
    {
        Begin(front, end);
        return;
    }
    Finish(segment);
}

void
GatewayLogicalUnit::SendCollected(Ptr<Segment> segment)
{
    if (!segment->collectsIn || !segment->data)
    {
        return;
    }
    auto data = segment->data;
    if (GatewayBlockRange::IsReadCapacity(segment->cdb) && data->GetSize() >= 8)
    {
        std::vector<uint8_t> bytes(data->GetSize());
        data->CopyData(bytes.data(), bytes.size());
        const std::size_t offset =
            GetScsiOpcode(segment->cdb) == ScsiOpcode::READ_CAPACITY_10 ? 4 : 8;
        if (bytes.size() >= offset + 4)
        {
            m_blockSize = static_cast<uint32_t>(GetScsiNumber(&bytes[offset], 4));
        }
        m_range.TranslateCapacity(bytes);
        data = Create<Packet>(bytes.data(), bytes.size());
    }
    segment->front->port->SendDataIn(segment->front, segment->base, data);
}

void
GatewayLogicalUnit::Finish(Ptr<const Segment> segment)
{
    static const ScsiSense LOST{ScsiSenseKey::ABORTED_COMMAND,
                                ScsiAdditionalSense::LOGICAL_UNIT_COMMUNICATION_FAILURE,
                                std::nullopt};
    const auto front = segment->front;
    if (segment->response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        NS_LOG_INFO("command lost on the way to its drive: operation code " << +front->cdb[0]);
        SetScsiCheckCondition(front, LOST);
    }
    else
    {
        front->status = segment->status;
        front->sense = m_range.TranslateSense(segment->sense);
        front->residual = segment->residual + (GetLength(*front) - segment->base - segment->length);
    }
    front->port->SendCommandComplete(front);
}

void
GatewayLogicalUnit::TaskLost(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto node = m_segments.extract(PeekPointer(task));
    if (node.empty())
    {
        return;
    }
    const auto segment = node.mapped();
    segment->front = nullptr;
    if (segment->isSent)
    {
        m_port->AbortTask(segment);
    }
    if (segment->hasRoom)
    {
        GiveRoom(segment, segment->taken);
    }
}

} // namespace ns3
