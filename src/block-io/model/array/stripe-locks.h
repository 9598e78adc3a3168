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
 * @ingroup block-io
 *
 * Who works on which stripe of an array: any number that share it, or one alone. Others wait, first
 * come first served. It holds only the stripes in use.
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
     * Take a stripe.
     *
     * @param stripe its number
     * @param mode how
     * @param go called when it is taken: from inside this call if it is free
     */
    void Take(uint64_t stripe, Mode mode, Callback<void> go);

    /**
     * Give a stripe back; whoever is next takes it from inside this call.
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
