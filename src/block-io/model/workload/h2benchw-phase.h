/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef H2BENCHW_PHASE_H
#define H2BENCHW_PHASE_H

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * What H2benchwWorkload measures, in its order.
 */
enum class H2benchwPhase : uint8_t
{
    SEQUENTIAL_READ,  //!< one read after the other, no delay: what the medium gives
    READ_AHEAD,       //!< the same with a delay in between, in which a device can read ahead
    REPETITIVE_READ,  //!< the same place again and again ("core test"): what the interface gives
    SEQUENTIAL_WRITE, //!< one write after the other, no delay
    WRITE_CACHE,      //!< the same with a delay in between, in which a cache can be emptied
    REPETITIVE_WRITE, //!< the same place again and again
    SUSTAINED_READ,   //!< reads at zones from the first block to the last
    SUSTAINED_WRITE,  //!< writes there
    RANDOM_READ,      //!< reads of one block anywhere
    RANDOM_WRITE      //!< writes of one block anywhere
};

/**
 * @ingroup block-io-workload
 *
 * @param phase a phase
 * @return its name in result files, such as "sequential_read"
 */
const char* GetH2benchwPhaseName(H2benchwPhase phase);

/**
 * @ingroup block-io-workload
 *
 * @param phase a phase
 * @return true if it writes
 */
bool IsH2benchwWrite(H2benchwPhase phase);

/**
 * @ingroup block-io-workload
 *
 * @param os the stream
 * @param phase the phase, printed by its name
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, H2benchwPhase phase);

} // namespace ns3

#endif /* H2BENCHW_PHASE_H */
