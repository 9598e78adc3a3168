/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef USER_ERROR_H
#define USER_ERROR_H

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * An error in the user's input: an unknown drive, an invalid line of a trace, contradictory
 * attributes. Its text is one line that names the file and line, or the attribute, and says what
 * would be valid. It is never used for simulated faults, nor for bugs in our code (those are
 * assertions). In Python it is an exception with the same text.
 */
class UserError : public std::runtime_error
{
  public:
    /**
     * @param message one line without a trailing period or newline
     */
    explicit UserError(const std::string& message);

    /**
     * @param file the file at fault
     * @param line the line at fault, counted from 1
     * @param message what is wrong with it
     */
    UserError(const std::string& file, uint64_t line, const std::string& message);
};

/**
 * @ingroup toolbox-text
 *
 * Run the body of a program and turn a UserError into its one line on standard error.
 *
 * @param body the whole program; its return value is the exit status
 * @return what the body returned, or 1 after a UserError
 */
int RunReportingUserErrors(const std::function<int()>& body);

} // namespace ns3

#endif /* USER_ERROR_H */
