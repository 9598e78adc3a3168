/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_CLIENT_H
#define RANDOM_CLIENT_H

#include "ns3/block-device.h"
#include "ns3/callback.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <cmath>
#include <cstdint>

namespace ns3
{

/**
 * A client of a drive, whose requests are of one kind and size and at random places. In a closed
 * loop it submits the next one when one completes, in an open one after exponential times, whatever
 * is outstanding.
 */
class RandomClient
{
  public:
    /**
     * @param drive the drive
     * @param operation what requests do
     * @param size bytes of a request
     * @param requests how many to submit
     * @param rate requests per second of an open loop; 0 for a closed one
     */
    RandomClient(Ptr<BlockDevice> drive,
                 BlockOperation operation,
                 uint32_t size,
                 uint64_t requests,
                 double rate)
        : m_drive(drive),
          m_operation(operation),
          m_left(requests),
          m_rate(rate),
          m_blocks(size / drive->GetBlockSize()),
          m_lastLba(drive->GetBlockCount() - m_blocks)
    {
        m_lba->SetStream(1);
        m_gap->SetStream(2);
    }

    /**
     * Let requests begin at multiples of their size, and not at any block.
     */
    void Align()
    {
        m_alignment = m_blocks;
    }

    /**
     * Submit the next request, if there is one.
     */
    void Next()
    {
        if (m_left == 0)
        {
            return;
        }
        --m_left;
        const auto lba = static_cast<uint64_t>(m_lba->GetValue(0, m_lastLba + 1));
        auto request = Create<BlockRequest>(m_operation, lba - lba % m_alignment, m_blocks);
        request->completion = m_completion;
        m_drive->Submit(request);
        if (m_rate > 0)
        {
            const auto gap = NanoSeconds(std::llround(m_gap->GetValue(1e9 / m_rate, 0)));
            Simulator::Schedule(gap, &RandomClient::Next, this);
        }
    }

  private:
    /**
     * A request is complete.
     */
    void Complete(Ptr<BlockRequest>)
    {
        if (m_rate == 0)
        {
            Next();
        }
    }

    Ptr<BlockDevice> m_drive;   //!< the drive
    BlockOperation m_operation; //!< of requests
    uint64_t m_left;            //!< requests to submit
    double m_rate;              //!< requests per second of an open loop; 0 for a closed one
    uint32_t m_blocks;          //!< blocks of a request
    uint64_t m_lastLba;         //!< last block at which one can begin
    uint32_t m_alignment{1};    //!< blocks of which first blocks are multiples
    Ptr<UniformRandomVariable> m_lba{CreateObject<UniformRandomVariable>()}; //!< first blocks
    Ptr<ExponentialRandomVariable> m_gap{
        CreateObject<ExponentialRandomVariable>()}; //!< between arrivals, ns
    BlockRequest::Completion m_completion{MakeCallback(&RandomClient::Complete, this)}; //!< ours
};

} // namespace ns3

#endif /* RANDOM_CLIENT_H */
