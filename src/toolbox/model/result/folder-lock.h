/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FOLDER_LOCK_H
#define FOLDER_LOCK_H

#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * Keeps a folder for one process at a time while it exists, as sweeps of the Python package do: by
 * the kernel's lock (flock) on the file ".lock" in the folder, in which a line says who holds it.
 * The lock ends with the process, however that ends. Where the file cannot be made, or the file
 * system has no locks, nothing is locked.
 */
class FolderLock
{
  public:
    /**
     * @param folder the folder, which exists
     * @throw UserError naming the folder and who holds it, if somebody else does
     */
    explicit FolderLock(const std::string& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    /**
     * Open the file and lock it.
     *
     * @return false if it was removed meanwhile, so that another one may be locked
     */
    bool Acquire();

    /// Write into the file who holds the folder.
    void WriteHolder() const;

    /**
     * @return who holds the folder, as the file says
     */
    std::string ReadHolder() const;

    /**
     * @return true if the open file is still the one in the folder
     */
    bool IsInPlace() const;

    std::string m_folder;     //!< as the user gave it
    std::string m_fileName;   //!< the file
    int m_descriptor{-1};     //!< the file, -1 if nothing is locked
    bool m_isWritable{false}; //!< whether this process may write into it
};

} // namespace ns3

#endif /* FOLDER_LOCK_H */
