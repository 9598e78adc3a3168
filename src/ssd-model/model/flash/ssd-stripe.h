/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_STRIPE_H
#define SSD_STRIPE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-flash
 *
 * What a die programs at once: up to a page of units for each of its planes.
 */
struct SsdStripe
{
    std::vector<uint32_t> units;     //!< logical units
    std::vector<uint64_t> sequences; //!< when each got into the write buffer, as a number
};

} // namespace ns3

#endif /* SSD_STRIPE_H */
