/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_KEYWORDS_H
#define DISK_KEYWORDS_H

#include "ns3/disk-parameters.h"
#include "ns3/disk-seek-formula.h"
#include "ns3/drive-file-reader.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * A drive while its file is being read.
 */
struct DiskDraft
{
    /// Gives the time of a distance on a drive of so many cylinders, in milliseconds.
    using Seek = std::function<double(uint32_t distance, uint32_t cylinders)>;

    DiskParameters parameters; //!< what was read so far
    Seek seek;                 //!< the seek formula, empty if there is none
};

/**
 * @ingroup disk-model-drive-file
 *
 * A keyword of drive files: how its values are read and written.
 */
struct DiskKeyword : DriveKeyword
{
    /// Takes the values of a line.
    using Take = std::function<void(DiskDraft& draft, const DriveFileValues& values)>;

    /// Gives the values of the keyword's lines.
    using Write = std::function<std::vector<std::string>(const DiskParameters& parameters)>;

    Take take;   //!< takes them
    Write write; //!< writes them; empty if another keyword's does
};

/**
 * @ingroup disk-model-drive-file
 *
 * The keywords of drive files.
 */
class DiskKeywords
{
  public:
    /// A keyword and its name.
    using Named = std::pair<std::string, DiskKeyword>;

    /**
     * @return the keywords in the order in which they are written
     */
    static const std::vector<Named>& Get();

    /**
     * @param name a name
     * @return the keyword, or null
     */
    static const DiskKeyword* Find(std::string_view name);

    /**
     * @param number a number
     * @return it in so few digits that reading gives it again
     */
    static std::string Print(double number);

    /**
     * @param time a time
     * @return it in milliseconds
     */
    static std::string Print(const Time& time);

  private:
    using Drive = DiskParameters; //!< what is accessed

    /// Gives a member of a drive.
    template <typename T>
    using Access = std::function<T&(Drive& drive)>;

    /**
     * @return all keywords
     */
    static std::vector<Named> Make();

    static std::vector<Named> MakeLayout();     //!< @return those of the drive and its layout
    static std::vector<Named> MakeZones();      //!< @return those of zones
    static std::vector<Named> MakeSlips();      //!< @return those of slips and defects
    static std::vector<Named> MakeMechanics();  //!< @return those of arm and platters
    static std::vector<Named> MakeSeek();       //!< @return those of the seek curve
    static std::vector<Named> MakeController(); //!< @return those of commands
    static std::vector<Named> MakeBus();        //!< @return those of the bus
    static std::vector<Named> MakeCache();      //!< @return those of the cache

    /**
     * @param name name of the keyword
     * @param access the member that it gives, a whole number
     * @return the keyword
     */
    template <typename T>
    static Named Integer(const char* name, Access<T> access);

    /**
     * @param name name of the keyword
     * @param access the member that it gives, a time
     * @return the keyword
     */
    static Named Milliseconds(const char* name, Access<Time> access);

    /**
     * @param name name of the keyword
     * @param access the member that it gives
     * @param max the largest value allowed
     * @return the keyword
     */
    static Named Number(const char* name, Access<double> access, double max);

    /**
     * @param name name of the keyword
     * @param access the member that it gives
     * @param words the words for its values from 0 on
     * @return the keyword
     */
    template <typename T>
    static Named Word(const char* name, Access<T> access, const std::vector<std::string>& words);

    /**
     * @param name name of the keyword
     * @param access the member that it gives, yes or no
     * @return the keyword
     */
    static Named Flag(const char* name, Access<bool> access);

    /**
     * @param name name of the keyword
     * @param member the overhead that it gives
     * @return the keyword
     */
    static Named Overhead(const char* name, DiskCommandOverhead DiskControllerParameters::* member);

    /**
     * @param keyword a keyword
     * @return it, required
     */
    static Named Required(Named keyword);
};

} // namespace ns3

#endif /* DISK_KEYWORDS_H */
