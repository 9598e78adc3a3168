/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_FILE_VALUES_H
#define DRIVE_FILE_VALUES_H

#include "ns3/line-reader.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * The values of a line of a drive file.
 */
class DriveFileValues
{
  public:
    /**
     * @param lines the file
     * @param fields the fields of its current line, the keyword first
     */
    DriveFileValues(const LineReader& lines, const std::vector<std::string_view>& fields);

    /**
     * @return the number of values
     */
    std::size_t GetCount() const;

    /**
     * @param index which value, counted from 0
     * @param name what it is called in the error message
     * @param max the largest value allowed
     * @return it, a whole number
     */
    uint64_t GetInteger(std::size_t index, const char* name, uint64_t max = UINT64_MAX) const;

    /**
     * @param index which value
     * @param name what it is called in the error message
     * @param max the largest value allowed
     * @return it, a number from 0
     */
    double GetNumber(std::size_t index, const char* name, double max) const;

    /**
     * @param index which value
     * @param name what it is called in the error message
     * @param unit in which it is given
     * @return it, a time from 0 to 10 s
     */
    Time GetTime(std::size_t index, const char* name, Time::Unit unit = Time::MS) const;

    /**
     * @param index which value
     * @param name what it is called in the error message
     * @return it, a time in milliseconds from -10000 to 10000
     */
    Time GetSignedTime(std::size_t index, const char* name) const;

    /**
     * @param index which value
     * @param name what it is called in the error message
     * @param words the words allowed
     * @return the number of the word in the list
     */
    std::size_t GetWord(std::size_t index,
                        const char* name,
                        const std::vector<std::string>& words) const;

    /**
     * Refuse the line.
     *
     * @param message what is wrong with it
     */
    [[noreturn]] void Fail(const std::string& message) const;

    /**
     * @param number a number
     * @return it in so few digits that reading gives it again
     */
    static std::string Print(double number);

    /**
     * @param time a time
     * @param unit a unit
     * @return it in that unit
     */
    static std::string Print(const Time& time, Time::Unit unit = Time::MS);

  private:
    const LineReader& m_lines;                     //!< the file
    const std::vector<std::string_view>& m_fields; //!< the fields of the line
};

} // namespace ns3

#endif /* DRIVE_FILE_VALUES_H */
