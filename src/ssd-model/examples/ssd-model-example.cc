/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup ssd-model
 *
 * Writes a small drive at random until it is in its steady state, and prints how the rate falls
 * when its spare flash is used up.
 *
 *     ssd-model-example --passes=6 --spare=0.12 --aged=0
 */

#include "ns3/block-workload-helper.h"
#include "ns3/boolean.h"
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
        std::cout << "passes   writes/s  amplification\n";
    }

    /**
     * A write is complete.
     */
    void Note(Ptr<const BlockRequest>)
    {
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
                  << std::setprecision(2) << std::setw(15) << 1 + static_cast<double>(moves) / host
                  << "\n";
        m_hostWrites += host;
        m_moves += moves;
        m_time = now;
    }

  private:
    Ptr<SsdDrive> m_drive;    //!< the drive
    uint64_t m_step;          //!< writes of a line
    uint64_t m_writes{0};     //!< complete
    uint64_t m_hostWrites{0}; //!< programmed at the last line
    uint64_t m_moves{0};      //!< made until then
    Time m_time;              //!< of the last line
};

/**
 * @param passes how often each unit is written in the mean
 * @param spare flash beyond what the host sees, as a share of that
 * @param isAged whether the drive begins in its steady state
 */
void
Run(uint32_t passes, double spare, bool isAged)
{
    SsdParameters parameters;
    const uint64_t units = 262144;
    parameters.blocks = units;
    parameters.blockSize = SsdParameters::UNIT_BYTES;
    const auto blockUnits = parameters.pagesPerBlock * parameters.GetStripeUnits();
    parameters.blocksPerPlane =
        parameters.freeBlocks +
        std::lround((1 + spare) * units / (blockUnits * parameters.GetNDies()));
    auto drive = CreateObject<SsdDrive>();
    drive->SetParameters(parameters);
    drive->SetAttribute("Aged", BooleanValue(isAged));
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
    const SsdSteadyState state(layout.GetUtilisation(), layout.unitsPerBlock, 0);
    std::cout << "steady state in closed form:" << std::setw(5) << state.GetWriteAmplification()
              << "\n";
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t passes = 6;
    double spare = 0.12;
    bool isAged = false;
    ProgramOptions options("ssd-model-example",
                           "Write a flash drive at random and print how its rate falls.");
    options.Add("passes",
                "how often each unit is written in the mean",
                passes,
                IntegerRule("1", "1000", "passes"));
    options.Add("spare", "flash beyond the drive's capacity", spare, NumberRule("0.02", "1"));
    options.Add("aged", "whether the drive begins in its steady state", isAged, BooleanRule());
    return options.Run(argc, argv, [&] {
        Run(passes, spare, isAged);
        return 0;
    });
}
