/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_REQUEST_READER_H
#define NBD_REQUEST_READER_H

#include "nbd-protocol.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * Makes requests of the bytes that a client sends. Data of a write that is too long are passed
 * over, so that the client can be told.
 */
class NbdRequestReader
{
  public:
    /**
     * Take bytes of the client, up to the end of one request at most.
     *
     * @param bytes the bytes
     * @param length how many there are
     * @return how many were taken; 0 if a request waits to be taken, or if they are no requests
     */
    std::size_t Receive(const uint8_t* bytes, std::size_t length);

    /**
     * @return a request that is complete, if one is
     */
    std::optional<NbdRequest> Take();

    /**
     * @return whether some bytes of a request came, and others did not
     */
    bool IsInRequest() const;

    /**
     * @return whether something came that is no request, so that nothing behind it can be read
     */
    bool IsBroken() const;

  private:
    /// Bytes of a request without its data.
    static constexpr std::size_t HEAD_SIZE = 28;

    /// The head of a request is complete.
    void HandleHead();

    /**
     * Take bytes of a write's data.
     *
     * @param bytes the bytes
     * @param length how many there are
     * @return how many were taken
     */
    std::size_t ReceiveData(const uint8_t* bytes, std::size_t length);

    std::vector<uint8_t> m_head; //!< of the request, as far as it came
    NbdRequest m_request;        //!< the request, once its head is complete
    uint32_t m_missing{0};       //!< bytes of its data that did not come
    bool m_isBroken{false};      //!< whether something came that is no request
};

} // namespace ns3

#endif /* NBD_REQUEST_READER_H */
