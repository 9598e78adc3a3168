/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Sends bytes over TCP as fast as it goes, through the network of iscsi-san and with its options
// for the path and for TCP: what a path and a TCP window give before there is any iSCSI. With
// readFraction 0 the initiator sends to the target until the time stop, with 1 the target sends.
// Prints the steady rate. Writes summary.json with it, connections.csv with what TCP did, and
// stations.csv with what the radios of a wireless network did.
//
//     tcp-bulk --delay=10ms --rcvBufSize=2000000 --warmUp=1s --stop=3s

#include "ns3/figure-list.h"
#include "ns3/run-interrupt.h"
#include "ns3/run-progress.h"
#include "ns3/san-bulk-transfer.h"
#include "ns3/san-program-options.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Run a transfer, and say how far it is.
 *
 * @param transfer the transfer
 * @param interrupt what may stop it
 * @param o the options
 */
void
Run(SanBulkTransfer& transfer, const RunInterrupt& interrupt, const TcpBulkOptions& o)
{
    const RunProgress progress(o.output.quiet, "bytes", [&transfer, &o] {
        const auto share = Simulator::Now() / o.load.stop;
        return RunProgress::Done{transfer.GetBytes(), share.GetDouble()};
    });
    transfer.Run(&interrupt);
}

/**
 * Print the steady rate, where there is one, and all that arrived.
 *
 * @param transfer the transfer, after its run
 */
void
PrintTable(const SanBulkTransfer& transfer)
{
    const FigureList list(std::cout, 12, 12);
    if (const auto rate = transfer.GetRate().GetRate())
    {
        list.Print("throughput", *rate / 1e6, "MB/s");
        list.Print("measured for", transfer.GetRate().GetSeconds(), "s");
    }
    list.Print("arrived", static_cast<double>(transfer.GetBytes()) / 1e6, "MB");
}

/**
 * Do what the command line says.
 *
 * @param words the command line without the program
 * @return the exit status
 */
int
RunProgram(const std::vector<std::string>& words)
{
    TcpBulkOptions o;
    if (!o.Parse(words))
    {
        return 0;
    }
    SanBulkTransfer transfer(o);
    RunInterrupt interrupt;
    Run(transfer, interrupt, o);
    for (const auto& note : transfer.GetNotes())
    {
        std::cerr << "note: " << note << "\n";
    }
    if (o.output.json)
    {
        std::cout << transfer.GetSummaryText();
    }
    else
    {
        PrintTable(transfer);
    }
    if (transfer.GetInterruption())
    {
        interrupt.Report(*transfer.GetInterruption(), o.output.folder);
    }
    interrupt.PassOn();
    if (transfer.GetBytes() == 0)
    {
        std::cerr << "error: no byte arrived before the run stopped\n";
        return 1;
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] { return RunProgram({argv + 1, argv + argc}); });
}
