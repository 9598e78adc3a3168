/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CACHED_REMOTE_FILE_H
#define CACHED_REMOTE_FILE_H

#include "remote-contents.h"
#include "remote-file-store.h"
#include "remote-page-cache.h"
#include "remote-page-device.h"
#include "remote-pages.h"
#include "remote-write-behind.h"

#include "ns3/block-request.h"
#include "ns3/file-request.h"
#include "ns3/read-ahead.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The contents of one open file of a server, in the page cache of the client.
 *
 * Reads come from cached pages; missing ones are fetched in pieces, with those ahead of a
 * sequential reader. Written pages are dirty until a flush, the limits or the age of the page cache
 * have them written back; they are sent so that the server may put them on its medium later, and
 * committed at a flush, or when the server holds too much. A flush of a file of which nothing is
 * uncommitted and all that is dirty fits into one piece needs no commit: that piece is sent stable,
 * as Linux does (FLUSH_COND_STABLE). Stable writes pass through the cache and are sent at once;
 * direct reads pass it by.
 */
class CachedRemoteFile : public RemoteContents, public RemotePageStore
{
  public:
    /// How to reach the server.
    struct Settings
    {
        uint32_t readBytes{0};               //!< most bytes of a read on the wire
        RemoteWriteBehind::Settings writing; //!< how to write
    };

    /**
     * @param store the file, which outlives this up to Detach
     * @param cache the page cache of the client
     * @param pages those of the file
     * @param settings how to reach the server
     */
    CachedRemoteFile(RemoteFileStore& store,
                     Ptr<RemotePageCache> cache,
                     Ptr<RemotePages> pages,
                     const Settings& settings);

    /**
     * The file is closed: the server is not asked any longer, and the pages stay.
     */
    void Detach();

    void Read(Ptr<FileRequest> request, bool direct, Done done) override;
    void Write(Ptr<FileRequest> request, bool stable, Done done) override;
    void Flush(bool commit, Done done) override;
    void Forget() override;
    void SetServerSize(uint64_t bytes) override;
    uint64_t GetServerSize() const override;
    uint64_t GetSize() const override;
    bool IsClean() const override;

    void ReadPages(uint64_t offset, uint64_t bytes, RemotePageStore::Ended done) override;
    void WritePages(uint64_t offset,
                    uint64_t bytes,
                    Ptr<Packet> data,
                    bool stable,
                    RemotePageStore::Ended done) override;

  private:
    struct Fetch;

    /**
     * Take note of what a program wrote.
     *
     * @param begin the first byte
     * @param end the byte past the last
     */
    void NoteWritten(uint64_t begin, uint64_t end);

    /**
     * Write back what is dirty.
     *
     * @param done called with the outcome
     */
    void WriteBack(Done done);

    /**
     * All that was written up to now is at the server, or an error was told.
     *
     * @param upTo writes up to this one
     */
    void WrittenBack(uint64_t upTo);

    /**
     * @return true if a flush sends one piece and nothing else was sent before
     */
    bool FitsOnePiece() const;

    /**
     * @param status how an operation of the page cache ended
     * @return the same, with what the server said
     */
    FileStatus ToFileStatus(BlockStatus status) const;

    RemoteFileStore& m_store;           //!< the file
    Ptr<RemotePageCache> m_cache;       //!< the page cache
    Ptr<RemotePages> m_pages;           //!< those of the file
    Settings m_settings;                //!< how to reach the server
    RemoteWriteBehind m_sending;        //!< what the server has to commit
    Ptr<ReadAhead> m_readAhead;         //!< of the file, or null
    FileStatus m_error{FileStatus::OK}; //!< what the server said last instead of OK
    uint64_t m_writes{0};               //!< writes of programs
    uint32_t m_writing{0};              //!< those that go on
    uint64_t m_flushed{0};              //!< those that are at the server
    uint64_t m_dirtyBegin{UINT64_MAX};  //!< first byte that may be dirty
    uint64_t m_dirtyEnd{0};             //!< byte past the last that may be dirty
    uint32_t m_stable{0};               //!< operations whose pages are sent stable
    bool m_isStale{false};              //!< pages are forgotten when all is clean
    bool m_isDetached{false};           //!< the file is closed
};

} // namespace ns3

#endif /* CACHED_REMOTE_FILE_H */
