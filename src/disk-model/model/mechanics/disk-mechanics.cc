/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-mechanics.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param from a track
 * @param to another
 * @return how far apart their cylinders are
 */
uint32_t
GetDistance(const DiskTrack& from, const DiskTrack& to)
{
    return from.cylinder < to.cylinder ? to.cylinder - from.cylinder : from.cylinder - to.cylinder;
}

} // namespace

Time
DiskAccess::GetTotal() const
{
    return seek + rotation + switching + transfer;
}

DiskMechanics::DiskMechanics(const DiskParameters& parameters)
    : m_geometry(parameters),
      m_seekCurve(parameters.seekPoints, parameters.cylinders - 1),
      m_spindle(parameters.rpm),
      m_headSwitch(parameters.headSwitch.GetNanoSeconds()),
      m_writeSettle(parameters.writeSettle.GetNanoSeconds()),
      m_writeTrackSettle(
          parameters.writeTrackSettle.value_or(parameters.writeSettle).GetNanoSeconds()),
      m_repositioning(parameters.repositioning.GetNanoSeconds()),
      m_zeroLatencyRead(parameters.zeroLatencyRead),
      m_zeroLatencyWrite(parameters.zeroLatencyWrite)
{
}

void
DiskMechanics::SetInitialPhase(double phase)
{
    NS_ASSERT(phase >= 0 && phase < 1);
    m_initialAngle = static_cast<DiskAngle>(phase * DiskSpindle::REVOLUTION);
}

const DiskGeometry&
DiskMechanics::GetGeometry() const
{
    return m_geometry;
}

Time
DiskMechanics::GetRevolution() const
{
    return NanoSeconds(m_spindle.GetDuration(DiskSpindle::REVOLUTION));
}

int64_t
DiskMechanics::GetMoveNanoSeconds(const DiskTrack& from, const DiskTrack& to, bool isWrite) const
{
    if (from == to)
    {
        return 0;
    }
    const auto headSwitch = from.head == to.head ? 0 : m_headSwitch;
    const auto distance = GetDistance(from, to);
    const auto settle = distance > 1 ? m_writeSettle : m_writeTrackSettle;
    return std::max(m_seekCurve.GetNanoSeconds(distance), headSwitch) + (isWrite ? settle : 0);
}

DiskAngle
DiskMechanics::GetAngleAt(int64_t time) const
{
    return (m_initialAngle + m_spindle.GetAngle(time)) % DiskSpindle::REVOLUTION;
}

DiskMechanics::Visit
DiskMechanics::Gather(const DiskLocation& first,
                      uint64_t lba,
                      uint64_t endLba,
                      uint64_t begun) const
{
    Visit visit;
    visit.next = first;
    while (true)
    {
        const auto blocks = std::min(endLba - lba, visit.next.run);
        const uint64_t begin = visit.next.sector - first.sector;
        const auto isWhole = visit.resume == visit.end; // as long as the head has missed all
        visit.end = begin + blocks;
        visit.wanted += first.GetTurn(visit.end) - first.GetTurn(begin);
        visit.missed = begin < begun ? std::min(visit.end, begun) : visit.missed;
        visit.resume = isWhole ? std::min(visit.end, std::max(begin, begun)) : visit.resume;
        lba += blocks;
        if (lba == endLba)
        {
            break;
        }
        visit.next = m_geometry.Locate(lba);
        if (visit.next.track != first.track || visit.next.sector < first.sector + visit.end)
        {
            break;
        }
    }
    visit.endLba = lba;
    return visit;
}

DiskMechanics::Pass
DiskMechanics::PassOver(DiskLocation place,
                        DiskAngle angle,
                        const DiskTransfer& transfer,
                        bool zeroLatency) const
{
    Pass pass;
    auto lba = transfer.lba;
    const auto endLba = lba + transfer.blocks;
    while (true)
    {
        const auto late = DiskSpindle::GetAngleBetween(place.GetAngle(), angle);
        // Without zero latency a head that missed the first sector missed them all.
        const auto begun = late == 0 || zeroLatency ? place.CountBegun(late) : UINT64_MAX;
        const auto visit = Gather(place, lba, endLba, begun);
        const auto rest = late == 0 ? 0 : DiskSpindle::REVOLUTION - late;
        const bool isInside = begun > 0 && visit.resume < visit.end;
        const auto wait = isInside ? place.GetTurn(visit.resume) - late : rest;
        auto turn = rest + place.GetTurn(isInside ? visit.missed : visit.end);
        pass.wait = lba == transfer.lba ? wait : pass.wait;
        pass.wanted += visit.wanted;
        if (visit.endLba == endLba)
        {
            pass.turn += turn;
            pass.end = place.track;
            return pass;
        }
        turn +=
            m_spindle.GetTurn(GetMoveNanoSeconds(place.track, visit.next.track, transfer.isWrite));
        pass.turn += turn;
        angle = (angle + turn) % DiskSpindle::REVOLUTION;
        place = visit.next;
        lba = visit.endLba;
    }
}

int64_t
DiskMechanics::GetSeekNanoSeconds(const DiskTrack& from, const DiskTransfer& transfer) const
{
    const auto& to = m_geometry.Locate(transfer.lba).track;
    const auto move = GetMoveNanoSeconds(from, to, transfer.isWrite);
    return transfer.continues ? move : std::max(move, m_repositioning);
}

DiskAccess
DiskMechanics::Access(const DiskTrack& from, Time start, const DiskTransfer& transfer) const
{
    auto access = Access(GetSeekNanoSeconds(from, transfer),
                         start,
                         transfer,
                         transfer.isWrite ? m_zeroLatencyWrite : m_zeroLatencyRead);
    access.start = start;
    access.begin = from;
    access.first = m_geometry.Locate(transfer.lba).track;
    access.seekDistance = GetDistance(from, access.first);
    return access;
}

DiskAccess
DiskMechanics::Access(int64_t seek,
                      Time start,
                      const DiskTransfer& transfer,
                      bool zeroLatency) const
{
    const auto place = m_geometry.Locate(transfer.lba);
    const auto angle = GetAngleAt(start.GetNanoSeconds() + seek);
    const auto pass = PassOver(place, angle, transfer, zeroLatency);

    // Rounding the whole and two of its parts down leaves a transfer no shorter than the media
    // allow, and no switching where there is none.
    const auto rotation = m_spindle.GetDuration(pass.wait);
    const auto switching = m_spindle.GetDuration(pass.turn - pass.wait - pass.wanted);
    const auto total = m_spindle.GetDuration(pass.turn);

    DiskAccess access;
    access.seek = NanoSeconds(seek);
    access.rotation = NanoSeconds(rotation);
    access.switching = NanoSeconds(switching);
    access.transfer = NanoSeconds(total - rotation - switching);
    access.end = pass.end;
    return access;
}

int64_t
DiskMechanics::GetPositioningNanoSeconds(const DiskTrack& from,
                                         Time start,
                                         uint64_t lba,
                                         bool isWrite) const
{
    const auto seek = GetSeekNanoSeconds(from, {lba, 1, isWrite});
    const auto angle = GetAngleAt(start.GetNanoSeconds() + seek);
    const auto place = m_geometry.Locate(lba).GetAngle();
    return seek + m_spindle.GetDuration(DiskSpindle::GetAngleBetween(angle, place));
}

Time
DiskMechanics::GetContinuation(uint64_t lba, Time end, uint32_t blocks, bool isWrite) const
{
    const auto from = m_geometry.Locate(lba).track;
    const DiskTransfer transfer{lba + 1, blocks, isWrite, true};
    return Access(GetSeekNanoSeconds(from, transfer), end, transfer, false).GetTotal();
}

uint64_t
DiskMechanics::CountBlocksBy(uint64_t lba, Time end, Time until, uint64_t limit, bool isWrite) const
{
    auto track = m_geometry.Locate(lba).track;
    auto angle = GetAngleAt(end.GetNanoSeconds());
    auto left = m_spindle.GetLongestTurn((until - end).GetNanoSeconds());
    uint64_t count = 0;
    while (count < limit)
    {
        const auto place = m_geometry.Locate(lba + 1 + count);
        const auto move = m_spindle.GetTurn(GetMoveNanoSeconds(track, place.track, isWrite));
        angle = (angle + move) % DiskSpindle::REVOLUTION;
        const auto gap = move + DiskSpindle::GetAngleBetween(angle, place.GetAngle());
        const auto blocks = std::min(limit - count, place.run);
        if (gap > left || place.GetTurn(blocks) > left - gap)
        {
            return gap > left ? count : count + place.CountBegun(left - gap + 1) - 1;
        }
        left -= gap + place.GetTurn(blocks);
        angle = place.GetAngle(blocks) % DiskSpindle::REVOLUTION;
        track = place.track;
        count += blocks;
    }
    return count;
}

} // namespace ns3
