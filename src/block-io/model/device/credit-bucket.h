/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CREDIT_BUCKET_H
#define CREDIT_BUCKET_H

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A budget of units per second, requests or bytes, with credits for bursts: a token bucket.
 *
 * Credits are earned at the rate, whether they are spent or not, up to a number at which it starts.
 * While there are some, work is done at the rate of a burst, and each unit costs one; without, at
 * the rate at which they are earned. Work is done in the order in which it comes. So a bucket of C
 * credits lasts for C / (burst - rate) seconds of work without a pause, in which burst times as
 * many units are done; it is full again after C / rate seconds without work.
 */
class CreditBucket
{
  public:
    /**
     * @param rate units earned in a second, above 0
     * @param burst units done in a second while there are credits; the rate if that is greater
     * @param credits most credits, 0 or more
     */
    CreditBucket(double rate, double burst, double credits);

    /**
     * Do some work, behind all that came before.
     *
     * @param units how much, 0 or more
     * @param now the time, never earlier than the last one
     * @return when it is done
     */
    Time Spend(double units, Time now);

    /**
     * @param now the time, never earlier than the last one
     * @return credits that are left then, or when the work is done that came before
     */
    double GetCredits(Time now) const;

  private:
    double m_rate;    //!< units earned in a second
    double m_burst;   //!< units done in a second while there are credits
    double m_most;    //!< most credits
    double m_credits; //!< credits at the end of the work
    Time m_end;       //!< when all work is done
};

} // namespace ns3

#endif /* CREDIT_BUCKET_H */
