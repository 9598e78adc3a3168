/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_TEST_LOAD_H
#define SSD_TEST_LOAD_H

#include "ns3/block-device.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-tests
 *
 * Keeps a number of requests of 4 KiB under way, at random places of a device that are multiples of
 * their size, until so many are complete.
 */
class SsdTestLoad
{
  public:
    /**
     * Run it.
     *
     * @param device the device
     * @param operation what the requests do
     * @param depth how many are under way
     * @param count how many there are
     */
    SsdTestLoad(Ptr<BlockDevice> device, BlockOperation operation, uint32_t depth, uint32_t count);

    /**
     * @param skipped how many of the first do not count; nor do the last, while fewer are under way
     * @return requests/s
     */
    double GetRate(uint32_t skipped) const;

    /**
     * @return how long each took, in the order of completion
     */
    const std::vector<Time>& GetLatencies() const;

  private:
    /**
     * Submit another request, if there is one.
     */
    void Submit();

    /**
     * @param request that is complete
     */
    void Note(Ptr<BlockRequest> request);

    Ptr<BlockDevice> m_device;           //!< the device
    BlockOperation m_operation;          //!< what the requests do
    uint32_t m_depth;                    //!< how many are under way
    uint32_t m_left;                     //!< how many are not submitted yet
    Ptr<UniformRandomVariable> m_random; //!< draws places
    std::vector<Time> m_ends;            //!< when they were complete
    std::vector<Time> m_latencies;       //!< how long they took
};

} // namespace ns3

#endif /* SSD_TEST_LOAD_H */
