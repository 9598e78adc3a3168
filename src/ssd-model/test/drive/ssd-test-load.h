/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_TEST_LOAD_H
#define SSD_TEST_LOAD_H

#include "ns3/block-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/ssd-drive.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-tests
 *
 * @param parameters of a drive
 * @param isAged whether it begins in its steady state
 * @param storeData whether it keeps contents
 * @return the drive
 */
Ptr<SsdDrive> MakeSsdTestDrive(const SsdParameters& parameters,
                               bool isAged = false,
                               bool storeData = false);

/**
 * @ingroup ssd-model-tests
 *
 * Run a request, and nothing behind its completion.
 *
 * @param drive the drive
 * @param operation what it does
 * @param lba its first block
 * @param blocks how many
 * @param value the byte that it writes
 * @return the request
 */
Ptr<BlockRequest> RunOnIdle(Ptr<SsdDrive> drive,
                            BlockOperation operation,
                            uint64_t lba,
                            uint32_t blocks,
                            uint8_t value = 0);

/**
 * @ingroup ssd-model-tests
 *
 * @param drive an idle drive
 * @param operation what a request does
 * @param lba its first block
 * @param blocks how many
 * @return how long it takes, ns
 */
int64_t GetRunTime(Ptr<SsdDrive> drive, BlockOperation operation, uint64_t lba, uint32_t blocks);

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
     * @param places among how many places, from the beginning of the device; 0 for all
     * @param stream of the random variable that draws them
     */
    SsdTestLoad(Ptr<BlockDevice> device,
                BlockOperation operation,
                uint32_t depth,
                uint32_t count,
                uint64_t places = 0,
                int64_t stream = 4);

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
    uint64_t m_places;                   //!< among how many places
    Ptr<UniformRandomVariable> m_random; //!< draws places
    std::vector<Time> m_ends;            //!< when they were complete
    std::vector<Time> m_latencies;       //!< how long they took
};

} // namespace ns3

#endif /* SSD_TEST_LOAD_H */
