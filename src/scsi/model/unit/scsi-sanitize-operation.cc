/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-sanitize-operation.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiSanitizeOperation");

namespace
{

/// The most that PROGRESS INDICATION can tell: its denominator is one more.
constexpr double MOST_PROGRESS = UINT16_MAX;

} // namespace

ScsiSanitizeOperation::ScsiSanitizeOperation(ScsiTaskSetOwner& owner)
    : m_owner(owner),
      m_requestDone(MakeCallback(&ScsiSanitizeOperation::RequestDone, this))
{
}

void
ScsiSanitizeOperation::Start(Plan plan, Completion completion)
{
    NS_ASSERT_MSG(!IsRunning(), "a sanitize operation is under way");
    NS_LOG_INFO("sanitize operation begins: " << plan.passes << " passes over " << plan.blockCount
                                              << " blocks, at least " << plan.least.As(Time::S));
    m_plan = std::move(plan);
    m_completion = std::move(completion);
    m_state = State::WRITING;
    m_pass = 0;
    m_lba = 0;
    m_isFlushed = m_plan.passes == 0;
    m_begin = Simulator::Now();
    m_contents = MakeContents();
    Continue();
}

bool
ScsiSanitizeOperation::IsRunning() const
{
    return m_state == State::WRITING || m_state == State::WAITING;
}

bool
ScsiSanitizeOperation::HasFailed() const
{
    return m_state == State::FAILED;
}

bool
ScsiSanitizeOperation::AllowsExit() const
{
    return m_plan.allowsExit;
}

void
ScsiSanitizeOperation::ExitFailureMode()
{
    NS_ASSERT_MSG(!IsRunning(), "a sanitize operation is under way");
    NS_LOG_INFO("failure mode left");
    m_state = State::IDLE;
}

uint16_t
ScsiSanitizeOperation::GetProgress() const
{
    double done = 1;
    if (m_plan.passes > 0)
    {
        const double all = static_cast<double>(m_plan.blockCount) * m_plan.passes;
        done = (static_cast<double>(m_plan.blockCount) * m_pass + static_cast<double>(m_lba)) / all;
    }
    if (m_plan.least.IsStrictlyPositive())
    {
        const auto elapsed = Simulator::Now() - m_begin;
        done = std::min(done, elapsed.GetSeconds() / m_plan.least.GetSeconds());
    }
    return static_cast<uint16_t>(std::min(done * (MOST_PROGRESS + 1), MOST_PROGRESS));
}

std::optional<ScsiSense>
ScsiSanitizeOperation::Check() const
{
    if (IsRunning())
    {
        return ScsiSense{ScsiSenseKey::NOT_READY,
                         ScsiAdditionalSense::NOT_READY_SANITIZE_IN_PROGRESS,
                         std::nullopt,
                         std::nullopt,
                         GetProgress()};
    }
    if (HasFailed())
    {
        return ScsiSense{ScsiSenseKey::MEDIUM_ERROR,
                         ScsiAdditionalSense::SANITIZE_COMMAND_FAILED,
                         std::nullopt};
    }
    return std::nullopt;
}

void
ScsiSanitizeOperation::Continue()
{
    if (m_pass < m_plan.passes)
    {
        WriteNext();
    }
    else if (!m_isFlushed)
    {
        m_blocks = 0;
        Submit(Create<BlockRequest>(BlockOperation::FLUSH, 0, 0));
    }
    else
    {
        m_state = State::WAITING;
        m_wait = Simulator::Schedule(Max(m_begin + m_plan.least - Simulator::Now(), Time(0)),
                                     &ScsiSanitizeOperation::WaitDone,
                                     this);
    }
}

void
ScsiSanitizeOperation::WriteNext()
{
    m_blocks =
        static_cast<uint32_t>(std::min<uint64_t>(m_plan.maxBlocks, m_plan.blockCount - m_lba));
    auto request = Create<BlockRequest>(BlockOperation::WRITE, m_lba, m_blocks);
    if (m_contents)
    {
        request->data = m_contents->CreateFragment(0, m_blocks * m_owner.GetBlockSize());
    }
    Submit(request);
}

void
ScsiSanitizeOperation::Submit(const Ptr<BlockRequest>& request)
{
    // What other commands had under way comes first: it may not outlive the operation.
    request->order = BlockOrder::ORDERED;
    request->completion = m_requestDone;
    m_owner.SubmitRequest(request);
}

void
ScsiSanitizeOperation::RequestDone(Ptr<BlockRequest> request)
{
    if (m_state != State::WRITING)
    {
        return;
    }
    if (request->status != BlockStatus::OK)
    {
        NS_LOG_INFO("block device failed: " << request->operation << " LBA " << request->lba << ", "
                                            << request->status);
        End(false);
        return;
    }
    m_isFlushed = m_blocks == 0;
    m_lba += m_blocks;
    if (m_lba == m_plan.blockCount && !m_isFlushed)
    {
        ++m_pass;
        m_lba = 0;
        m_contents = MakeContents();
    }
    Continue();
}

void
ScsiSanitizeOperation::WaitDone()
{
    End(true);
}

void
ScsiSanitizeOperation::End(bool isGood)
{
    NS_LOG_INFO("sanitize operation " << (isGood ? "done" : "failed"));
    m_state = isGood ? State::IDLE : State::FAILED;
    m_contents = nullptr;
    const auto completion = std::exchange(m_completion, nullptr);
    completion(isGood);
}

Ptr<Packet>
ScsiSanitizeOperation::MakeContents() const
{
    if (m_plan.block.empty() || m_pass == m_plan.passes)
    {
        return nullptr;
    }
    const bool isInverted = m_plan.inverts && m_pass % 2 == 1;
    const auto count = std::min<uint64_t>(m_plan.maxBlocks, m_plan.blockCount);
    std::vector<uint8_t> bytes(count * m_plan.block.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        const auto byte = m_plan.block[i % m_plan.block.size()];
        bytes[i] = isInverted ? static_cast<uint8_t>(~byte) : byte;
    }
    return Create<Packet>(bytes.data(), bytes.size());
}

void
ScsiSanitizeOperation::Clear()
{
    m_wait.Cancel();
    m_state = State::IDLE;
    m_completion = nullptr;
    m_contents = nullptr;
}

} // namespace ns3
