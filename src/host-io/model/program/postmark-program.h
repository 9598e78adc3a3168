/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POSTMARK_PROGRAM_H
#define POSTMARK_PROGRAM_H

#include "file-program.h"
#include "postmark-file-table.h"
#include "stdio-buffer.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Postmark: the small files of a mail or news server (J. Katcher, "PostMark: A New File System
 * Benchmark", Network Appliance TR-3022, 1997; details as in version 1.53).
 *
 * It creates Number files, each of SizeLow to SizeHigh - 1 bytes. Then it runs Transactions: each
 * reads a file whole or appends to it 1 byte up to what is left to SizeHigh, and then creates a
 * file or deletes one. Then it deletes all files. At most twice Number files exist. Subdirectories
 * are made before the clock starts and removed after it stops.
 *
 * An append to a file that has SizeHigh bytes, and a creation while the table is full, do nothing,
 * as in the real program. Unlike there, a block of 0 bytes is not written, and a file that could
 * not be deleted is forgotten.
 */
class PostmarkProgram : public FileProgram
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PostmarkProgram();

    int64_t AssignStreams(int64_t stream) override;

    /// What was done to files.
    struct Counts
    {
        uint32_t transactions{0};      //!< transactions begun
        uint32_t created{0};           //!< files created
        uint32_t createdInAdvance{0};  //!< those of them before the transactions
        uint32_t read{0};              //!< files read
        uint32_t appended{0};          //!< files appended to
        uint32_t deleted{0};           //!< files deleted
        uint32_t deletedAfterwards{0}; //!< those of them after the transactions
    };

    /**
     * @return what was done so far
     */
    const Counts& GetCounts() const;

  protected:
    bool Plan(FileProcess& process) override;
    void Completed(const FileProcess& process, const FileRequest& request) override;
    bool EndsOnError() const override;
    void CheckAttributes() override;
    void AddResults(std::vector<FileProgramResult>& results) const override;
    void Report(std::ostream& os) const override;

  private:
    /// What is planned next.
    enum class State : uint8_t
    {
        MAKE_SUBDIRECTORIES,   //!< make a subdirectory
        CREATE,                //!< create a file
        TRANSACTIONS,          //!< a transaction
        DELETE,                //!< delete a file
        REMOVE_SUBDIRECTORIES, //!< remove a subdirectory
        ENDED                  //!< nothing
    };

    /**
     * Continue to the next state.
     */
    void GoOn(FileProcess& process);

    /**
     * Plan one part of the current state.
     */
    void PlanPart(FileProcess& process);

    /**
     * Plan a transaction.
     */
    void PlanTransaction(FileProcess& process);

    /**
     * Plan to create a file, unless the table is full.
     */
    void PlanCreate(FileProcess& process);

    /**
     * Plan to read a file.
     */
    void PlanRead(FileProcess& process, const PostmarkFile& file);

    /**
     * Plan to append to a file, unless it has the largest size.
     */
    void PlanAppend(FileProcess& process, PostmarkFile& file);

    /**
     * Plan to delete a file.
     */
    void PlanDelete(FileProcess& process, uint32_t slot);

    /**
     * Plan to write blocks to a file that was just opened, and to close it.
     *
     * @param process the process
     * @param offset the first byte
     * @param bytes how many
     */
    void PlanBlocks(FileProcess& process, uint64_t offset, uint64_t bytes);

    /**
     * @param limit a number
     * @return a random number below it, or 0
     */
    uint32_t Draw(uint32_t limit);

    /**
     * @return the slot of a file, any with equal probability
     */
    uint32_t DrawUsedSlot();

    /**
     * @return number of subdirectories that are made
     */
    uint32_t GetNSubdirectories() const;

    /**
     * @param number number of a subdirectory
     * @return its path
     */
    std::string GetSubdirectory(uint32_t number) const;

    /**
     * @param file a file
     * @return its path
     */
    std::string GetFilePath(const PostmarkFile& file) const;

    /**
     * @return time from the first creation to the last deletion, in seconds
     */
    double GetTotalSeconds() const;

    uint32_t m_sizeLow;                        //!< set size: the smaller
    uint32_t m_sizeHigh;                       //!< set size: the larger
    uint32_t m_number;                         //!< set number
    uint32_t m_transactions;                   //!< set transactions
    uint32_t m_subdirectories;                 //!< set subdirectories
    uint32_t m_readBlock;                      //!< set read
    uint32_t m_writeBlock;                     //!< set write
    int32_t m_biasRead;                        //!< set bias read
    int32_t m_biasCreate;                      //!< set bias create
    bool m_buffering;                          //!< set buffering
    uint64_t m_bufferSize;                     //!< bytes of the buffer of a FILE
    Ptr<UniformRandomVariable> m_random;       //!< all choices
    PostmarkFileTable m_table;                 //!< the files that exist
    State m_state{State::MAKE_SUBDIRECTORIES}; //!< what is planned next
    uint32_t m_done{0};                        //!< parts planned of the current state
    bool m_outOfFiles{false};                  //!< true if the transactions ended for lack of files
    Counts m_counts;                           //!< what was done
};

} // namespace ns3

#endif /* POSTMARK_PROGRAM_H */
