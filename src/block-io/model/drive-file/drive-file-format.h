/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_FILE_FORMAT_H
#define DRIVE_FILE_FORMAT_H

#include "drive-file-folders.h"
#include "drive-keyword.h"

#include <functional>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * The files of a kind of drive: where they are and what they say.
 *
 * @tparam Draft a drive while its file is read: a DriveParameters
 */
template <typename Draft>
struct DriveFileFormat
{
    DriveFileFolders folders;                  //!< where they are
    std::vector<DriveKeyword<Draft>> keywords; //!< in the order in which they are written
    Draft empty;                               //!< what a drive is that a file says nothing of
    std::function<void(Draft&)> finish;        //!< does what depends on several lines, and checks
                                               //!< the drive; throws UserError

    /**
     * Write a drive, so that reading the file gives it again, except for its name, which is that of
     * the file. Keywords that may be left out stand only where they say something.
     *
     * @param drive the drive, its times in whole nanoseconds
     * @param stream gets the drive file
     */
    void Write(Draft drive, std::ostream& stream) const
    {
        auto nothing = empty;
        stream << "# " << drive.name << '\n';
        for (const auto& keyword : keywords)
        {
            if (!keyword.write)
            {
                continue;
            }
            const auto lines = keyword.write(drive);
            if (!keyword.isRequired && lines == keyword.write(nothing))
            {
                continue;
            }
            for (const auto& line : lines)
            {
                stream << keyword.name << ' ' << line << '\n';
            }
        }
    }
};

} // namespace ns3

#endif /* DRIVE_FILE_FORMAT_H */
