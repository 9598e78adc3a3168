/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADDRESS_PATTERN_H
#define ADDRESS_PATTERN_H

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * Where the next request of a SyntheticWorkload goes. A pattern sees the address range as numbered
 * positions, one alignment unit apart, and does not depend on blocks.
 */
class AddressPattern : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param device the number of the device the request goes to
     * @param positions number of positions at which the request fits, at least 1
     * @param length positions that the request covers, at least 1
     * @return the request's position, below positions
     */
    virtual uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) = 0;

    /**
     * @param stream the first stream number to use
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);
};

/**
 * @ingroup block-io-workload
 *
 * Each request begins where the previous one on its device ended, and at the beginning of the range
 * again when it no longer fits.
 */
class SequentialAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;

  private:
    std::vector<uint64_t> m_next; //!< the position after the last request, by device
};

/**
 * @ingroup block-io-workload
 *
 * Every position is equally likely.
 */
class UniformAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    UniformAddressPattern();
    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

} // namespace ns3

#endif /* ADDRESS_PATTERN_H */
