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
      m_seekCurve(parameters.seekPoints),
      m_spindle(parameters.rpm),
      m_headSwitch(parameters.headSwitch.GetNanoSeconds()),
      m_writeSettle(parameters.writeSettle.GetNanoSeconds())
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

int64_t
DiskMechanics::GetMoveNanoSeconds(const DiskTrack& from, const DiskTrack& to, bool isWrite) const
{
    if (from == to)
    {
        return 0;
    }
    const auto headSwitch = from.head == to.head ? 0 : m_headSwitch;
    const auto settle = isWrite ? m_writeSettle : 0;
    return std::max(m_seekCurve.GetNanoSeconds(GetDistance(from, to)), headSwitch) + settle;
}

DiskMechanics::Pass
DiskMechanics::PassOver(DiskLocation location, const DiskTransfer& transfer) const
{
    Pass pass{};
    auto lba = transfer.lba;
    const auto endLba = lba + transfer.blocks;
    while (true)
    {
        const auto blocks = std::min(endLba - lba, location.run);
        pass.turn += location.GetAngle(blocks) - location.GetAngle();
        lba += blocks;
        if (lba == endLba)
        {
            pass.end = location.track;
            return pass;
        }
        const auto next = m_geometry.Locate(lba);
        auto gap =
            m_spindle.GetTurn(GetMoveNanoSeconds(location.track, next.track, transfer.isWrite));
        const auto angle = (location.GetAngle(blocks) + gap) % DiskSpindle::REVOLUTION;
        gap += DiskSpindle::GetAngleBetween(angle, next.GetAngle());
        pass.switching += gap;
        pass.turn += gap;
        location = next;
    }
}

DiskAccess
DiskMechanics::Access(const DiskTrack& from, Time start, const DiskTransfer& transfer) const
{
    const auto location = m_geometry.Locate(transfer.lba);
    const auto seek = GetMoveNanoSeconds(from, location.track, transfer.isWrite);
    const auto arrival = m_initialAngle + m_spindle.GetAngle(start.GetNanoSeconds() + seek);
    const auto wait =
        DiskSpindle::GetAngleBetween(arrival % DiskSpindle::REVOLUTION, location.GetAngle());
    const auto pass = PassOver(location, transfer);

    // Rounding the whole and two of its parts down leaves a transfer no shorter than the media
    // allow, and no switching where there is none.
    const auto rotation = m_spindle.GetDuration(wait);
    const auto switching = m_spindle.GetDuration(pass.switching);
    const auto total = m_spindle.GetDuration(wait + pass.turn);

    DiskAccess access;
    access.seekDistance = GetDistance(from, location.track);
    access.seek = NanoSeconds(seek);
    access.rotation = NanoSeconds(rotation);
    access.switching = NanoSeconds(switching);
    access.transfer = NanoSeconds(total - rotation - switching);
    access.end = pass.end;
    return access;
}

} // namespace ns3
