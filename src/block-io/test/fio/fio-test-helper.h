/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_TEST_HELPER_H
#define FIO_TEST_HELPER_H

#include "../workload/workload-test-helper.h"

#include "ns3/fio-job-helper.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{

/// A line that lets iodepth count.
inline const std::string ASYNC = "ioengine=io_uring\n";

/**
 * @ingroup block-io
 *
 * Install jobs with fixed random streams.
 *
 * @param job the text of a job file
 * @param devices the devices
 * @param sections the sections that run; empty for all
 * @return the workloads
 */
inline ApplicationContainer
InstallJob(const std::string& job,
           const std::vector<Ptr<BlockDevice>>& devices,
           const std::vector<std::string>& sections = {})
{
    const auto workloads = FioJobHelper(job).Install(CreateObject<Node>(), devices, sections);
    int64_t stream = 200;
    for (uint32_t i = 0; i < workloads.GetN(); ++i)
    {
        stream += workloads.Get(i)->AssignStreams(stream);
    }
    return workloads;
}

/**
 * @ingroup block-io
 *
 * Run a job on a device until nothing happens any more.
 *
 * @param options lines of the job, each with its end
 * @param device the device
 */
inline void
RunJob(const std::string& options, const Ptr<RecordingDevice>& device)
{
    InstallJob("[job]\n" + options, {device});
    Simulator::Run();
    Simulator::Destroy();
}

/**
 * @ingroup block-io
 *
 * @param options lines of a job
 * @param service what each request takes
 * @param blocks blocks of 512 bytes of the device
 * @return the device that the job ran on
 */
inline Ptr<RecordingDevice>
GetRun(const std::string& options, Time service = MilliSeconds(1), uint64_t blocks = 100000)
{
    auto device = CreateObject<RecordingDevice>(blocks, service);
    RunJob(options, device);
    return device;
}

/**
 * @ingroup block-io
 *
 * @param device a device
 * @param operation an operation
 * @return the first blocks of its requests of that operation
 */
inline std::string
GetLbas(const Ptr<RecordingDevice>& device, BlockOperation operation = BlockOperation::READ)
{
    std::string text;
    for (const auto& seen : device->seen)
    {
        text += seen.operation == operation ? std::to_string(seen.lba) + " " : "";
    }
    return text;
}

/**
 * @ingroup block-io
 *
 * @param device a device
 * @return when its requests came, in milliseconds
 */
inline std::string
GetTimes(const Ptr<RecordingDevice>& device)
{
    std::string text;
    for (const auto& seen : device->seen)
    {
        text += std::to_string(seen.when.GetMilliSeconds()) + " ";
    }
    return text;
}

/**
 * @ingroup block-io
 *
 * @param device a device
 * @param operation an operation
 * @return how many of its requests had that
 */
inline uint32_t
Count(const Ptr<RecordingDevice>& device, BlockOperation operation)
{
    return std::count_if(device->seen.begin(), device->seen.end(), [operation](const auto& seen) {
        return seen.operation == operation;
    });
}

/**
 * @ingroup block-io
 *
 * @param device a device
 * @return the operation and the first block of each of its requests
 */
inline std::string
GetRequests(const Ptr<RecordingDevice>& device)
{
    std::string text;
    for (const auto& seen : device->seen)
    {
        std::ostringstream operation;
        operation << seen.operation;
        text += operation.str() + std::to_string(seen.lba) + " ";
    }
    return text;
}

} // namespace ns3

#endif /* FIO_TEST_HELPER_H */
