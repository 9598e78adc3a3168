/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORKLOAD_TEST_HELPER_H
#define WORKLOAD_TEST_HELPER_H

#include "../../../toolbox/test/file-test-helper.h"
#include "../device/recording-device.h"

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/node.h"
#include "ns3/string.h"

#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Attributes as text, by name.
using TextAttributes = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup block-io
 *
 * Install a workload on a node of its own, with fixed random streams.
 *
 * @param typeId the workload's class
 * @param attributes its attributes
 * @param devices its devices
 * @return the workload
 */
inline Ptr<BlockWorkload>
InstallWorkload(const std::string& typeId,
                const TextAttributes& attributes,
                const std::vector<Ptr<BlockDevice>>& devices)
{
    BlockWorkloadHelper helper(typeId);
    for (const auto& [name, value] : attributes)
    {
        helper.SetAttribute(name, StringValue(value));
    }
    auto workload =
        DynamicCast<BlockWorkload>(helper.Install(CreateObject<Node>(), devices).Get(0));
    workload->AssignStreams(100);
    return workload;
}

/**
 * @ingroup block-io
 *
 * Run a workload on one device until nothing happens any more.
 *
 * @param typeId the workload's class
 * @param attributes its attributes
 * @param device the device
 */
inline void
RunWorkload(const std::string& typeId,
            const TextAttributes& attributes,
            const Ptr<BlockDevice>& device)
{
    InstallWorkload(typeId, attributes, {device});
    Simulator::Run();
    Simulator::Destroy();
}

/**
 * @ingroup block-io
 *
 * Pearson's statistic of counts against probabilities.
 *
 * @param counts how often each thing happened
 * @param probabilities how likely each is
 * @return the sum of (observed - expected)^2 / expected
 */
inline double
GetChiSquare(const std::vector<uint32_t>& counts, const std::vector<double>& probabilities)
{
    double total = 0;
    for (const auto count : counts)
    {
        total += count;
    }
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        const double expected = total * probabilities[i];
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

/// Where the measured trace of a Cheetah 9LP is, from the top of the sources: beside the project.
constexpr const char* CHEETAH_FOLDER = "../shared/traces/cheetah9lp";

/**
 * @ingroup block-io
 *
 * Say in a line that a test is skipped if the file it needs is missing.
 *
 * @param test the test's name
 * @param fileName the file it needs
 * @return true if the file is missing
 */
inline bool
IsSkipped(const std::string& test, const std::string& fileName)
{
    const bool missing = !std::ifstream(fileName);
    if (missing)
    {
        std::cout << "skipped: " << test << " (no " << fileName << ")" << std::endl;
    }
    return missing;
}

} // namespace ns3

#endif /* WORKLOAD_TEST_HELPER_H */
