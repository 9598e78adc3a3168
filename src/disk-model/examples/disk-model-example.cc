/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup disk-model
 *
 * Reads a drive at random and prints where the time goes.
 *
 *     disk-model-example --model=Cheetah9LP --requests=100000 --bytes=4096 --queueDepth=1
 */

#include "ns3/block-workload-helper.h"
#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/disk-drive.h"
#include "ns3/double.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/// Sums over the accesses of a run.
struct Sums
{
    uint64_t accesses{0};  //!< number
    uint64_t cylinders{0}; //!< seek distances
    Time seek;             //!< seeks
    Time rotation;         //!< rotational latencies
    Time switching;        //!< head and cylinder switches in transfers
    Time transfer;         //!< transfers
};

/**
 * @param sums where to add the access
 * @param access where its time goes
 */
void
NoteAccess(Sums* sums, Ptr<const BlockRequest>, const DiskAccess& access)
{
    ++sums->accesses;
    sums->cylinders += access.seekDistance;
    sums->seek += access.seek;
    sums->rotation += access.rotation;
    sums->switching += access.switching;
    sums->transfer += access.transfer;
}

/**
 * @param what name of the row
 * @param sum time of all accesses
 * @param sums the sums
 */
void
PrintMean(const std::string& what, Time sum, const Sums& sums)
{
    std::cout << std::left << std::setw(16) << what << std::right << std::setw(10)
              << sum.GetSeconds() * 1e3 / sums.accesses << " ms\n";
}

/**
 * @param model the drive
 * @param requests number of requests
 * @param bytes size of a request
 * @param queueDepth requests outstanding
 * @param readFraction share of reads
 */
void
Run(const std::string& model,
    uint64_t requests,
    uint32_t bytes,
    uint32_t queueDepth,
    double readFraction)
{
    DiskDriveHelper drives;
    drives.SetAttribute("Model", StringValue(model));
    const auto devices = drives.Create();
    Sums sums;
    devices[0]->TraceConnectWithoutContext("Access", MakeBoundCallback(&NoteAccess, &sums));

    BlockWorkloadHelper workload("ns3::SyntheticWorkload");
    workload.SetAttribute("Count", UintegerValue(requests));
    workload.SetAttribute("QueueDepth", UintegerValue(queueDepth));
    workload.SetAttribute("ReadFraction", DoubleValue(readFraction));
    workload.SetAttribute("RequestSize",
                          StringValue("ns3::FixedRequestSize[Size=" + std::to_string(bytes) + "]"));
    workload.Install(CreateObject<Node>(), devices);

    Simulator::Run();
    const auto elapsed = Simulator::Now();
    Simulator::Destroy();

    std::cout << model << ": " << sums.accesses << " random requests of " << bytes << " bytes\n"
              << std::fixed << std::setprecision(3);
    PrintMean("seek", sums.seek, sums);
    PrintMean("rotation", sums.rotation, sums);
    PrintMean("switching", sums.switching, sums);
    PrintMean("transfer", sums.transfer, sums);
    PrintMean("service", sums.seek + sums.rotation + sums.switching + sums.transfer, sums);
    std::cout << std::setprecision(1) << "seek distance " << std::setw(12)
              << static_cast<double>(sums.cylinders) / sums.accesses << " cylinders\n"
              << "throughput    " << std::setw(12) << sums.accesses / elapsed.GetSeconds()
              << " requests/s\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "Cheetah9LP";
    uint64_t requests = 100000;
    uint32_t bytes = 4096;
    uint32_t queueDepth = 1;
    double readFraction = 1;
    ProgramOptions options("disk-model-example",
                           "Read and write a drive at random and print where the time goes.");
    options.Add("model", "drive of the catalogue, or path of a drive file", model, TextRule());
    options.Add("requests",
                "number of requests",
                requests,
                IntegerRule("1", "1000000000000", "requests"));
    options.Add("bytes", "bytes in a request", bytes, RequestSizeRule());
    options.Add("queueDepth",
                "requests outstanding",
                queueDepth,
                IntegerRule("1", "1000000", "requests"));
    options.Add("readFraction", "share of reads", readFraction, NumberRule("0", "1"));
    return options.Run(argc, argv, [&] {
        Run(model, requests, bytes, queueDepth, readFraction);
        return 0;
    });
}
