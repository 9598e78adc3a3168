/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup ssd-model
 *
 * Writes a small drive at random until it is in its steady state, 32 writes at a time, and prints
 * how the rate falls, and response times grow, when its spare flash is used up.
 *
 *     ssd-model-example --size=1 --passes=6 --spare=0.12 --choices=0 --aged=0
 */

#include "ns3/block-workload-helper.h"
#include "ns3/boolean.h"
#include "ns3/io-latencies.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/ssd-drive.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/// Prints what happens while a tenth of the drive is written.
class Progress
{
  public:
    /**
     * @param drive the drive
     */
    explicit Progress(Ptr<SsdDrive> drive)
        : m_drive(drive),
          m_step(drive->GetTranslation().GetLayout().logicalUnits / 10)
    {
        std::cout << "passes   writes/s  median us     p99 us  amplification\n";
    }

    /**
     * A write is complete.
     */
    void Note(Ptr<const BlockRequest> request)
    {
        m_latencies.Add(Simulator::Now() - request->issueTime);
        if (++m_writes % m_step != 0)
        {
            return;
        }
        const auto& translation = m_drive->GetTranslation();
        const auto host = translation.GetHostWrites() - m_hostWrites;
        const auto moves = translation.GetMoves() - m_moves;
        const auto now = Simulator::Now();
        std::cout << std::fixed << std::setprecision(1) << std::setw(6) << m_writes / m_step / 10.0
                  << std::setprecision(0) << std::setw(11) << m_step / (now - m_time).GetSeconds()
                  << std::setw(11) << m_latencies.GetPercentile(50).GetSeconds() * 1e6
                  << std::setw(11) << m_latencies.GetPercentile(99).GetSeconds() * 1e6
                  << std::setprecision(2) << std::setw(15) << 1 + static_cast<double>(moves) / host
                  << "\n";
        m_hostWrites += host;
        m_moves += moves;
        m_time = now;
        m_latencies = IoLatencies();
    }

  private:
    Ptr<SsdDrive> m_drive;    //!< the drive
    uint64_t m_step;          //!< writes of a line
    uint64_t m_writes{0};     //!< complete
    uint64_t m_hostWrites{0}; //!< programmed at the last line
    uint64_t m_moves{0};      //!< made until then
    Time m_time;              //!< of the last line
    IoLatencies m_latencies;  //!< of the writes since
};

/**
 * @param size of the drive, GiB
 * @param passes how often each unit is written in the mean
 * @param spare flash beyond what the host sees, as a share of that
 * @param choices among how many blocks the one that is collected is chosen, 0 for all
 * @param isAged whether the drive begins in its steady state
 */
void
Run(uint32_t size, uint32_t passes, double spare, uint32_t choices, bool isAged)
{
    SsdParameters parameters;
    const uint64_t units = (uint64_t{size} << 30) / SsdParameters::UNIT_BYTES;
    parameters.blocks = units;
    parameters.blockSize = SsdParameters::UNIT_BYTES;
    const auto blockUnits = parameters.pagesPerBlock * parameters.GetStripeUnits();
    parameters.blocksPerPlane =
        parameters.freeBlocks +
        std::lround((1 + spare) * units / (blockUnits * parameters.GetNDies()));
    auto drive = CreateObject<SsdDrive>();
    drive->SetParameters(parameters);
    drive->SetAttribute("Aged", BooleanValue(isAged));
    if (choices > 0)
    {
        const auto policy = "ns3::SsdDChoicesPolicy[Choices=" + std::to_string(choices) + "]";
        drive->SetAttribute("Policy", StringValue(policy));
    }
    drive->AssignStreams(1);
    Progress progress(drive);
    drive->TraceConnectWithoutContext("Complete", MakeCallback(&Progress::Note, &progress));

    BlockWorkloadHelper workload("ns3::SyntheticWorkload");
    workload.SetAttribute("Count", UintegerValue(passes * units));
    workload.SetAttribute("QueueDepth", UintegerValue(32));
    workload.SetAttribute("ReadFraction", StringValue("0"));
    workload.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=4096]"));
    workload.Install(CreateObject<Node>(), {drive});
    Simulator::Run();

    const auto& layout = drive->GetTranslation().GetLayout();
    const SsdSteadyState state(layout.GetUtilisation(), layout.unitsPerBlock, choices);
    std::cout << "steady state in closed form:" << std::setw(5) << state.GetWriteAmplification()
              << "\n";
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t size = 1;
    uint32_t passes = 6;
    double spare = 0.12;
    uint32_t choices = 0;
    bool isAged = false;
    ProgramOptions options("ssd-model-example",
                           "Write a flash drive at random, and print how its rate falls.");
    options.Add("size", "of the drive, GiB", size, IntegerRule("1", "64"));
    options.Add("passes", "writes of a unit in the mean", passes, IntegerRule("1", "1000"));
    options.Add("spare", "flash beyond the drive's capacity", spare, NumberRule("0.02", "1"));
    options.Add("choices", "blocks to choose from, 0: all", choices, IntegerRule("0", "1000"));
    options.Add("aged", "whether the drive begins in its steady state", isAged, BooleanRule());
    return options.Run(argc, argv, [&] {
        Run(size, passes, spare, choices, isAged);
        return 0;
    });
}
