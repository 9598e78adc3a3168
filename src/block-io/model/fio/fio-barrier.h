/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_BARRIER_H
#define FIO_BARRIER_H

#include "ns3/callback.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Lets jobs wait for the end of others (stonewall, wait_for).
 */
class FioBarrier : public SimpleRefCount<FioBarrier>
{
  public:
    /**
     * A job takes part: those who wait, wait for it as well.
     */
    void Enter();

    /**
     * A job that took part has ended.
     */
    void Leave();

    /**
     * @param callback called as soon as all jobs that took part have ended, at once if they have
     */
    void CallWhenOver(Callback<void> callback);

  private:
    uint32_t m_running{0};                 //!< jobs that have not ended
    std::vector<Callback<void>> m_waiting; //!< who waits for them
};

} // namespace ns3

#endif /* FIO_BARRIER_H */
