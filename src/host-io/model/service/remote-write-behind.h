/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_WRITE_BEHIND_H
#define REMOTE_WRITE_BEHIND_H

#include "remote-file-store.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * What a client wrote to one file and the server does not have yet, or has not on its medium.
 *
 * Consecutive writes are joined to pieces of the largest size; a piece is sent when it is full,
 * when a write goes elsewhere, or at a flush. Nothing is sent because of its age. Writes complete
 * at once until the limit is reached; then they wait until pieces are written and committed. Writes
 * to a range that is on its way wait for it, so the server sees them in order.
 *
 * Where the server writes to its medium later (UNSTABLE), the pieces are kept until a commit. If
 * the server lost them, because it restarted, they are sent again. An error is reported to the next
 * flush, once.
 */
class RemoteWriteBehind
{
  public:
    /// Told how a write or a flush ended.
    using Done = std::function<void(FileStatus)>;

    /// How to write.
    struct Settings
    {
        uint32_t pieceBytes{0};       //!< largest write on the wire, bytes, at least 1
        uint64_t limit{0};            //!< most bytes that are held, at least 1
        bool keepsUncommitted{false}; //!< whether the server may lose what is not committed
    };

    /**
     * @param store the file, which outlives this
     * @param settings how to write
     */
    RemoteWriteBehind(RemoteFileStore& store, const Settings& settings);

    /**
     * Write.
     *
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents, null where they are not kept
     * @param stable true to complete when the contents are on the server's medium
     * @param done called once, never from inside
     */
    void Write(uint64_t offset, uint64_t bytes, Ptr<Packet> data, bool stable, Done done);

    /**
     * Write at once what the server may write to its medium later, as a page cache does that holds
     * written pages itself.
     *
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents, null where they are not kept
     * @param done called once, never from inside, when the server has replied
     */
    void Send(uint64_t offset, uint64_t bytes, Ptr<Packet> data, Done done);

    /**
     * Send all that was written so far and wait for the server.
     *
     * @param commit true to wait for the server's medium too
     * @param done called once, never from inside; told an error of an earlier write
     */
    void Flush(bool commit, Done done);

    /**
     * @param begin the first byte
     * @param end the byte past the last
     * @return true if bytes between them are not at the server yet
     */
    bool Overlaps(uint64_t begin, uint64_t end) const;

    /**
     * @return the byte past the last that is not at the server yet, 0 if there is none
     */
    uint64_t GetEnd() const;

    /**
     * @return bytes held, uncommitted ones included
     */
    uint64_t GetHeldBytes() const;

  private:
    /// Bytes that are sent in one request.
    struct Piece
    {
        uint64_t offset{0};         //!< the first byte
        FileServicePayload payload; //!< the contents
        uint64_t verifier{0};       //!< the server's instance that has them
    };

    /// Something to do, in order.
    struct Job
    {
        bool isFlush{false}; //!< a flush, or a write
        bool isDue{false};   //!< write: sent at once
        bool isFirm{false};  //!< flush: with a commit; write: stable
        uint64_t offset{0};  //!< write: the first byte
        uint64_t bytes{0};   //!< write: how many
        Ptr<Packet> data;    //!< write: the contents
        Done done;           //!< called with the end
    };

    /// A write of which pieces are on their way and the writer waits for.
    struct AwaitedWrite
    {
        uint64_t left{0};                  //!< pieces without a reply
        FileStatus status{FileStatus::OK}; //!< the first error
        Done done;                         //!< called with the end
    };

    /**
     * Do what can be done now.
     */
    void Pump();

    /**
     * @param job the first job, a write
     * @return true if it was taken over
     */
    bool TakeWrite(const Job& job);

    /**
     * @param job the first job, a flush
     * @return true if all is at the server, and on its medium if the flush asks for that
     */
    bool TakeFlush(const Job& job);

    /**
     * Join a write to the tail, and send what gets full.
     *
     * @param job the write
     */
    void AddToTail(const Job& job);

    /**
     * Send a write in pieces that the writer waits for.
     *
     * @param job the write, stable or due
     */
    void SendAwaited(const Job& job);

    /**
     * The server replied to a piece of a stable write.
     *
     * @param offset the piece's first byte
     */
    void StableDone(uint64_t offset);

    /**
     * Send the tail, if there is one.
     */
    void SendTail();

    /**
     * Send a piece that the server may write later.
     */
    void SendUnstable(const Piece& piece);

    /**
     * The server replied to such a piece.
     *
     * @param offset the piece's first byte
     * @param status the outcome
     * @param verifier the server's instance
     */
    void UnstableDone(uint64_t offset, FileStatus status, uint64_t verifier);

    /**
     * Ask the server to commit.
     */
    void Commit();

    /**
     * The server replied to the commit.
     *
     * @param status the outcome
     * @param verifier the server's instance
     */
    void CommitDone(FileStatus status, uint64_t verifier);

    RemoteFileStore& m_store;           //!< the file
    Settings m_settings;                //!< how to write
    std::deque<Job> m_jobs;             //!< what is to be done, in order
    bool m_isPumping{false};            //!< whether Pump is at work
    uint64_t m_tailOffset{0};           //!< first byte of the tail
    uint32_t m_tailBytes{0};            //!< bytes of the tail
    std::vector<uint8_t> m_tailData;    //!< its contents, empty where they are not kept
    std::map<uint64_t, Piece> m_sent;   //!< pieces without a reply, by first byte; none overlap
    std::vector<Piece> m_uncommitted;   //!< pieces that the server may lose, in order
    uint64_t m_heldBytes{0};            //!< bytes of tail, sent and uncommitted pieces
    bool m_isCommitting{false};         //!< whether a commit has no reply
    FileStatus m_error{FileStatus::OK}; //!< the first error that nobody was told
};

} // namespace ns3

#endif /* REMOTE_WRITE_BEHIND_H */
