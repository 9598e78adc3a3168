/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_READER_H
#define DISK_PARAMETERS_READER_H

#include "disk-parameters.h"

#include "ns3/line-reader.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
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
     * @param fileName a drive file
     * @throw UserError if it cannot be opened
     */
    explicit DiskParametersReader(const std::string& fileName);

    /**
     * Read the whole file.
     *
     * @param name the drive's name
     * @return the drive, checked
     * @throw UserError naming the file, and the line or the keyword
     */
    DiskParameters Read(const std::string& name);

  private:
    /// A keyword of the file.
    struct Keyword
    {
        void (DiskParametersReader::*take)(); //!< takes its values
        std::size_t values;                   //!< number of values
        bool repeats;                         //!< true if it stands on any number of lines
    };

    /**
     * @return the keywords
     */
    static const std::map<std::string_view, Keyword>& GetKeywords();

    /**
     * Take the present line.
     */
    void TakeLine();

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
     * @param index which field of the line, the keyword being the first
     * @param name what it is called in the error message
     * @return its value, a whole number of 32 bits
     */
    uint32_t GetInteger(std::size_t index, const char* name) const;

    /**
     * @param index which field of the line
     * @param name what it is called in the error message
     * @return its value, which is in milliseconds, from 0 to 10000
     */
    Time GetMilliSeconds(std::size_t index, const char* name) const;

    LineReader m_lines;                     //!< the file
    std::vector<std::string_view> m_fields; //!< those of the present line
    std::set<std::string_view> m_seen;      //!< keywords read so far
    DiskParameters m_parameters;            //!< what was read so far
};

} // namespace ns3

#endif /* DISK_PARAMETERS_READER_H */
