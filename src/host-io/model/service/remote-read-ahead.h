/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_READ_AHEAD_H
#define REMOTE_READ_AHEAD_H

#include "remote-file-store.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * What a client read of one file, as far as it is needed: pieces that readers wait for, and pieces
 * ahead of a sequential reader. What was read and passed is forgotten.
 *
 * A read that begins where the one before ended, or at the beginning of the file, is sequential: it
 * is fetched in pieces of the largest size, and as many more pieces are fetched ahead as the
 * settings say. Any other read fetches the pages of 4 KiB that it touches.
 */
class RemoteReadAhead
{
  public:
    /// What came of a read.
    struct Result
    {
        FileStatus status{FileStatus::OK}; //!< the outcome
        uint64_t done{0};                  //!< bytes that were read
        Ptr<Packet> data;                  //!< the contents, null where they are not kept
    };

    /// Called with what came of a read.
    using Done = std::function<void(const Result&)>;

    /// How to read.
    struct Settings
    {
        uint32_t pieceBytes{0}; //!< largest read on the wire, bytes, at least 1
        uint32_t ahead{0};      //!< pieces fetched ahead of a sequential reader
        bool keepsData{false};  //!< whether there are contents
    };

    /// What a read may fetch.
    struct Bounds
    {
        uint64_t size{0};                                      //!< bytes of the file
        bool direct{false};                                    //!< fetch just what is asked for
        std::function<bool(uint64_t, uint64_t)> mayFetchAhead; //!< whether these bytes may be
    };

    /**
     * @param store the file, which outlives this
     * @param settings how to read
     */
    RemoteReadAhead(RemoteFileStore& store, const Settings& settings);

    /**
     * Read.
     *
     * @param offset the first byte
     * @param bytes how many
     * @param bounds what may be fetched
     * @param done called once, never from inside
     */
    void Read(uint64_t offset, uint64_t bytes, const Bounds& bounds, Done done);

    /**
     * @param offset the first byte
     * @param end the byte past the last
     * @return true if all between them is here or on its way
     */
    bool Covers(uint64_t offset, uint64_t end) const;

    /**
     * Take note of a write of this client.
     *
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents, null where they are not kept
     */
    void Update(uint64_t offset, uint64_t bytes, Ptr<const Packet> data);

    /**
     * Forget all: the file changed.
     */
    void Forget();

  private:
    struct Reader;

    /// A piece of the file.
    struct Piece
    {
        uint64_t offset{0};                           //!< the first byte
        uint32_t bytes{0};                            //!< how many were asked for
        uint32_t got{0};                              //!< how many there are
        bool ready{false};                            //!< whether the reply has arrived
        FileStatus status{FileStatus::OK};            //!< its outcome
        std::vector<uint8_t> data;                    //!< the contents, where they are kept
        std::vector<std::shared_ptr<Reader>> waiting; //!< who waits for it
    };

    /// A read that is under way.
    struct Reader
    {
        uint64_t offset{0};                         //!< the first byte
        uint64_t end{0};                            //!< the byte past the last
        std::vector<std::shared_ptr<Piece>> pieces; //!< what it needs, in order
        uint32_t missing{0};                        //!< pieces that have not arrived
        Done done;                                  //!< called with the outcome
    };

    /**
     * Have a reader wait for a piece.
     */
    static void Need(const std::shared_ptr<Reader>& reader, const std::shared_ptr<Piece>& piece);

    /**
     * @param at a byte
     * @return the piece that has it, null if there is none
     */
    std::shared_ptr<Piece> Find(uint64_t at) const;

    /**
     * Fetch bytes from a place that no piece has.
     *
     * @param at the first byte
     * @param end the byte past the last that is needed; fewer are fetched if a piece is there
     * @return the new piece
     */
    std::shared_ptr<Piece> Fetch(uint64_t at, uint64_t end);

    /**
     * @param at the first byte that is missing
     * @param end the byte past the last that a reader asks for
     * @param sequential whether the reader is sequential
     * @param bounds what may be fetched
     * @return the byte past the last to fetch in one piece
     */
    uint64_t GetFetchEnd(uint64_t at, uint64_t end, bool sequential, const Bounds& bounds) const;

    /**
     * Fetch ahead of a sequential reader.
     *
     * @param at where the reader has got to
     * @param bounds what may be fetched
     */
    void FetchAhead(uint64_t at, const Bounds& bounds);

    /**
     * Forget pieces outside a range.
     *
     * @param begin its first byte
     * @param end the byte past its last
     */
    void Trim(uint64_t begin, uint64_t end);

    /**
     * The reply of a piece arrived.
     *
     * @param piece the piece
     * @param status the outcome
     * @param payload the contents
     */
    void Arrived(const std::shared_ptr<Piece>& piece,
                 FileStatus status,
                 const FileServicePayload& payload);

    /**
     * @param reader a reader whose pieces have arrived
     * @return what came of its read
     */
    Result Collect(const Reader& reader) const;

    RemoteFileStore& m_store;                            //!< the file
    Settings m_settings;                                 //!< how to read
    std::map<uint64_t, std::shared_ptr<Piece>> m_pieces; //!< by first byte; none overlap
    uint64_t m_next{0};                                  //!< where a sequential read begins
};

} // namespace ns3

#endif /* REMOTE_READ_AHEAD_H */
