/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WEIGHTED_REQUEST_SIZE_H
#define WEIGHTED_REQUEST_SIZE_H

#include "request-size.h"

#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * Sizes drawn at random, each with a weight; a size comes with its weight over the sum of all.
 */
class WeightedRequestSize : public RequestSize
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    WeightedRequestSize();
    std::vector<uint32_t> GetSizes() override;
    uint32_t GetNext() override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    /**
     * Add every size; called once, before the first is drawn.
     *
     * @throw UserError if they cannot be had
     */
    virtual void LoadSizes() = 0;

    /**
     * @return the attribute or file that the sizes come from
     */
    virtual std::string GetSource() const = 0;

    /**
     * @param size a size in bytes; one added before gets the sum of both weights
     * @param weight its weight, more than 0
     */
    void AddSize(uint32_t size, double weight);

  private:
    std::vector<uint32_t> m_sizes;        //!< in bytes
    std::vector<double> m_cumulated;      //!< weight of each size and all before it
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

/**
 * @ingroup block-io-workload
 *
 * Sizes and weights given in an attribute.
 */
class ListRequestSize : public WeightedRequestSize
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    void LoadSizes() override;
    std::string GetSource() const override;

  private:
    std::string m_list; //!< as the attribute has it
};

/**
 * @ingroup block-io-workload
 *
 * Sizes and weights read from a histogram file: a line each of size in bytes and weight (a count,
 * say), apart by spaces or a comma; empty lines and lines that begin with # mean nothing.
 */
class HistogramRequestSize : public WeightedRequestSize
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    void LoadSizes() override;
    std::string GetSource() const override;

  private:
    std::string m_fileName; //!< plain or gzip
};

} // namespace ns3

#endif /* WEIGHTED_REQUEST_SIZE_H */
