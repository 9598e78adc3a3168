/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_READER_H
#define DISK_PARAMETERS_READER_H

#include "disk-parameters.h"

#include <cstdint>
#include <istream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * The reader of drive files. A drive file is text, a keyword and its values on each line; the
 * module's documentation lists the keywords.
 */
class DiskParametersReader
{
  public:
    /**
     * @param input the text of a drive file
     * @param file its name, for messages
     */
    DiskParametersReader(std::istream& input, const std::string& file);

    /**
     * Read the whole file.
     *
     * @param name the drive's name
     * @return the drive, checked
     * @throws UserError naming the file, and the line or the keyword
     */
    DiskParameters Read(const std::string& name);

  private:
    /// Takes the values of one keyword.
    using Handler = void (DiskParametersReader::*)();

    /// A keyword of the file.
    struct Keyword
    {
        Handler handler;    //!< takes its values
        std::size_t values; //!< number of values
        bool repeats;       //!< true if it may stand on several lines, or on none
    };

    /**
     * @return the keywords
     */
    static const std::map<std::string, Keyword>& GetKeywords();

    /**
     * Take one line, without its comment.
     *
     * @param line the line
     */
    void TakeLine(const std::string& line);

    void TakeBlocks();      //!< take the keyword blocks
    void TakeBlockSize();   //!< take the keyword block_size
    void TakeCylinders();   //!< take the keyword cylinders
    void TakeHeads();       //!< take the keyword heads
    void TakeRpm();         //!< take the keyword rpm
    void TakeHeadSwitch();  //!< take the keyword head_switch_ms
    void TakeWriteSettle(); //!< take the keyword write_settle_ms
    void TakeZone();        //!< take the keyword zone
    void TakeSeek();        //!< take the keyword seek

    /**
     * @param index which value of the line
     * @return the value, which must be a whole number
     */
    uint64_t GetWhole(std::size_t index) const;

    /**
     * @param index which value of the line
     * @return the value, which must be a whole number below 2^32
     */
    uint32_t GetWhole32(std::size_t index) const;

    /**
     * @param index which value of the line
     * @return the value, which must be a decimal number
     */
    double GetDecimal(std::size_t index) const;

    /**
     * @param index which value of the line
     * @return the value, which must be a duration in milliseconds from 0 to 10000
     */
    Time GetMilliSeconds(std::size_t index) const;

    /**
     * @param message what is wrong with the present line
     * @throws UserError always
     */
    [[noreturn]] void Fail(const std::string& message) const;

    std::istream& m_input;             //!< the text
    std::string m_file;                //!< name for messages
    uint64_t m_line{0};                //!< present line, from 1
    std::vector<std::string> m_values; //!< the values on it
    std::set<std::string> m_seen;      //!< keywords read so far
    DiskParameters m_parameters;       //!< what was read so far
};

} // namespace ns3

#endif /* DISK_PARAMETERS_READER_H */
