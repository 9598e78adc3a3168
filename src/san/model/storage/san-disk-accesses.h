/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_DISK_ACCESSES_H
#define SAN_DISK_ACCESSES_H

#include "ns3/block-request.h"
#include "ns3/disk-drive.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-storage
 *
 * The file disk-accesses.csv: where the heads of disks went, a row for each access to a medium, in
 * the order in which the disks took them up. What a disk writes back by itself has no first block.
 * Reads and writes that only meet the cache are not there, nor is what a disk reads ahead. Under
 * "disk" in summary.json is the disk that the rows are about.
 */
class SanDiskAccesses : public SanReport
{
  public:
    /**
     * @param fileName the file
     * @throw UserError if the file cannot be created
     */
    explicit SanDiskAccesses(const std::string& fileName);

    /**
     * Record disks from now on. They are of one model.
     *
     * @param disks the disks, which rows number from 0
     */
    void Attach(const std::vector<Ptr<DiskDrive>>& disks);

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /**
     * A disk takes up an access.
     *
     * @param disk number of the disk
     * @param request the request, null if the disk writes back by itself
     * @param access the access
     */
    void NoteAccess(uint32_t disk, Ptr<const BlockRequest> request, const DiskAccess& access);

    ResultFile m_file;        //!< the file
    std::string m_model;      //!< name of the model; empty without a disk
    uint32_t m_cylinders{0};  //!< its cylinders
    uint32_t m_heads{0};      //!< its heads
    Time m_revolution;        //!< the time of a revolution
    bool m_isComplete{false}; //!< true once the file is
};

} // namespace ns3

#endif /* SAN_DISK_ACCESSES_H */
