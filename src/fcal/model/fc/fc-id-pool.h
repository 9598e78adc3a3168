/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_ID_POOL_H
#define FC_ID_POOL_H

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * The OX_IDs or RX_IDs of a port. A released identifier is not reused before others have been
 * released, so that a late frame does not hit a new exchange.
 */
class FcIdPool
{
  public:
    /// Number of identifiers that rest, if there are others.
    static constexpr std::size_t RESTING = 64;

    /// Most identifiers in use at a time: FFFFh is none.
    static constexpr uint32_t MAX_IN_USE = 0xffff;

    /**
     * @return an identifier that is not in use; one must be left
     */
    uint16_t Allocate();

    /**
     * @param id an identifier that is in use no longer
     */
    void Release(uint16_t id);

    /**
     * @return number of those in use
     */
    std::size_t GetInUse() const;

  private:
    std::deque<uint16_t> m_free; //!< those given back, the oldest first
    uint16_t m_next{0};          //!< the first that was never taken
};

} // namespace ns3

#endif /* FC_ID_POOL_H */
