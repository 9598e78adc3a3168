/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REQUEST_SIZE_H
#define REQUEST_SIZE_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * The size of the next request of a SyntheticWorkload.
 */
class RequestSize : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Called once before the first GetNext.
     *
     * @return every size that may come, in bytes, each once
     * @throw UserError if the sizes cannot be had: a file is missing or wrong
     */
    virtual std::vector<uint32_t> GetSizes() = 0;

    /**
     * @return the size of the next request in bytes
     */
    virtual uint32_t GetNext() = 0;

    /**
     * @param stream the first stream number to use
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);
};

/**
 * @ingroup block-io-workload
 *
 * Every request has the same size.
 */
class FixedRequestSize : public RequestSize
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    std::vector<uint32_t> GetSizes() override;
    uint32_t GetNext() override;

  private:
    uint32_t m_size; //!< in bytes
};

} // namespace ns3

#endif /* REQUEST_SIZE_H */
