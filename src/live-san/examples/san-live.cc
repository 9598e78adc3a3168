/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Connects a simulated storage area network with real hosts, in real time: simulated targets for
// real initiators, or a simulated initiator for a real target.

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/live-options.h"
#include "ns3/live-run.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/**
 * Set what a real network needs before anything is made.
 */
void
PrepareForRealHosts()
{
    LiveSimulatorImpl::Select();
    // A closed connection is kept for twice this time, and real hosts close many.
    Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
}

/**
 * Run, and warn of what failed without making the run a failure.
 *
 * @param options the options
 * @return why the run is a failure, one line; empty if it is none
 */
std::string
RunLive(const LiveOptions& options)
{
    LiveRun run(options);
    const bool isDone = run.Run();
    const auto error = run.GetError();
    const auto failures = run.GetFailures();
    for (const auto& failure : failures)
    {
        if (failure != error)
        {
            std::cerr << "warning: " << failure << "\n";
        }
    }
    if (!isDone && failures.empty() && error.empty())
    {
        std::cerr << "warning: not all was done, because something failed\n";
    }
    return error;
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] {
        PrepareForRealHosts();
        LiveOptions options;
        if (!options.Parse({argv + 1, argv + argc}))
        {
            return 0;
        }
        const auto error = RunLive(options);
        Simulator::Destroy();
        if (error.empty())
        {
            return 0;
        }
        std::cerr << "error: " << error << "\n";
        return 1;
    });
}
