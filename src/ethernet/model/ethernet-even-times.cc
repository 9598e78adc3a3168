/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-even-times.h"

namespace ns3
{

Time
EthernetEvenTimes::Get(uint32_t frame) const
{
    return first + NanoSeconds((offset + frame * step) / divisor);
}

uint32_t
EthernetEvenTimes::CountUntil(uint32_t frames, Time now) const
{
    if (now < Get(0))
    {
        return 0;
    }
    if (now >= Get(frames - 1))
    {
        return frames;
    }
    // The time of frame i is not after now if offset + i step < (passed + 1) divisor.
    const uint64_t passed = (now - first).GetNanoSeconds();
    return 1 + ((passed + 1) * divisor - 1 - offset) / step;
}

EthernetEvenTimes
EthernetEvenTimes::From(uint32_t frame) const
{
    return {first, offset + frame * step, step, divisor};
}

} // namespace ns3
