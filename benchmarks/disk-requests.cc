/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures how many requests the disk model serves in a second of wall time: random reads of 8 KB
 * directly at a drive, one at a time or on an open Poisson load. Prints one line of JSON.
 */

#include "ns3/disk-drive.h"
#include "ns3/json-writer.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <chrono>
#include <cmath>
#include <iostream>

using namespace ns3;

namespace
{

/// Bytes of a read.
constexpr uint32_t READ_SIZE = 8192;

/**
 * The client of the drive. In a closed loop it submits a read when the one before completes, in an
 * open one after exponential times, whatever is outstanding.
 */
class Client
{
  public:
    /**
     * @param drive the drive
     * @param requests number of reads
     * @param rate reads per second of an open loop; 0 for a closed one
     */
    Client(Ptr<DiskDrive> drive, uint64_t requests, double rate)
        : m_drive(drive),
          m_left(requests),
          m_rate(rate),
          m_blocks(READ_SIZE / drive->GetBlockSize()),
          m_lastLba(drive->GetBlockCount() - m_blocks)
    {
        m_lba->SetStream(1);
        m_gap->SetStream(2);
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
        if (m_rate > 0)
        {
            const auto gap = NanoSeconds(std::llround(m_gap->GetValue(1e9 / m_rate, 0)));
            Simulator::Schedule(gap, &Client::Next, this);
        }
    }

  private:
    /**
     * A read is complete.
     */
    void Complete(Ptr<BlockRequest>)
    {
        if (m_rate == 0)
        {
            Next();
        }
    }

    Ptr<DiskDrive> m_drive; //!< the drive
    uint64_t m_left;        //!< reads to submit
    double m_rate;          //!< reads per second of an open loop; 0 for a closed one
    uint32_t m_blocks;      //!< blocks of a read
    uint64_t m_lastLba;     //!< last block at which one can begin
    Ptr<UniformRandomVariable> m_lba{CreateObject<UniformRandomVariable>()}; //!< first blocks
    Ptr<ExponentialRandomVariable> m_gap{
        CreateObject<ExponentialRandomVariable>()}; //!< between arrivals, ns
    BlockRequest::Completion m_completion{MakeCallback(&Client::Complete, this)}; //!< ours
};

/**
 * @param model the drive
 * @param requests number of reads
 * @param rate reads per second of an open loop; 0 for a closed one
 */
void
Measure(const std::string& model, uint64_t requests, double rate)
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetModel(model);
    Client client(drive, requests, rate);
    const auto begin = std::chrono::steady_clock::now();
    client.Next();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    Simulator::Destroy();
    JsonWriter json;
    json.BeginObject();
    json.Key("requests_per_s").Integer(static_cast<uint64_t>(requests / wall.count()));
    json.EndObject();
    std::cout << json.GetText() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "Cheetah9LP";
    uint64_t requests = 2000000;
    std::string load = "closed";
    double rate = 60;
    ProgramOptions options(
        "disk-requests",
        "Measure how many random 8 KB reads the disk model serves per second of wall time.");
    options.Add("model", "drive of the catalogue, or path of a drive file", model, TextRule());
    options.Add("requests", "number of reads", requests, IntegerRule("1", "1000000000000"));
    options.AddWord("load",
                    "closed (one at a time) or open (Poisson)",
                    load,
                    {{"closed", "closed"}, {"open", "open"}});
    options.Add("rate",
                "open: reads per second of simulated time",
                rate,
                NumberRule("0.000001", "1000000000", "requests/s"));
    return options.Run(argc, argv, [&] {
        Measure(model, requests, load == "open" ? rate : 0);
        return 0;
    });
}
