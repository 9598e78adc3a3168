/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_KEYWORD_H
#define DRIVE_KEYWORD_H

#include "drive-file-values.h"

#include "ns3/nstime.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * A keyword of drive files: how its values are read and written.
 *
 * @tparam Draft a drive while its file is read
 */
template <typename Draft>
struct DriveKeyword
{
    /// Takes the values of a line.
    using Take = std::function<void(Draft& draft, const DriveFileValues& values)>;

    /// Gives the values of the keyword's lines, and leaves the drive as it is.
    using Write = std::function<std::vector<std::string>(Draft& draft)>;

    /**
     * @param name the keyword
     */
    explicit DriveKeyword(std::string name)
        : name(std::move(name))
    {
    }

    std::string name;       //!< the keyword
    std::size_t least{1};   //!< least number of values
    std::size_t most{1};    //!< most values, 0 if there is no limit
    bool isRequired{false}; //!< whether each file must have it
    bool repeats{false};    //!< whether it may stand on more than one line
    Take take;              //!< takes them
    Write write;            //!< writes them; empty if another keyword's does
};

/**
 * @ingroup block-io-drive-file
 *
 * Makes keywords with one value, which is a member of the drive. A file need not have them.
 *
 * @tparam Draft a drive while its file is read
 */
template <typename Draft>
class DriveKeywords
{
  public:
    using Keyword = DriveKeyword<Draft>; //!< a keyword

    /// Gives a member of a drive: a pointer to a member is one.
    template <typename T>
    using Access = std::function<T&(Draft& draft)>;

    /**
     * @tparam T type of the member
     * @param name name of the keyword
     * @param access the member, a whole number
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @return the keyword
     */
    template <typename T>
    static Keyword Integer(const char* name,
                           Access<T> access,
                           T min = 0,
                           T max = std::numeric_limits<T>::max())
    {
        Keyword keyword(name);
        keyword.take = [=](Draft& draft, const DriveFileValues& values) {
            access(draft) = static_cast<T>(values.GetInteger(0, name, max));
            if (access(draft) < min)
            {
                values.Fail(std::string(name) + " has to be " + std::to_string(min) + " or more");
            }
        };
        keyword.write = [=](Draft& draft) {
            return std::vector<std::string>{std::to_string(access(draft))};
        };
        return keyword;
    }

    /**
     * @param name name of the keyword
     * @param access the member, a time
     * @param unit in which the file has it
     * @return the keyword
     */
    static Keyword Duration(const char* name, Access<Time> access, Time::Unit unit = Time::MS)
    {
        Keyword keyword(name);
        keyword.take = [=](Draft& draft, const DriveFileValues& values) {
            access(draft) = values.GetTime(0, name, unit);
        };
        keyword.write = [=](Draft& draft) {
            return std::vector<std::string>{DriveFileValues::Print(access(draft), unit)};
        };
        return keyword;
    }

    /**
     * @param name name of the keyword
     * @param access the member
     * @param max the largest value allowed
     * @return the keyword
     */
    static Keyword Number(const char* name, Access<double> access, double max)
    {
        Keyword keyword(name);
        keyword.take = [=](Draft& draft, const DriveFileValues& values) {
            access(draft) = values.GetNumber(0, name, max);
        };
        keyword.write = [=](Draft& draft) {
            return std::vector<std::string>{DriveFileValues::Print(access(draft))};
        };
        return keyword;
    }

    /**
     * @tparam T type of the member
     * @param name name of the keyword
     * @param access the member
     * @param words the words for its values from 0 on
     * @return the keyword
     */
    template <typename T>
    static Keyword Word(const char* name, Access<T> access, const std::vector<std::string>& words)
    {
        Keyword keyword(name);
        keyword.take = [=](Draft& draft, const DriveFileValues& values) {
            access(draft) = static_cast<T>(values.GetWord(0, name, words));
        };
        keyword.write = [=](Draft& draft) {
            return std::vector<std::string>{words[static_cast<std::size_t>(access(draft))]};
        };
        return keyword;
    }

    /**
     * @param name name of the keyword
     * @param access the member, yes or no
     * @return the keyword
     */
    static Keyword Flag(const char* name, Access<bool> access)
    {
        return Word<bool>(name, std::move(access), {"no", "yes"});
    }

    /**
     * @param keyword a keyword
     * @return it, as one that each file must have
     */
    static Keyword Required(Keyword keyword)
    {
        keyword.isRequired = true;
        return keyword;
    }

    /**
     * @param maxBlocks most blocks of a drive of this kind
     * @param maxBlockSize most bytes of a block
     * @return the keywords of DriveParameters
     */
    static std::vector<Keyword> MakeCommon(uint64_t maxBlocks, uint32_t maxBlockSize)
    {
        return {Required(Integer<uint64_t>("blocks", &Draft::blocks, 0, maxBlocks)),
                Required(Integer<uint32_t>("block_size", &Draft::blockSize, 0, maxBlockSize)),
                Integer<uint32_t>("year", &Draft::year, 1950, 2100)};
    }
};

} // namespace ns3

#endif /* DRIVE_KEYWORD_H */
