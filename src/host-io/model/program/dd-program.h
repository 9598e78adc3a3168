/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DD_PROGRAM_H
#define DD_PROGRAM_H

#include "file-program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * dd of the GNU core utilities: copies a file block by block.
 *
 * Without InputFile it writes zeros, as from /dev/zero; without OutputFile it only reads, as to
 * /dev/null. It opens the files, truncates the output after Seek blocks unless Conv has notrunc,
 * and then its clock runs until the files are synchronized, if Conv wants that, and closed. Without
 * Count it reads until the input ends.
 */
class DdProgram : public FileProgram
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return bytes copied so far
     */
    uint64_t GetCopiedBytes() const;

  protected:
    bool Plan(FileProcess& process) override;
    void Completed(const FileProcess& process, const FileRequest& request) override;
    void CheckAttributes() override;
    void AddResults(std::vector<FileProgramResult>& results) const override;
    void Report(std::ostream& os) const override;

  private:
    /// What is planned next.
    enum class State : uint8_t
    {
        OPEN, //!< open the files
        COPY, //!< write the block that was read and read the next
        ENDED //!< nothing
    };

    /**
     * Open the files.
     */
    void PlanOpen(FileProcess& process);

    /**
     * Write the block that was read, and read the next, or end.
     */
    void PlanBlock(FileProcess& process);

    /**
     * Synchronize and close the files.
     */
    void PlanEnd(FileProcess& process);

    /**
     * @param text words with commas between them
     * @param known the words that exist
     * @param attribute the attribute they are of
     * @return for each known word, true if it is among them
     * @throw UserError naming the attribute if a word is unknown
     */
    std::vector<bool> FindWords(const std::string& text,
                                const std::vector<std::string>& known,
                                const std::string& attribute) const;

    std::string m_inputFile;    //!< if=
    std::string m_outputFile;   //!< of=
    uint64_t m_blockSize;       //!< bs=, bytes
    uint64_t m_count;           //!< count=, blocks; 0 is to the end of the input
    uint64_t m_skip;            //!< skip=, blocks
    uint64_t m_seek;            //!< seek=, blocks
    std::string m_conv;         //!< conv=
    std::string m_inputFlags;   //!< iflag=
    std::string m_outputFlags;  //!< oflag=
    bool m_sync{false};         //!< conv=fsync
    bool m_dataSync{false};     //!< conv=fdatasync
    bool m_noTruncation{false}; //!< conv=notrunc
    FileOpenFlags m_input;      //!< how the input is opened
    FileOpenFlags m_output;     //!< how the output is opened
    State m_state{State::OPEN}; //!< what is planned next
    uint64_t m_blocks{0};       //!< blocks planned
    uint64_t m_read{0};         //!< bytes that the last read brought
    uint64_t m_readBytes{0};    //!< bytes read in all
    uint64_t m_writtenBytes{0}; //!< bytes written in all
};

} // namespace ns3

#endif /* DD_PROGRAM_H */
