/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_RANGE_SIZE_H
#define FIO_RANGE_SIZE_H

#include "fio-job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/request-size.h"

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Block sizes of bsrange, as fio draws them: the least plus a uniform share of the greatest,
 * rounded down to a multiple of the least and limited to the greatest. If that is a multiple of the
 * least, all multiples are equally frequent.
 */
class FioRangeSize : public RequestSize
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    FioRangeSize();

    /**
     * @param range the limits
     */
    void SetRange(const FioJob::SizeRange& range);

    std::vector<uint32_t> GetSizes() override;
    uint32_t GetNext() override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    FioJob::SizeRange m_range{512, 512};  //!< the limits
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

} // namespace ns3

#endif /* FIO_RANGE_SIZE_H */
