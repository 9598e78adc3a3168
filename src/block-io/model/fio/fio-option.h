/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_OPTION_H
#define FIO_OPTION_H

#include "fio-job.h"

#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * A line "key=value" of a fio job file, and what its value may be. Every error is a
 * UserError that names file, line and key.
 */
class FioOption
{
  public:
    /**
     * @param file the job file
     * @param line the number of the line
     * @param text the line: a key, or a key, an equals sign and a value; a comment may follow
     */
    FioOption(const std::string& file, uint32_t line, std::string_view text);

    /**
     * @param kbBase what a k is: 1000, or 1024 as fio has it by default
     */
    void SetKbBase(uint32_t kbBase);

    /**
     * Put the values of environment variables for each "${NAME}" in the value.
     *
     * @throw UserError naming a variable that is not set
     */
    void Substitute();

    /**
     * @return the job file that it is in
     */
    const std::string& GetFile() const;

    /**
     * @return the number of its line
     */
    uint32_t GetLine() const;

    /**
     * @return what is before the equals sign
     */
    const std::string& GetKey() const;

    /**
     * @return what is behind it, without a comment; a key alone has the value 1
     */
    const std::string& GetText() const;

    /**
     * @param what what the value should be
     * @throw UserError always
     */
    [[noreturn]] void Reject(const std::string& what) const;

    /**
     * @return the value, which is 0 or 1
     */
    bool GetFlag() const;

    /**
     * @param low least value
     * @param high greatest value
     * @return the value, a whole number
     */
    uint64_t GetInteger(uint64_t low, uint64_t high) const;

    /**
     * @param text the value or a part of it
     * @return bytes of a block, 1 to 4 GiB - 1
     */
    uint32_t GetBlockSize(const std::string& text) const;

    /**
     * @return the value as bytes, or as percent from 0 to 100
     */
    FioLength GetLength() const;

    /**
     * @return the value as a time; without a unit in seconds
     */
    Time GetTime() const;

    /**
     * @return the value as a time; without a unit in microseconds
     */
    Time GetShortTime() const;

    /**
     * @param text the value or a part of it
     * @return bytes, 0 or more
     */
    uint64_t GetBytes(const std::string& text) const;

    /**
     * @return the value for reads and for writes: a single value is for both, and either of
     *         several with commas between them may be empty
     */
    std::array<std::string, 2> GetPair() const;

    /**
     * @param text a value of bssplit for one direction
     * @return the sizes, whose percentages add up to 100
     */
    std::vector<FioJob::Share> GetShares(const std::string& text) const;

    /**
     * @param text a value of bsrange for one direction, such as 4k-64k
     * @return the least and the greatest size
     */
    FioJob::SizeRange GetSizeRange(const std::string& text) const;

    /**
     * @param text a value of random_distribution for one direction, such as 50/5:30/15:20/80
     * @return the parts of the range, whose percentages add up to 100
     */
    std::vector<FioJob::Zone> GetZones(const std::string& text) const;

    /**
     * @param text the value or a part of it
     * @param what what it should be
     * @param low least value
     * @param high greatest value
     * @return the number
     */
    double GetNumber(const std::string& text,
                     const std::string& what,
                     double low,
                     double high) const;

  private:
    /**
     * @param text a number with a suffix for k, m, g, t or p, or without
     * @param bytes gets the number
     * @return false if it is none
     */
    bool ParseBytes(const std::string& text, uint64_t& bytes) const;

    /**
     * @param unit microseconds of a number without a unit
     * @return the value as a time
     */
    Time ParseTime(int64_t unit) const;

    std::string m_file;      //!< the job file
    uint32_t m_line;         //!< number of the line
    uint32_t m_kbBase{1024}; //!< what a k is
    std::string m_key;       //!< before the equals sign
    std::string m_text;      //!< behind it
};

} // namespace ns3

#endif /* FIO_OPTION_H */
