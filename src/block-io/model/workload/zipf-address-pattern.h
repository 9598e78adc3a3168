/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ZIPF_ADDRESS_PATTERN_H
#define ZIPF_ADDRESS_PATTERN_H

#include "address-pattern.h"

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * Position k - 1 of n is hit with probability k^-Theta / (1^-Theta + ... + n^-Theta): the beginning
 * of the range is hot.
 *
 * The distribution is exact for any n, in constant memory and constant expected time, by
 * rejection-inversion (Hoermann and Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions", ACM TOMACS 6(3), 1996). ns-3's ZipfRandomVariable takes time
 * proportional to n for every value, which is too slow for the blocks of a drive.
 */
class ZipfAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    ZipfAddressPattern();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    /**
     * The density that the ranks are drawn under.
     *
     * @param x a rank, 1 or more, not necessarily whole
     * @return x^-Theta
     */
    double Density(double x) const;

    /**
     * @param x a rank, not necessarily whole
     * @return the integral of the density from 1 to x
     */
    double Integral(double x) const;

    /**
     * @param area an integral of the density
     * @return the x whose Integral it is
     */
    double InverseIntegral(double area) const;

    double m_theta;                       //!< exponent of the distribution
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

} // namespace ns3

#endif /* ZIPF_ADDRESS_PATTERN_H */
