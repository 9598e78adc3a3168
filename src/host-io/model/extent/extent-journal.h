/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_JOURNAL_H
#define EXTENT_JOURNAL_H

#include "extent-log.h"
#include "extent-mapping.h"
#include "extent-volume.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/page-cache.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The journal of a file system, as JBD keeps one in ordered mode.
 *
 * Changes join the running transaction. It is committed when the interval has passed since its
 * first change, when somebody waits for it, or when it has grown to a quarter of the log: the data
 * of files that got blocks in it are written back while one burst takes descriptors and copies of
 * its metadata to the log; then comes the commit block, between a FLUSH and the medium (FUA) if
 * barriers are on. Until then its pages are held in the cache; from then on they are dirty and
 * written in place as the cache likes. There is one commit at a time; changes continue meanwhile in
 * the next transaction.
 *
 * When a quarter of the log is used, metadata are written in place and the log begins later
 * (checkpoint). From three eighths on changes wait for that. Blocks that a transaction freed are
 * given out again after its commit. Those that held metadata must also have left the log first: so
 * no record is replayed over what came later, and no revoke records are needed.
 *
 * If the log cannot be written the journal stops: nothing can be changed any more.
 */
class ExtentJournal
{
  public:
    /// Called when something is done: true unless the journal has stopped.
    using Done = std::function<void(bool)>;

    /// What it is doing.
    enum class State : uint8_t
    {
        EMPTY,         //!< nothing was changed since the last commit
        RUNNING,       //!< changes are in the running transaction
        COMMITTING,    //!< a transaction is being written to the log
        CHECKPOINTING, //!< metadata are written in place, so that the log has room
        STOPPED        //!< the log could not be written
    };

    /**
     * @param state a state
     * @return its name
     */
    static const char* GetStateName(State state);

    /// How it works.
    struct Settings
    {
        Time interval;         //!< from the first change of a transaction to its commit
        bool barrier{true};    //!< true for FLUSH and FUA
        bool storeData{false}; //!< true if contents are kept
        std::function<void(uint64_t, uint64_t)> committed; //!< notified of commits: number, blocks
    };

    /**
     * @param cache the page cache
     * @param device the device as the page cache sees it
     * @param volume whose metadata
     * @param log the log
     * @param settings how it works
     * @param tail where the log begins; it is empty
     */
    ExtentJournal(Ptr<PageCache> cache,
                  Ptr<PageMapping> device,
                  ExtentVolume& volume,
                  const ExtentLog& log,
                  const Settings& settings,
                  const ExtentLog::Tail& tail);
    ~ExtentJournal();
    ExtentJournal(const ExtentJournal&) = delete;
    ExtentJournal& operator=(const ExtentJournal&) = delete;

    /// Keep the running transaction from being committed.
    void Open();

    /// Allow it again.
    void Close();

    /**
     * Let changes join the running transaction.
     *
     * @param changes the changes
     * @return the pages that were not in it, which must be held with Hold
     */
    std::vector<uint64_t> Add(const ExtentChanges& changes);

    /**
     * Hold pages that joined; those that left the transaction again are passed over.
     */
    void Hold(const std::vector<uint64_t>& pages);

    /**
     * Have a file's data written back before the running transaction is committed.
     *
     * @param inode the file, with a mapping
     */
    void AddOrdered(const ExtentInode& inode);

    /**
     * @return what it is doing; of several things the one that is listed last
     */
    State GetState() const;

    /**
     * @return number of the running transaction
     */
    uint64_t GetRunning() const;

    /**
     * Wait until a transaction is committed, and commit it at once.
     *
     * @param transaction its number
     * @param done called then, perhaps from inside this call
     */
    void Commit(uint64_t transaction, Done done);

    /**
     * @param transaction number of a transaction
     * @return true if it is on the medium
     */
    bool IsCommitted(uint64_t transaction) const;

    /**
     * Wait until changes may be made.
     *
     * @param done called then, perhaps from inside this call
     */
    void CallWhenRoom(Done done);

    /**
     * Commit, write all metadata in place and empty the log. All freed blocks can be given out
     * then.
     *
     * @param done called then
     */
    void Checkpoint(Done done);

    /**
     * @return where the log begins
     */
    const ExtentLog::Tail& GetTail() const;

    /**
     * @return true if freed blocks wait to be given out again
     */
    bool HasFreed() const;

  private:
    /// A transaction.
    struct Transaction
    {
        uint64_t sequence{0};                         //!< its number
        std::set<uint64_t> pages;                     //!< its metadata
        std::set<uint64_t> held;                      //!< of these, those held in the cache
        std::set<uint64_t> forgotten;                 //!< of these, those that were freed again
        std::map<uint64_t, Ptr<PageMapping>> ordered; //!< files whose data come first, by inode
        std::vector<ExtentFreed> freed;               //!< blocks it freed
    };

    /// A transaction in the log.
    struct Logged
    {
        uint64_t position{0}; //!< where it begins
        uint64_t pins{0};     //!< its pages that are nowhere else
    };

    /// Somebody who waits for a commit.
    struct Waiter
    {
        uint64_t sequence; //!< for which
        Done done;         //!< what to call
    };

    /**
     * @return true if the running transaction has nothing
     */
    bool IsRunningEmpty() const;

    /// Commit as soon as possible.
    void RequestCommit();
    /// Commit if that is wanted and possible.
    void TryCommit();
    /// Begin the commit: from now on changes are in the next transaction.
    void StartCommit();
    /// Write data and log, if the log has room.
    void WriteLog();
    /// Write the data of files first.
    void WriteOrdered();

    /// Take the contents of the committed pages as they are now.
    void TakeSnapshot();

    /**
     * @return the pages of the transaction being committed that go to the log
     */
    std::vector<uint64_t> GetLoggedPages() const;

    /**
     * A part of what comes before the commit block has ended.
     *
     * @param status how
     */
    void PartWritten(BlockStatus status);

    /// Everything before the commit block is written.
    void WriteCommitBlock();

    /**
     * The commit block is written.
     *
     * @param status how that ended
     */
    void Committed(BlockStatus status);

    /// The committed pages are dirty from now on and must be written in place.
    void ReleaseCommitted();

    /**
     * End the waiting for commits.
     *
     * @param sequence up to which
     * @param ok whether they went well
     */
    void Answer(uint64_t sequence, bool ok);

    /// Let those continue that waited for room, as far as there is some.
    void Resume();

    /**
     * @return true if changes must wait
     */
    bool IsFull() const;

    /**
     * @return positions in use
     */
    uint64_t GetUsed() const;

    /// Write metadata in place so that the log can begin later.
    void StartCheckpoint();

    /**
     * They were written, up to those of a transaction.
     *
     * @param sequence its number
     * @param status how that ended
     */
    void WrittenInPlace(uint64_t sequence, BlockStatus status);

    /**
     * Let the log begin later, if it does.
     *
     * @param tail where
     */
    void WriteTail(const ExtentLog::Tail& tail);

    /**
     * The log begins later.
     *
     * @param tail where
     * @param status how the writing of that ended
     */
    void TailWritten(const ExtentLog::Tail& tail, BlockStatus status);

    /**
     * Compute where the log can begin.
     *
     * @return the tail that it can have now
     */
    ExtentLog::Tail FindTail();

    /**
     * A page's last copy in the log is needed no more.
     */
    void Unpin(uint64_t page);

    /// Give out freed blocks that the log cannot touch any more.
    void EndQuarantine();

    /// Continue with Checkpoint.
    void ContinueEmptying();

    /**
     * Stop permanently.
     *
     * @param why the reason, for the log
     */
    void Abort(const char* why);

    /**
     * FLUSH if barriers are on, then continue.
     *
     * @param next what follows, with the status
     */
    void Flush(std::function<void(BlockStatus)> next);

    Ptr<PageCache> m_cache;      //!< the page cache
    Ptr<PageMapping> m_device;   //!< the device as it sees it
    ExtentVolume& m_volume;      //!< whose metadata
    ExtentLog m_log;             //!< the log
    Settings m_settings;         //!< how it works
    ExtentLog::Tail m_tail;      //!< where the log begins on the medium
    uint64_t m_head{0};          //!< where the next transaction goes
    Transaction m_running;       //!< takes changes
    Transaction m_committing;    //!< is being written; number 0 if none is
    uint32_t m_handles{0};       //!< who keeps the running one from being committed
    uint32_t m_parts{0};         //!< writes before the commit block under way
    uint32_t m_checksum{0};      //!< of the blocks of the transaction being committed
    bool m_commitWanted{false};  //!< true if the running one is to be committed
    bool m_spaceWanted{false};   //!< true while a commit waits for room in the log
    bool m_checkpointing{false}; //!< true while metadata are written in place for the log's sake
    bool m_failed{false};        //!< true if a write before the commit block failed
    bool m_aborted{false};       //!< true once it has stopped
    EventId m_timer;             //!< commits the running transaction
    std::deque<Logged> m_logged; //!< transactions in the log; the last is the last committed
    std::unordered_map<uint64_t, uint64_t> m_pins; //!< by page: the transaction with its last copy
    std::deque<std::pair<uint64_t, ExtentRun>> m_quarantine; //!< freed metadata, by transaction
    std::vector<Waiter> m_waiters;                           //!< wait for commits
    std::deque<Done> m_roomWaiters;                          //!< wait for room
    std::vector<Waiter> m_emptyWaiters; //!< wait until the log begins behind a transaction
    uint64_t m_committed{0};            //!< the last committed transaction
    std::vector<uint8_t> m_burst; //!< contents before the commit block, empty if none are kept
};

} // namespace ns3

#endif /* EXTENT_JOURNAL_H */
