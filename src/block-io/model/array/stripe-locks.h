/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STRIPE_LOCKS_H
#define STRIPE_LOCKS_H

#include "ns3/callback.h"

#include <cstdint>
#include <deque>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * Locks of the stripes of an array: a stripe has any number of shared holders or one exclusive
 * holder. Others wait in order of arrival. Only stripes in use take memory.
 */
class StripeLocks
{
  public:
    /// How a stripe is held.
    enum class Mode : uint8_t
    {
        SHARED, //!< with others that share it
        ALONE   //!< without any other
    };

    /**
     * Lock a stripe.
     *
     * @param stripe its number
     * @param mode how
     * @param go called when it is taken: from inside this call if it is free
     */
    void Acquire(uint64_t stripe, Mode mode, Callback<void> go);

    /**
     * Release a stripe; the next waiting request gets it from inside this call.
     *
     * @param stripe its number
     */
    void Release(uint64_t stripe);

  private:
    /// Somebody who waits.
    struct Waiting
    {
        Mode mode;         //!< how it wants the stripe
        Callback<void> go; //!< to be called when it has it
    };

    /// A stripe in use.
    struct Stripe
    {
        Mode mode{Mode::SHARED};     //!< how it is held
        uint32_t holders{0};         //!< by how many
        std::deque<Waiting> waiting; //!< who waits for it
    };

    std::unordered_map<uint64_t, Stripe> m_stripes; //!< by number
};

} // namespace ns3

#endif /* STRIPE_LOCKS_H */
