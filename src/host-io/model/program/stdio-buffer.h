/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STDIO_BUFFER_H
#define STDIO_BUFFER_H

#include "file-process.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * The buffer of a FILE of the C library (GNU C library 2.36): which read() and write() calls a
 * program causes that reads or writes a file from its beginning to its end by fread() or fwrite().
 */
class StdioBuffer
{
  public:
    /**
     * @param size bytes of the buffer, st_blksize of the file, at least 1
     */
    explicit StdioBuffer(uint64_t size);

    /**
     * Plan the calls of fwrite() in blocks, and of fclose().
     *
     * @param process who writes
     * @param descriptor the file, just opened
     * @param offset the first byte
     * @param bytes how many bytes
     * @param block bytes of each fwrite(), at least 1; the last has the rest
     */
    void Write(FileProcess& process,
               uint32_t descriptor,
               uint64_t offset,
               uint64_t bytes,
               uint64_t block) const;

    /**
     * Plan the calls of fread() in blocks, from the beginning of a file to its end.
     *
     * @param process who reads
     * @param descriptor the file, just opened
     * @param bytes its size
     * @param block bytes of each fread(), at least 1; the last has the rest
     */
    void Read(FileProcess& process, uint32_t descriptor, uint64_t bytes, uint64_t block) const;

  private:
    uint64_t m_size; //!< bytes of the buffer
};

} // namespace ns3

#endif /* STDIO_BUFFER_H */
