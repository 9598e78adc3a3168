/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_OUTPUT_H
#define NBD_OUTPUT_H

#include "nbd-protocol.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * What a client has not been sent yet. Its memory is given back when all was sent.
 */
class NbdOutput
{
  public:
    /**
     * @return bytes that have not been sent
     */
    std::size_t GetSize() const;

    /**
     * @return the first of them
     */
    const uint8_t* GetBytes() const;

    /**
     * @param count how many were sent
     */
    void Remove(std::size_t count);

    /**
     * @param bytes what is to be sent
     */
    void Append(const std::vector<uint8_t>& bytes);

    /**
     * Append the reply to a request.
     *
     * @param isStructured whether the client wants structured replies
     * @param request the request, another than a READ that ended well
     * @param error how it ended
     */
    void AppendReply(bool isStructured, const NbdRequest& request, NbdError error);

    /**
     * Append the reply to a READ that ended well, in one piece.
     *
     * @param isStructured whether the client wants structured replies
     * @param request the request
     * @param data what was read, null for zeros
     */
    void AppendData(bool isStructured, const NbdRequest& request, Ptr<const Packet> data);

  private:
    /**
     * Append the head of a reply that is not structured.
     *
     * @param request the request
     * @param error how it ended
     */
    void AppendSimple(const NbdRequest& request, NbdError error);

    /**
     * Append the head of a piece of a reply, which is the last.
     *
     * @param request the request
     * @param type what the piece is
     * @param length bytes behind the head
     */
    void AppendPiece(const NbdRequest& request, uint16_t type, uint32_t length);

    std::vector<uint8_t> m_bytes; //!< what was appended, but for what was removed long ago
    std::size_t m_sent{0};        //!< bytes of it that were sent
};

} // namespace ns3

#endif /* NBD_OUTPUT_H */
