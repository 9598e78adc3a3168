/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-san.h"

#include "print-san.h"

#include "ns3/nstime.h"
#include "ns3/progress-line.h"
#include "ns3/run-interrupt.h"
#include "ns3/run-progress.h"
#include "ns3/san-scenario.h"

#include <cmath>
#include <iostream>
#include <optional>

namespace ns3
{

int
RunSan(SanOptions& options, const std::vector<std::string>& words)
{
    if (!options.Parse(words))
    {
        return 0;
    }
    // ns-3 lists all times until their unit is final, which takes long in a large network.
    Time::SetResolution(Time::NS);
    std::optional<ProgressLine> setup(std::in_place, options.output.quiet, [](ProgressLine& line) {
        line.Write("setting up for " + std::to_string(std::lround(line.GetElapsed())) + " s");
    });
    SanScenario san(options);
    setup.reset();
    for (const auto& note : san.GetNotes())
    {
        std::cerr << "note: " << note << "\n";
    }
    const auto seen = san.GetNotes().size();
    RunInterrupt interrupt;
    std::optional<RunProgress> progress(std::in_place, options.output.quiet, "requests", [&san] {
        return RunProgress::Done{san.GetSummary().GetRequests(), san.GetShareDone()};
    });
    const bool isDone = san.Run(&interrupt);
    progress.reset();
    for (auto i = seen; i < san.GetNotes().size(); ++i)
    {
        std::cerr << "note: " << san.GetNotes()[i] << "\n";
    }
    PrintSanWarnings(san, isDone || san.GetInterruption());
    if (options.output.json)
    {
        std::cout << san.GetSummaryText();
    }
    else
    {
        PrintSanTables(san);
    }
    const auto error = san.GetError();
    if (!error.empty())
    {
        std::cerr << "error: " << error << "\n";
    }
    if (san.GetInterruption())
    {
        interrupt.Report(*san.GetInterruption(), options.output.folder);
    }
    interrupt.PassOn();
    return error.empty() ? 0 : 1;
}

} // namespace ns3
