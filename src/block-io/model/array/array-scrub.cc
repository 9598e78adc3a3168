/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "array-scrub.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrayScrub");

ArrayScrub::ArrayScrub(Ptr<BlockArray> array)
    : m_array(array)
{
    UintegerValue unit;
    m_array->GetAttribute("StripeUnit", unit);
    m_unit = static_cast<uint32_t>(unit.Get());
    m_array->TraceConnectWithoutContext("Submit", MakeCallback(&ArrayScrub::NoteRequest, this));
}

void
ArrayScrub::NoteRequest(Ptr<const BlockRequest> request)
{
    if (request->operation != BlockOperation::WRITE || request->blocks == 0 || !m_array->IsReady())
    {
        return;
    }
    const auto last = m_array->Locate(request->lba + request->blocks - 1).lba / m_unit;
    for (auto stripe = m_array->Locate(request->lba).lba / m_unit; stripe <= last; ++stripe)
    {
        m_written.insert(stripe);
    }
}

void
ArrayScrub::Start(Done done)
{
    m_done = std::move(done);
    Simulator::ScheduleNow(&ArrayScrub::ReadNext, this);
}

bool
ArrayScrub::IsWhole() const
{
    for (uint32_t i = 0; i < m_array->GetNMembers(); ++i)
    {
        if (m_array->GetMemberState(i) != BlockArray::MemberState::WORKING)
        {
            return false;
        }
    }
    return true;
}

void
ArrayScrub::ReadNext()
{
    if (m_written.empty() || !IsWhole())
    {
        NS_LOG_INFO("scrub ends: " << m_compared << " stripes compared, " << m_inconsistent.size()
                                   << " inconsistent");
        m_done();
        return;
    }
    m_contents.assign(m_array->GetNMembers(), {});
    m_isReadable = true;
    m_pending = m_array->GetNMembers();
    for (uint32_t i = 0; i < m_array->GetNMembers(); ++i)
    {
        const auto device = m_array->GetMember(i);
        // The last stripe of a mirror may be short.
        const auto blocks = std::min<uint64_t>(m_unit, device->GetBlockCount() - GetFirst());
        auto part =
            Create<BlockRequest>(BlockOperation::READ, GetFirst(), static_cast<uint32_t>(blocks));
        part->completion = MakeCallback(&ArrayScrub::Answered, this, i);
        device->Submit(part);
    }
}

void
ArrayScrub::Answered(uint32_t member, Ptr<BlockRequest> part)
{
    if (part->status == BlockStatus::OK && part->data)
    {
        m_contents[member].resize(part->data->GetSize());
        part->data->CopyData(m_contents[member].data(), part->data->GetSize());
    }
    else
    {
        m_isReadable = false;
    }
    if (--m_pending > 0)
    {
        return;
    }
    Compare();
    m_written.erase(m_written.begin());
    ReadNext();
}

void
ArrayScrub::Compare()
{
    if (!m_isReadable)
    {
        return;
    }
    ++m_compared;
    if (!IsConsistent())
    {
        const auto stripe = *m_written.begin();
        NS_LOG_WARN("stripe " << stripe << ": the members disagree");
        m_inconsistent.push_back(stripe);
    }
}

uint64_t
ArrayScrub::GetFirst() const
{
    return *m_written.begin() * m_unit;
}

bool
ArrayScrub::IsConsistent() const
{
    bool hasParity = false;
    std::vector<uint8_t> sum;
    std::map<uint64_t, const std::vector<uint8_t>*> copies;
    for (uint32_t i = 0; i < m_contents.size(); ++i)
    {
        const auto& contents = m_contents[i];
        sum.resize(std::max(sum.size(), contents.size()));
        std::transform(contents.begin(),
                       contents.end(),
                       sum.begin(),
                       sum.begin(),
                       std::bit_xor<>());
        const auto lba = m_array->FindLba({i, GetFirst()});
        hasParity |= !lba;
        if (lba && *copies.insert({*lba, &contents}).first->second != contents)
        {
            return false;
        }
    }
    return !hasParity ||
           std::all_of(sum.begin(), sum.end(), [](uint8_t byte) { return byte == 0; });
}

uint64_t
ArrayScrub::GetCompared() const
{
    return m_compared;
}

const std::vector<uint64_t>&
ArrayScrub::GetInconsistent() const
{
    return m_inconsistent;
}

} // namespace ns3
