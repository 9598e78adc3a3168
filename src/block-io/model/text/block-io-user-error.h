/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_USER_ERROR_H
#define BLOCK_IO_USER_ERROR_H

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * An error in the user's input: an unknown drive, an invalid line of a trace, contradictory
 * attributes. Its text is one line that names the file and line, or the attribute, and says what
 * would be valid. It is never used for simulated faults, nor for bugs in our code (those are
 * assertions). In Python it is an exception with the same text.
 */
class BlockIoUserError : public std::runtime_error
{
  public:
    /**
     * @param message one line without a trailing period or newline
     */
    explicit BlockIoUserError(const std::string& message);

    /**
     * @param file the file at fault
     * @param line the line at fault, counted from 1
     * @param message what is wrong with it
     */
    BlockIoUserError(const std::string& file, uint64_t line, const std::string& message);
};

/**
 * @ingroup block-io
 *
 * Run the body of a program and turn a BlockIoUserError into its one line on standard error.
 *
 * @param body the whole program; its return value is the exit status
 * @return what the body returned, or 1 after a BlockIoUserError
 */
int RunReportingUserErrors(const std::function<int()>& body);

} // namespace ns3

#endif /* BLOCK_IO_USER_ERROR_H */
