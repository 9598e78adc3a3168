/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SYNTHETIC_WORKLOAD_H
#define SYNTHETIC_WORKLOAD_H

#include "address-pattern.h"
#include "block-workload.h"
#include "request-size.h"

#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * A workload drawn from distributions: times, addresses and sizes of requests, and the fraction of
 * reads. Requests go to the devices in turn, so each gets an equal share.
 */
class SyntheticWorkload : public BlockWorkload
{
  public:
    /// When requests are issued.
    enum class Arrivals : uint8_t
    {
        CLOSED,  //!< QueueDepth requests kept going, with ThinkTime between
        POISSON, //!< at Rate, exponential intervals; the first after such an interval
        FIXED    //!< at Rate, equal intervals; the first at once
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    SyntheticWorkload();
    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

    /**
     * @param index the number of a device
     * @return the first block of its address range
     */
    virtual uint64_t GetRangeBegin(uint32_t index) const;

    /**
     * @param index the number of a device
     * @return the number of blocks of its address range
     */
    virtual uint64_t GetRangeLength(uint32_t index) const;

    /**
     * @param index the number of a device
     * @return blocks from one position of the range to the next
     */
    uint64_t GetAlignmentBlocks(uint32_t index) const;

  private:
    Arrivals m_arrivals;                           //!< when requests are issued
    double m_rate;                                 //!< open loop: requests per second
    Ptr<RandomVariableStream> m_thinkTime;         //!< closed loop: in seconds
    Ptr<AddressPattern> m_pattern;                 //!< where requests go
    Ptr<RequestSize> m_size;                       //!< how long they are
    double m_readFraction;                         //!< probability of a read
    uint64_t m_firstLba;                           //!< start of the address range
    uint64_t m_lbaCount;                           //!< length of the range; 0 is to the end
    uint32_t m_alignment;                          //!< in bytes; 0 is one block
    Ptr<UniformRandomVariable> m_operation;        //!< draws read or write
    Ptr<ExponentialRandomVariable> m_interarrival; //!< draws Poisson intervals, of mean 1
    uint64_t m_made{0};                            //!< requests made
    uint64_t m_timesMade{0};                       //!< open loop: times given
    Time m_lastTime;                               //!< Poisson: the last time given
};

} // namespace ns3

#endif /* SYNTHETIC_WORKLOAD_H */
