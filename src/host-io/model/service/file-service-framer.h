/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_FRAMER_H
#define FILE_SERVICE_FRAMER_H

#include "file-service-message.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * How messages are distinguished in a byte stream: four bytes in front of each.
 */
enum class FileServiceFraming : uint8_t
{
    RECORD_MARKING, //!< ONC RPC: a last-fragment bit and 31 bits of length (RFC 5531, 11)
    NETBIOS,        //!< SMB: a zero byte and 24 bits of length (MS-SMB2, 2.1)
};

/**
 * @ingroup host-io-service
 *
 * Makes messages of the bytes of a stream, and the four bytes in front of a message that is sent.
 * It does not depend on a socket. A message longer than the limit, or that is none, makes the
 * stream useless. No memory is taken for bytes that have not arrived.
 */
class FileServiceFramer
{
  public:
    /// The outcome of some bytes.
    enum class Outcome : uint8_t
    {
        INCOMPLETE, //!< all were taken, and no message is complete
        MESSAGE,    //!< a message is complete; bytes may be left
        MALFORMED,  //!< what arrives is no message; nothing more may be taken
    };

    /// Bytes in front of a message.
    static constexpr uint32_t MARK_BYTES = 4;

    /**
     * @param framing how messages are delimited
     * @param largest the longest message that may arrive, bytes
     */
    FileServiceFramer(FileServiceFraming framing, uint32_t largest);

    /**
     * @param size bytes of a message that is to be sent
     * @return the four bytes in front of it
     */
    std::array<uint8_t, MARK_BYTES> MakeMark(uint32_t size) const;

    /**
     * Receive bytes until a message is complete or all are taken.
     *
     * @param bytes what arrived; what is taken is removed
     * @return the outcome
     */
    Outcome Receive(Ptr<Packet> bytes);

    /**
     * Give up the message that is complete.
     *
     * @return the message
     */
    FileServiceMessage Release();

  private:
    /**
     * Take bytes of a mark.
     *
     * @param bytes what arrived
     * @return the outcome
     */
    Outcome ReceiveMark(Ptr<Packet> bytes);

    /**
     * The mark is complete: read it.
     *
     * @return the outcome
     */
    Outcome ReadMark();

    /**
     * Take bytes of a message.
     *
     * @param bytes what arrived
     */
    void ReceiveBody(Ptr<Packet> bytes);

    FileServiceFraming m_framing;             //!< how messages are delimited
    uint32_t m_largest;                       //!< the longest message, bytes
    std::array<uint8_t, MARK_BYTES> m_mark{}; //!< the mark that is arriving
    uint32_t m_markBytes{0};                  //!< bytes of it that have arrived
    uint32_t m_left{0};                       //!< bytes still to come of the fragment
    bool m_isLast{true};                      //!< whether the fragment is the message's last
    FileServiceMessage m_message;             //!< the message that is arriving
};

} // namespace ns3

#endif /* FILE_SERVICE_FRAMER_H */
