/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_TARGET_H
#define RESULT_TARGET_H

#include <filesystem>
#include <string>
#include <sys/stat.h>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * Where a result goes, by the name that the user gave.
 *
 * A regular file is replaced, or a new one created, when the result is complete. Until then it is
 * written to a file without a name in the same folder, or with a name that ends in ".part" if the
 * file system does not support unnamed files. Anything else is written directly and never replaced:
 * a device, a FIFO (which is opened as soon as it has a reader), a file in /proc. A descriptor of
 * this process, such as /dev/stdout, is written at its current position. A symbolic link is
 * followed and stays, even if its target does not exist yet. A folder or a socket is rejected.
 */
class ResultTarget
{
  public:
    /**
     * @param fileName the name; its folder is made if need be
     * @throw UserError naming it and the reason, if nothing can be written there
     */
    explicit ResultTarget(const std::string& fileName);
    ~ResultTarget();
    ResultTarget(const ResultTarget&) = delete;
    ResultTarget& operator=(const ResultTarget&) = delete;

    /**
     * @return the descriptor to write to, -1 once it is committed
     */
    int GetDescriptor() const;

    /**
     * Let what was written be the result.
     *
     * @throw UserError if that is not possible; an older file stays then
     */
    void Commit();

    /**
     * Report that the result cannot be written.
     *
     * @param error the error number
     * @throw UserError always
     */
    [[noreturn]] void Fail(int error) const;

  private:
    /**
     * Report that nothing can be written there.
     *
     * @param error the error number
     * @throw UserError always
     */
    [[noreturn]] void Refuse(int error) const;

    /**
     * Report that no result can be in what stands there.
     *
     * @param kind what that is
     * @throw UserError always
     */
    [[noreturn]] void RefuseKind(const std::string& kind) const;

    /**
     * Find what the name stands for and make its folder.
     */
    void FollowLinks();

    /**
     * @return true if the path is in /proc, where links are not names of files
     */
    bool IsInProc() const;

    /// Open a target that is written directly.
    void OpenDirectly();

    /**
     * Open a file that takes the place of another one, or of none.
     *
     * @param old the state of the other one, null for none
     */
    void OpenBeside(const struct stat* old);

    /**
     * Take the next name beside the place that may be free.
     */
    void NextPartName();

    /// Open a file that has no name yet, if the file system knows such files.
    void OpenUnnamed();

    /// Open a file that has a name of its own.
    void OpenNamed();

    /**
     * Give a file its name that has none.
     *
     * @return false with an error number, if it has none afterwards
     */
    bool Link();

    /**
     * @return false with an error number, if what was written did not take its place
     */
    bool Replace();

    std::string m_fileName;       //!< as the user gave it
    std::filesystem::path m_path; //!< what it stands for
    std::string m_partName;       //!< the name of what replaces it, empty if that has none
    bool m_isReplaced{false};     //!< true if the place is taken when the result is whole
    int m_descriptor{-1};         //!< what is written to
};

} // namespace ns3

#endif /* RESULT_TARGET_H */
