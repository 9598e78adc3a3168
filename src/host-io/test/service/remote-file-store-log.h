/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_FILE_STORE_LOG_H
#define REMOTE_FILE_STORE_LOG_H

#include "ns3/packet.h"
#include "ns3/remote-file-store.h"
#include "ns3/simulator.h"

#include <deque>
#include <functional>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-io-tests
 *
 * A file of a server that a test plays: it notes each call, and the test replies to the calls in
 * their order.
 */
class RemoteFileStoreLog : public RemoteFileStore
{
  public:
    void ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done) override
    {
        Note("read " + std::to_string(offset) + "+" + std::to_string(bytes));
        m_replies.emplace_back(
            [bytes, done](FileStatus status, int64_t got, const std::string& text) {
                FileServicePayload payload;
                payload.bytes = got < 0 ? bytes : static_cast<uint32_t>(got);
                payload.data = text.empty() ? nullptr : MakeData(text);
                done(status, payload);
            });
    }

    void WriteRemote(uint64_t offset,
                     const FileServicePayload& payload,
                     bool stable,
                     WriteDone done) override
    {
        Note((stable ? "stable " : "write ") + std::to_string(offset) + "+" +
             std::to_string(payload.bytes) + (payload.data ? " " + GetText(payload.data) : ""));
        AddWriteReply(std::move(done));
    }

    void CommitRemote(WriteDone done) override
    {
        Note("commit");
        AddWriteReply(std::move(done));
    }

    /**
     * @return the calls since the last time, with semicolons between them
     */
    std::string TakeCalls()
    {
        return std::exchange(m_calls, "");
    }

    /**
     * Reply to the oldest read: all bytes that were asked for.
     */
    void ReplyWhole()
    {
        Reply(FileStatus::OK, -1, "");
    }

    /**
     * Reply to the oldest read.
     *
     * @param text what it read
     */
    void ReplyText(const std::string& text)
    {
        Reply(FileStatus::OK, text.size(), text);
    }

    /**
     * Reply to the oldest call, and let all that follows from it happen.
     *
     * @param status the outcome
     * @param figure read: how many bytes there are, -1 for all; write, commit: the instance
     * @param text read: the contents, empty where there are none
     */
    void Reply(FileStatus status, int64_t figure, const std::string& text = "")
    {
        const auto reply = m_replies.front();
        m_replies.pop_front();
        reply(status, figure, text);
        Simulator::Run();
    }

    /**
     * @param text contents
     * @return a packet of them
     */
    static Ptr<Packet> MakeData(const std::string& text)
    {
        return Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    }

    /**
     * @param data contents, or null
     * @return their text
     */
    static std::string GetText(Ptr<const Packet> data)
    {
        std::string text(data ? data->GetSize() : 0, '\0');
        if (data)
        {
            data->CopyData(reinterpret_cast<uint8_t*>(text.data()), text.size());
        }
        return text;
    }

  private:
    /// Replies to a call.
    using Replier = std::function<void(FileStatus, int64_t, const std::string&)>;

    /**
     * @param call what is called
     */
    void Note(const std::string& call)
    {
        m_calls += (m_calls.empty() ? "" : ";") + call;
    }

    /**
     * @param done called with the outcome of a write or commit
     */
    void AddWriteReply(WriteDone done)
    {
        m_replies.emplace_back([done = std::move(done)](FileStatus status,
                                                        int64_t instance,
                                                        const std::string& /* text */) {
            done(status, static_cast<uint64_t>(instance));
        });
    }

    std::string m_calls;           //!< the calls that were not taken
    std::deque<Replier> m_replies; //!< of calls without a reply
};

} // namespace ns3

#endif /* REMOTE_FILE_STORE_LOG_H */
