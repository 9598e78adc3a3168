/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_FILES_H
#define FIO_FILES_H

#include "fio-job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * A file of a job: a device, or a part of one. Lengths are in bytes.
 */
struct FioFile
{
    uint32_t device{0}; //!< number of its device
    uint64_t begin{0};  //!< where it begins on the device
    uint64_t space{0};  //!< its length
    uint64_t offset{0}; //!< where the range of the job begins in it
    uint64_t length{0}; //!< length of that range
};

/**
 * @ingroup block-io-fio
 *
 * Where the files of a job are. Without nrfiles each device is a file. With it the files are on the
 * devices in turn, those of one device side by side from its beginning.
 */
class FioFiles
{
  public:
    /**
     * @param job the job
     * @param devices number of devices
     * @throw UserError naming the job if several files are not to have requests in turn
     */
    FioFiles(const FioJob& job, uint32_t devices);

    /**
     * @return number of files
     */
    uint32_t GetN() const;

    /**
     * Find where a file is.
     *
     * @param number number of the file
     * @param capacity length of its device
     * @param blockSize bytes in a block of that
     * @return the file
     * @throw UserError naming the job if it does not fit
     */
    FioFile Find(uint32_t number, uint64_t capacity, uint32_t blockSize) const;

    /**
     * Check that all lengths of a direction are whole blocks and fit a file.
     *
     * @param file the file
     * @param blockSize bytes in a block of its device
     * @param d the direction
     * @param sizes sizes of its requests, bytes
     * @throw UserError naming the job and what does not fit
     */
    void Check(const FioFile& file,
               uint32_t blockSize,
               std::size_t d,
               const std::vector<uint32_t>& sizes) const;

  private:
    /**
     * Check that a length is a number of whole blocks.
     *
     * @param what what has it
     * @param bytes the length
     * @param file a file
     * @param blockSize bytes in a block of its device
     * @throw UserError naming the job and what has it, if it is not
     */
    void CheckBlocks(const std::string& what,
                     uint64_t bytes,
                     const FioFile& file,
                     uint32_t blockSize) const;

    /**
     * @param device number of a device
     * @return number of files on it
     */
    uint32_t GetFilesOn(uint32_t device) const;

    /**
     * @param device number of a device
     * @param capacity its length
     * @param blockSize bytes in a block of it
     * @return length of a file on it
     */
    uint64_t FindSpace(uint32_t device, uint64_t capacity, uint32_t blockSize) const;

    /**
     * @param space length of a file
     * @return where the range begins in it
     */
    uint64_t FindOffset(uint64_t space) const;

    /**
     * Find the length of the range.
     *
     * @param file the file, whose range it is
     * @param where what a message calls the end of the file
     */
    void SetLength(FioFile& file, const std::string& where) const;

    const FioJob& m_job; //!< the job
    uint32_t m_devices;  //!< number of devices
    uint32_t m_files;    //!< number of files
};

/**
 * @ingroup block-io-fio
 *
 * @param length a length of a job
 * @param whole what percent are of
 * @return it in bytes
 */
uint64_t GetFioBytes(const FioLength& length, uint64_t whole);

/**
 * @ingroup block-io-fio
 *
 * Refuse what a job says.
 *
 * @param job the job
 * @param text what is wrong
 * @throw UserError naming the job's file, line and name
 */
[[noreturn]] void RejectFioJob(const FioJob& job, const std::string& text);

} // namespace ns3

#endif /* FIO_FILES_H */
