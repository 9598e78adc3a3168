/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_FILE_FORMAT_H
#define DISK_FILE_FORMAT_H

#include "ns3/disk-parameters.h"
#include "ns3/drive-file-format.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * A disk while its file is read.
 */
struct DiskDraft : DiskParameters
{
    /// Gives the time of a distance on a drive of so many cylinders, in milliseconds.
    using Seek = std::function<double(uint32_t distance, uint32_t cylinders)>;

    DiskDraft() = default;

    /**
     * @param parameters what is known of it
     */
    DiskDraft(const DiskParameters& parameters)
        : DiskParameters(parameters)
    {
    }

    Seek seek;                    //!< the seek formula, empty if there is none
    bool hasWriteTransfer{false}; //!< whether writes have a time of their own on the bus
};

/**
 * @ingroup disk-model-drive-file
 *
 * The files of disks: their keywords, and where they are.
 */
class DiskFileFormat
{
  public:
    using Keyword = DriveKeyword<DiskDraft>; //!< a keyword

    /**
     * @return the format
     */
    static const DriveFileFormat<DiskDraft>& Get();

  private:
    using Keywords = DriveKeywords<DiskDraft>; //!< makes keywords

    /**
     * @return all keywords
     */
    static std::vector<Keyword> Make();

    static std::vector<Keyword> MakeLayout();     //!< @return those of the layout
    static std::vector<Keyword> MakeZones();      //!< @return those of zones
    static std::vector<Keyword> MakeSlips();      //!< @return those of slips and defects
    static std::vector<Keyword> MakeMechanics();  //!< @return those of arm and platters
    static std::vector<Keyword> MakeSeek();       //!< @return those of the seek curve
    static std::vector<Keyword> MakeController(); //!< @return those of commands
    static std::vector<Keyword> MakeBus();        //!< @return those of the bus
    static std::vector<Keyword> MakeCache();      //!< @return those of the cache

    /**
     * @param name name of the keyword
     * @param member the overhead that it gives
     * @return the keyword
     */
    static Keyword Overhead(const char* name,
                            DiskCommandOverhead DiskControllerParameters::* member);

    /**
     * Tabulate the seek formula, give writes the time of reads on the bus if they have none, and
     * check the drive.
     *
     * @param draft a drive of which all lines were read
     * @throw UserError if it cannot be
     */
    static void Finish(DiskDraft& draft);
};

} // namespace ns3

#endif /* DISK_FILE_FORMAT_H */
