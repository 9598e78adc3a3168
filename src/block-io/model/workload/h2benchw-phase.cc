/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "h2benchw-phase.h"

namespace ns3
{

const char*
GetH2benchwPhaseName(H2benchwPhase phase)
{
    switch (phase)
    {
    case H2benchwPhase::SEQUENTIAL_READ:
        return "sequential_read";
    case H2benchwPhase::READ_AHEAD:
        return "read_ahead";
    case H2benchwPhase::REPETITIVE_READ:
        return "repetitive_read";
    case H2benchwPhase::SEQUENTIAL_WRITE:
        return "sequential_write";
    case H2benchwPhase::WRITE_CACHE:
        return "write_cache";
    case H2benchwPhase::REPETITIVE_WRITE:
        return "repetitive_write";
    case H2benchwPhase::SUSTAINED_READ:
        return "sustained_read";
    case H2benchwPhase::SUSTAINED_WRITE:
        return "sustained_write";
    case H2benchwPhase::RANDOM_READ:
        return "random_read";
    case H2benchwPhase::RANDOM_WRITE:
        return "random_write";
    }
    return "unknown";
}

bool
IsH2benchwWrite(H2benchwPhase phase)
{
    switch (phase)
    {
    case H2benchwPhase::SEQUENTIAL_WRITE:
    case H2benchwPhase::WRITE_CACHE:
    case H2benchwPhase::REPETITIVE_WRITE:
    case H2benchwPhase::SUSTAINED_WRITE:
    case H2benchwPhase::RANDOM_WRITE:
        return true;
    default:
        return false;
    }
}

std::ostream&
operator<<(std::ostream& os, H2benchwPhase phase)
{
    return os << GetH2benchwPhaseName(phase);
}

} // namespace ns3
