/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_SESSION_H
#define NBD_SESSION_H

#include "nbd-handshake.h"
#include "nbd-output.h"
#include "nbd-protocol.h"
#include "nbd-request-reader.h"

#include "ns3/block-request.h"
#include "ns3/callback.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * The server's side of one client's connection, as bytes in and bytes out: the handshake, and then
 * requests, which go to the export's block device and are answered when that completes them.
 *
 * What it holds is bounded. While requests and replies have more than MOST_HELD bytes, or there
 * are MOST_REQUESTS of them, it wants no more input; one request may begin below that.
 */
class NbdSession : public SimpleRefCount<NbdSession>
{
  public:
    /// Bytes of requests and replies beyond which no request is taken.
    static constexpr std::size_t MOST_HELD = NbdMagic::LARGEST_TRANSFER;
    /// Most requests that are not complete.
    static constexpr uint32_t MOST_REQUESTS = 1024;

    /**
     * @param exports the exports, the default one first; they outlive this
     * @param changed called when there is output, or the session is over, other than by Receive
     */
    NbdSession(const std::vector<NbdExport>& exports, Callback<void> changed);

    /**
     * Take bytes of the client, as many as it wants.
     *
     * @param bytes the bytes
     * @param length how many there are
     * @return how many were taken
     */
    std::size_t Receive(const uint8_t* bytes, std::size_t length);

    /**
     * @return whether Receive takes bytes now
     */
    bool WantsInput() const;

    /**
     * @return what is to be sent
     */
    NbdOutput& GetOutput();

    /**
     * @return whether nothing more comes of it: the connection is to be closed once the output is
     *         sent
     */
    bool IsOver() const;

    /// Take no more requests, and be over when all are answered.
    void End();

    /// The connection is lost: answer nothing, call nobody.
    void Abandon();

  private:
    /// A request of the client that is not complete.
    struct Task : public SimpleRefCount<Task>
    {
        NbdRequest request; //!< the client's, without its data
        uint64_t done{0};   //!< bytes of it that are done, of a request for zeros
    };

    /// Send what the handshake says, and see how it ended.
    void FollowHandshake();

    /**
     * @param request a request that came
     */
    void Handle(NbdRequest request);

    /**
     * Give a request to the block device.
     *
     * @param task the request
     * @param part what it is there, or a part of it
     */
    void Submit(Ptr<Task> task, Ptr<BlockRequest> part);

    /**
     * @param task a request
     * @return what it is at the block device
     */
    Ptr<BlockRequest> MakePart(Task& task) const;

    /**
     * @param task a request for zeros, or to trim
     * @return what its next bytes are at the block device
     */
    Ptr<BlockRequest> MakeZeros(const Task& task) const;

    /**
     * Find what is left of a request after a part that ended well.
     *
     * @param task the request
     * @param part the part
     * @return the next part, null if all is done
     */
    Ptr<BlockRequest> MakeNext(Task& task, const BlockRequest& part) const;

    /**
     * A block device completed a request, or a part of it.
     *
     * @param task the request
     * @param part what it was there
     */
    void Completed(Ptr<Task> task, Ptr<BlockRequest> part);

    /**
     * Answer a request.
     *
     * @param request the request
     * @param error how it ended
     * @param data what was read, null for zeros
     */
    void Answer(const NbdRequest& request, NbdError error, Ptr<const Packet> data);

    /**
     * @param request a request
     * @return bytes that are held for it
     */
    static std::size_t GetHeld(const NbdRequest& request);

    NbdHandshake m_handshake;           //!< until an export is chosen
    NbdRequestReader m_reader;          //!< afterwards
    NbdOutput m_output;                 //!< what is to be sent
    Callback<void> m_changed;           //!< called when something changed
    const NbdExport* m_export{nullptr}; //!< what was chosen
    uint32_t m_outstanding{0};          //!< requests that are not complete
    std::size_t m_held{0};              //!< bytes of them
    bool m_isEnding{false};             //!< whether no more requests are taken
};

} // namespace ns3

#endif /* NBD_SESSION_H */
