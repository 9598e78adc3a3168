/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-flash.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SsdFlash");

SsdFlash::SsdFlash(const SsdParameters& parameters,
                   Ptr<SsdVictimPolicy> policy,
                   Programmed programmed)
    : m_parameters(parameters),
      m_translation(parameters.GetLayout(), policy),
      m_programmed(std::move(programmed)),
      m_readTimes(parameters),
      m_dies(parameters.GetNDies(), Die(parameters)),
      m_channels(parameters.channels, SsdBus(parameters.channelRate))
{
    // One block beside the free ones is being filled, and one may be full of valid units.
    const auto& layout = m_translation.GetLayout();
    m_mostValid = uint64_t{layout.blocksPerDie - layout.freeBlocks} * layout.unitsPerBlock;
    m_mostValid -= std::min<uint64_t>(m_mostValid, 2 * layout.unitsPerBlock);
    m_mostValid = std::max(m_mostValid, layout.logicalUnits / layout.dies + layout.unitsPerBlock);
}

SsdFlash::~SsdFlash()
{
    Stop();
}

int64_t
SsdFlash::AssignStreams(int64_t stream)
{
    return m_readTimes.AssignStreams(stream);
}

SsdTranslationLayer&
SsdFlash::GetTranslation()
{
    return m_translation;
}

SsdFlash::Page
SsdFlash::Read(std::vector<uint32_t>& slots, Time earliest)
{
    std::sort(slots.begin(), slots.end());
    const auto stripeUnits = m_parameters.GetStripeUnits();
    Page last{earliest, earliest, earliest};
    for (auto slot = slots.begin(); slot != slots.end();)
    {
        const auto stripe = *slot / stripeUnits;
        const auto end = std::find_if(slot, slots.end(), [&](uint32_t other) {
            return other / stripeUnits != stripe;
        });
        const auto number = m_translation.GetDieOf(*slot);
        const auto duration = m_translation.IsInSlc(*slot)
                                  ? m_readTimes.GetSlc()
                                  : m_readTimes.Get(stripe % m_parameters.pagesPerBlock);
        auto& die = m_dies[number].die;
        const auto sensed = die.Read(earliest, duration);
        const auto bytes = std::distance(slot, end) * SsdParameters::UNIT_BYTES;
        const auto read = GetChannel(number).Transfer(sensed, bytes);
        if (!m_parameters.hasCacheRegister)
        {
            die.Hold(read);
        }
        if (read >= last.read)
        {
            last = {sensed - duration, sensed, read};
        }
        slot = end;
    }
    return last;
}

std::optional<uint32_t>
SsdFlash::FindDie() const
{
    if (m_withStripe == m_dies.size())
    {
        return std::nullopt;
    }
    const auto units = m_parameters.GetStripeUnits();
    auto number = m_next;
    for (std::size_t left = m_dies.size(); left > 0; --left, ++number)
    {
        number = number == m_dies.size() ? 0 : number;
        if (!m_dies[number].stripe &&
            (m_translation.HasSlcRoom(number) || m_translation.HasRoom(number, units)) &&
            m_translation.GetValid(number) + units <= m_mostValid)
        {
            return number;
        }
    }
    return std::nullopt;
}

void
SsdFlash::Program(uint32_t number, SsdStripe stripe)
{
    NS_ASSERT(!m_dies[number].stripe);
    m_next = (number + 1) % m_dies.size();
    const bool isToSlc = m_translation.HasSlcRoom(number);
    for (const auto unit : stripe.units)
    {
        isToSlc ? m_translation.WriteToSlc(unit, number) : m_translation.Write(unit, number);
    }
    const auto left = m_parameters.GetStripeUnits() - stripe.units.size();
    isToSlc ? m_translation.SkipInSlc(number, left) : m_translation.Skip(number, left);
    m_dies[number].stripe = std::move(stripe);
    ++m_withStripe;
    m_dies[number].isToSlc = isToSlc;
    m_lastStripe = Simulator::Now();
    if (m_parameters.slc.blocksPerPlane > 0 && !m_idle.IsPending())
    {
        m_idle = Simulator::Schedule(m_parameters.slc.idleTime, &SsdFlash::LookIdle, this);
    }
    BeginWork(number);
}

Time
SsdFlash::GetWorkEnd() const
{
    const auto works = [](const Die& die) { return die.work != Work::NONE; };
    return m_idle.IsPending() || std::ranges::any_of(m_dies, works) ? Simulator::Now() : m_workEnd;
}

void
SsdFlash::Stop()
{
    m_idle.Cancel();
    for (auto& die : m_dies)
    {
        die.end.Cancel();
        die.work = Work::NONE;
        die.stripe.reset();
        die.die = SsdDie(m_parameters.canSuspend, m_parameters.suspendTime);
    }
    m_withStripe = 0;
    m_channels.assign(m_parameters.channels, SsdBus(m_parameters.channelRate));
}

void
SsdFlash::Resume()
{
    for (uint32_t number = 0; number < m_dies.size(); ++number)
    {
        BeginWork(number);
    }
}

SsdBus&
SsdFlash::GetChannel(uint32_t number)
{
    return m_channels[number / m_parameters.diesPerChannel];
}

void
SsdFlash::BeginWork(uint32_t number)
{
    auto& die = m_dies[number];
    if (die.work != Work::NONE)
    {
        return;
    }
    if (!m_translation.IsCollecting(number) && m_translation.NeedsCollection(number))
    {
        const auto block = m_translation.BeginCollection(number);
        NS_LOG_DEBUG("die " << number << " collects block " << block << ", "
                            << m_translation.GetMovesPerWrite(number) << " moves for each write");
    }
    if (IsToCollect(number))
    {
        BeginCollecting(number);
    }
    else if (die.stripe)
    {
        BeginProgram(number);
    }
    else if (IsToFold(number))
    {
        BeginFolding(number);
    }
}

bool
SsdFlash::IsToCollect(uint32_t number) const
{
    const auto& die = m_dies[number];
    return m_translation.IsCollecting(number) && (!die.stripe || die.owed > 0);
}

bool
SsdFlash::IsToFold(uint32_t number) const
{
    return m_translation.HasToFold(number) &&
           Simulator::Now() >= m_lastStripe + m_parameters.slc.idleTime &&
           m_translation.HasRoom(number, m_parameters.GetStripeUnits());
}

void
SsdFlash::LookIdle()
{
    const auto left = m_lastStripe + m_parameters.slc.idleTime - Simulator::Now();
    if (left.IsStrictlyPositive())
    {
        m_idle = Simulator::Schedule(left, &SsdFlash::LookIdle, this);
        return;
    }
    m_workEnd = Simulator::Now();
    Resume();
}

void
SsdFlash::Begin(uint32_t number, Work work, Time begin, Time duration)
{
    auto& die = m_dies[number];
    die.work = work;
    die.die.Begin(std::max(begin, die.die.GetReadsEnd()), duration);
    die.end =
        Simulator::Schedule(die.die.GetEnd() - Simulator::Now(), &SsdFlash::End, this, number);
}

void
SsdFlash::BeginProgram(uint32_t number)
{
    auto& die = m_dies[number];
    const auto units = m_parameters.GetStripeUnits();
    const auto loaded =
        GetChannel(number).Transfer(Simulator::Now(),
                                    die.stripe->units.size() * SsdParameters::UNIT_BYTES);
    if (die.isToSlc)
    {
        Begin(number, Work::PROGRAM, loaded, m_parameters.slc.programTime);
        return;
    }
    if (m_translation.IsCollecting(number))
    {
        die.owed += units * m_translation.GetMovesPerWrite(number);
    }
    Begin(number, Work::PROGRAM, loaded, m_parameters.programTime);
}

void
SsdFlash::BeginCollecting(uint32_t number)
{
    auto& die = m_dies[number];
    if (m_translation.IsMoved(number))
    {
        Begin(number, Work::ERASE, Simulator::Now(), m_parameters.eraseTime);
        return;
    }
    const auto units = m_parameters.GetStripeUnits();
    Time reading;
    uint32_t moved = 0;
    while (die.moved + moved < units && !m_translation.IsMoved(number))
    {
        const auto found = m_translation.MoveUnits(number, units);
        moved += found;
        reading += found > 0 ? m_readTimes.GetMean() : Time(0);
    }
    die.owed -= moved;
    BeginMove(number, moved, reading);
}

void
SsdFlash::BeginFolding(uint32_t number)
{
    if (m_translation.IsFolded(number))
    {
        Begin(number, Work::END_FOLD, Simulator::Now(), m_parameters.eraseTime);
        return;
    }
    const auto units = m_parameters.GetStripeUnits();
    Time reading;
    uint32_t moved = 0;
    while (m_dies[number].moved + moved < units && !m_translation.IsFolded(number))
    {
        const auto found = m_translation.FoldUnits(number, units);
        moved += found;
        reading += found > 0 ? m_readTimes.GetSlc() : Time(0);
    }
    BeginMove(number, moved, reading);
}

void
SsdFlash::BeginMove(uint32_t number, uint32_t units, Time reading)
{
    auto& die = m_dies[number];
    const auto begin = std::max(Simulator::Now(), die.die.GetReadsEnd());
    auto end = begin + reading;
    if (units > 0)
    {
        const auto bytes = uint64_t{units} * SsdParameters::UNIT_BYTES;
        auto& channel = GetChannel(number);
        end = channel.Transfer(channel.Transfer(end, bytes), bytes);
    }
    die.moved += units;
    if (const auto stripe = m_parameters.GetStripeUnits(); die.moved >= stripe)
    {
        die.moved -= stripe;
        end += m_parameters.programTime;
    }
    Begin(number, Work::MOVE, begin, end - begin);
}

void
SsdFlash::End(uint32_t number)
{
    auto& die = m_dies[number];
    const auto now = Simulator::Now();
    if (die.die.GetEnd() > now)
    {
        die.end = Simulator::Schedule(die.die.GetEnd() - now, &SsdFlash::End, this, number);
        return;
    }
    const auto work = std::exchange(die.work, Work::NONE);
    m_workEnd = now;
    if (work == Work::ERASE)
    {
        m_translation.EndCollection(number);
        // Units that were not moved for the last writes are still owed: the next collection moves
        // them. Otherwise the free blocks would dwindle.
        die.owed = std::max(die.owed, 0.0);
    }
    if (work == Work::END_FOLD)
    {
        m_translation.EndFolding(number);
    }
    std::optional<SsdStripe> programmed;
    if (work == Work::PROGRAM)
    {
        programmed = std::exchange(die.stripe, std::nullopt);
        --m_withStripe;
    }
    BeginWork(number);
    if (programmed)
    {
        m_programmed(*programmed);
    }
    else if (work == Work::ERASE || work == Work::END_FOLD)
    {
        m_programmed({});
    }
}

} // namespace ns3
