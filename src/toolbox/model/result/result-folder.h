/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FOLDER_H
#define RESULT_FOLDER_H

#include "folder-lock.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * The folder that a run writes its results to, which belongs to this run while the object exists.
 * The file ".results" there lists what a run wrote. When the next run is complete, what it did not
 * write again is removed, so that all results in the folder are of one run. Nothing else is
 * removed: no file that is not in the list, and none that has another size now.
 *
 * Files that a ResultTarget puts into the folder meanwhile enter the list by themselves.
 */
class ResultFolder
{
  public:
    /**
     * Take the folder.
     *
     * @param folder the folder, which is made if need be
     * @throw UserError naming the folder and who holds it, if another run or a sweep does
     */
    explicit ResultFolder(const std::string& folder);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /**
     * Note that a result is complete, in whichever folder it is.
     *
     * @param path the file, with the real path of its folder
     */
    static void NoteWritten(const std::filesystem::path& path);

    /**
     * Remove the results of earlier runs, when this one has written its own, and list these.
     *
     * @return what stays although an earlier run made it, because it was changed since: a line for
     * each
     * @throw UserError if the list cannot be written
     */
    std::vector<std::string> Commit();

  private:
    /// Size of each file in a list, by its name.
    using Files = std::map<std::string, uint64_t>;

    /// Read the list that the last run left.
    void ReadList();

    /// Replace that list by the one of this run.
    void WriteList();

    std::string m_folder;         //!< as the user gave it
    std::filesystem::path m_path; //!< the real path
    FolderLock m_lock;            //!< keeps others out
    Files m_earlier;              //!< what the last run wrote
    Files m_written;              //!< what this one wrote
};

} // namespace ns3

#endif /* RESULT_FOLDER_H */
