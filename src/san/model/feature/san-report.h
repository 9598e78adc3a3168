/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_REPORT_H
#define SAN_REPORT_H

#include "ns3/block-device.h"
#include "ns3/block-workload.h"

namespace ns3
{

class IoSummary;
class JsonWriter;

/**
 * @ingroup san-feature
 *
 * What a part of a storage area network reports of a run: lines of summary.json, files of its own,
 * or both. What it needs beside requests it is given by the part itself.
 */
class SanReport
{
  public:
    SanReport() = default;
    virtual ~SanReport() = default;
    SanReport(const SanReport&) = delete;
    SanReport& operator=(const SanReport&) = delete;

    /**
     * Take in the requests of a workload, if the report has anything of requests.
     *
     * @param workload the workload; this object stays as long as it runs
     */
    virtual void AttachWorkload(Ptr<BlockWorkload> workload);

    /**
     * Take in the requests to a drive that no workload uses, if the report has anything of
     * requests.
     *
     * @param drive the drive; this object stays as long as it is used
     */
    virtual void AttachDrive(Ptr<BlockDevice> drive);

    /**
     * Finish the files of its own, when the simulation is over and not yet destroyed.
     *
     * @throw UserError if a file cannot be written
     */
    virtual void WriteFiles();

    /**
     * Add its lines to summary.json, each begun with JsonWriter::BeginLine.
     *
     * @param json the object that has all figures of the run
     * @param requests the figures of all requests
     */
    virtual void WriteSummary(JsonWriter& json, const IoSummary& requests) const;
};

} // namespace ns3

#endif /* SAN_REPORT_H */
