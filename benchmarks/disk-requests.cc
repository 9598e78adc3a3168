/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures how many requests the disk model serves in a second of wall time: random reads of 8 KB
 * in a closed loop directly at a drive. Prints one line of JSON.
 */

#include "ns3/command-line.h"
#include "ns3/disk-drive.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <chrono>
#include <iostream>

using namespace ns3;

namespace
{

/// Bytes of a read.
constexpr uint32_t READ_SIZE = 8192;

/**
 * The client of the drive: it submits a read when the one before completes.
 */
class ClosedLoop
{
  public:
    /**
     * @param drive the drive
     * @param requests number of reads
     */
    ClosedLoop(Ptr<DiskDrive> drive, uint64_t requests)
        : m_drive(drive),
          m_left(requests),
          m_blocks(READ_SIZE / drive->GetBlockSize()),
          m_lastLba(drive->GetBlockCount() - m_blocks)
    {
        m_lba->SetStream(1);
    }

    /**
     * Submit the next read, if there is one.
     */
    void Next()
    {
        if (m_left == 0)
        {
            return;
        }
        --m_left;
        const auto lba = static_cast<uint64_t>(m_lba->GetValue(0, m_lastLba + 1));
        auto request = Create<BlockRequest>(BlockOperation::READ, lba, m_blocks);
        request->completion = m_completion;
        m_drive->Submit(request);
    }

  private:
    /**
     * A read is complete.
     */
    void Complete(Ptr<BlockRequest>)
    {
        Next();
    }

    Ptr<DiskDrive> m_drive; //!< the drive
    uint64_t m_left;        //!< reads to submit
    uint32_t m_blocks;      //!< blocks of a read
    uint64_t m_lastLba;     //!< last block at which one can begin
    Ptr<UniformRandomVariable> m_lba{CreateObject<UniformRandomVariable>()}; //!< first blocks
    BlockRequest::Completion m_completion{MakeCallback(&ClosedLoop::Complete, this)}; //!< ours
};

/**
 * @param model the drive
 * @param requests number of reads
 */
void
Measure(const std::string& model, uint64_t requests)
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetModel(model);
    ClosedLoop loop(drive, requests);
    const auto begin = std::chrono::steady_clock::now();
    loop.Next();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    Simulator::Destroy();
    std::cout << "{\"disk_requests_per_s\": " << static_cast<uint64_t>(requests / wall.count())
              << "}" << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "Cheetah9LP";
    uint64_t requests = 2000000;
    CommandLine cmd(__FILE__);
    cmd.Usage("Measure how many random 8 KB reads the disk model serves per second of wall time.");
    cmd.AddValue("model", "drive of the catalogue, or path of a drive file", model);
    cmd.AddValue("requests", "number of reads", requests);
    cmd.Parse(argc, argv);
    return RunReportingUserErrors([&] {
        Measure(model, requests);
        return 0;
    });
}
