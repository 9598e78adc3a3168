/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How BlockArray loses its power, and makes its members agree when it is back.

#include "block-array.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockArrayPower");

void
BlockArray::PowerOff()
{
    NS_LOG_FUNCTION(this);
    m_power = Power::OFF;
    m_resync = nullptr;
    if (m_filling)
    {
        FailMember(m_filling->member);
    }
}

void
BlockArray::PowerOn()
{
    NS_LOG_FUNCTION(this);
    m_power = Power::RESYNCING;
    m_resync = Create<Resync>();
    m_resync->stripes = m_intents.GetStripes();
    NS_LOG_INFO("power on: " << m_resync->stripes.size() << " stripes in which members may differ");
    ResyncNext(m_resync);
}

void
BlockArray::ResyncNext(Ptr<Resync> resync)
{
    while (resync->done < resync->stripes.size())
    {
        const auto stripe = resync->stripes[resync->done];
        resync->members = GetDerived(stripe);
        if (!resync->members.empty())
        {
            const auto lba = stripe * m_stripeUnit;
            const auto blocks = std::min<uint64_t>(m_stripeUnit, m_memberBlocks - lba);
            auto part = Create<BlockRequest>(BlockOperation::READ, lba, blocks);
            Derive(part, MakeCallback(&BlockArray::ResyncWrite, this, resync, part));
            return;
        }
        m_intents.RemoveStripe(stripe);
        ++resync->done;
    }
    NS_LOG_INFO("members agree: " << resync->done << " stripes");
    m_resync = nullptr;
    m_power = Power::ON;
    NotifyReady();
}

void
BlockArray::ResyncWrite(Ptr<Resync> resync,
                        Ptr<BlockRequest> part,
                        BlockStatus status,
                        Ptr<Packet> data)
{
    if (resync != m_resync)
    {
        return;
    }
    if (status != BlockStatus::OK)
    {
        NS_LOG_WARN("array lost: stripe " << resync->stripes[resync->done]
                                          << " was being written, and a member is missing");
        return;
    }
    resync->pending = resync->members.size();
    for (const auto member : resync->members)
    {
        auto copy = Create<BlockRequest>(BlockOperation::WRITE, part->lba, part->blocks);
        copy->data = data;
        // What the log forgets must outlast the next loss of power.
        copy->forceUnitAccess = true;
        Ask(member, copy, nullptr, MakeCallback(&BlockArray::ResyncWritten, this, resync));
    }
}

void
BlockArray::ResyncWritten(Ptr<Resync> resync, Ptr<BlockRequest> /* part */)
{
    // A member that could not be written has failed.
    if (--resync->pending > 0 || resync != m_resync)
    {
        return;
    }
    m_intents.RemoveStripe(resync->stripes[resync->done]);
    ++resync->done;
    ResyncNext(resync);
}

} // namespace ns3
