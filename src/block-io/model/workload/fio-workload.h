/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_WORKLOAD_H
#define FIO_WORKLOAD_H

#include "address-pattern.h"
#include "block-workload.h"
#include "fio-job.h"
#include "request-size.h"

#include "ns3/random-variable-stream.h"

#include <array>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * One clone of a fio job. Its devices are the job's files: requests go to them in turn, and size is
 * divided among them.
 *
 * Without rate_iops it is a closed loop of iodepth requests. With it, requests are due at that
 * rate, separately for reads and writes, and late requests catch up as fast as iodepth allows.
 */
class FioWorkload : public BlockWorkload
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    FioWorkload();

    /**
     * Say what the workload is. Called once, before it starts.
     *
     * @param job the job
     */
    void SetJob(const FioJob& job);

    /**
     * @return the job
     */
    const FioJob& GetJob() const;

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    bool IsClosedLoop() const override;
    bool IsBounded() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
    /// What reads or writes have for themselves.
    struct Direction
    {
        Ptr<RequestSize> size;       //!< how long requests are
        uint32_t smallest{0};        //!< least size, to which random requests are aligned, bytes
        Ptr<AddressPattern> pattern; //!< where they go; random ones share it
        uint64_t made{0};            //!< requests made
        Time due;                    //!< with a rate: when the next is due
    };

    /// The part of a device that is used.
    struct Range
    {
        uint64_t first{0};  //!< first block
        uint64_t blocks{0}; //!< number of blocks
    };

    /**
     * @return the pattern of a job's random requests
     */
    Ptr<AddressPattern> MakeRandomPattern() const;

    /**
     * @return the direction of the next request
     */
    std::size_t ChooseDirection();

    /**
     * Say when the next request of a direction is due.
     *
     * @param d the direction
     */
    void SetNextDue(std::size_t d);

    /**
     * @param index number of a device
     * @return the part of it that is used
     * @throw BlockIoUserError if there is none
     */
    Range FindRange(uint32_t index) const;

    /**
     * @param sizes sizes of requests, in bytes
     * @param blocks blocks of the range that they go to
     * @param index number of its device
     * @throw BlockIoUserError if they do not fit
     */
    void CheckSizes(const std::vector<uint32_t>& sizes, uint64_t blocks, uint32_t index) const;

    /**
     * Refuse what a job says.
     *
     * @param text what is wrong
     * @throw BlockIoUserError naming the job's file, line and name
     */
    [[noreturn]] void RejectJob(const std::string& text) const;

    FioJob m_job;                               //!< what it is
    std::array<Direction, 2> m_directions;      //!< reads and writes
    std::vector<Range> m_ranges;                //!< by device
    uint64_t m_limit{0};                        //!< bytes until the end
    uint64_t m_bytes{0};                        //!< bytes of the requests made
    uint64_t m_made{0};                         //!< requests made
    Ptr<UniformRandomVariable> m_operation;     //!< draws read or write
    Ptr<ExponentialRandomVariable> m_intervals; //!< draws Poisson intervals, of mean 1
};

} // namespace ns3

#endif /* FIO_WORKLOAD_H */
