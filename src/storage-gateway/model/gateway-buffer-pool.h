/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_BUFFER_POOL_H
#define GATEWAY_BUFFER_POOL_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The memory of a gateway for data in transit. If it is full, transfers wait in order of arrival;
 * nothing is ever rejected or dropped.
 */
class GatewayBufferPool : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return bytes of the whole pool
     */
    uint32_t GetSize() const;

    /**
     * Allocate buffer space, now or when it is free.
     *
     * @param bytes how much, up to the size of the pool
     * @param granted called once the space is allocated, from inside this call if it is free now
     */
    void Acquire(uint32_t bytes, Callback<void> granted);

    /**
     * Release buffer space. Waiting transfers are served later at the same simulated time, not from
     * inside this call.
     *
     * @param bytes how much
     */
    void Release(uint32_t bytes);

    /**
     * @return bytes taken
     */
    uint32_t GetUsed() const;

    /**
     * @return most bytes taken at once so far
     */
    uint32_t GetMostUsed() const;

    /**
     * @return how many wait
     */
    uint32_t GetWaiting() const;

  protected:
    void DoDispose() override;

  private:
    /// A transfer that waits for buffer space.
    struct Waiter
    {
        uint32_t bytes;         //!< how much
        Callback<void> granted; //!< what to notify
    };

    /**
     * Serve waiting transfers as far as there is space.
     */
    void Serve();

    /**
     * @param bytes how much of the free room to take
     */
    void Use(uint32_t bytes);

    uint32_t m_size;                   //!< bytes of the whole pool
    uint32_t m_mostUsed{0};            //!< most bytes taken at once
    TracedValue<uint32_t> m_used{0};   //!< bytes taken
    TracedValue<uint32_t> m_length{0}; //!< how many wait
    std::deque<Waiter> m_waiting;      //!< in the order they came
};

} // namespace ns3

#endif /* GATEWAY_BUFFER_POOL_H */
