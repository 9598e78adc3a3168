/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEXT_ASSEMBLY_H
#define ISCSI_TEXT_ASSEMBLY_H

#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * A text that arrives in pieces, because the C bit spreads it over several PDUs (RFC 7143, 6.1).
 * The total size of all texts of one negotiation is limited.
 */
class IscsiTextAssembly
{
  public:
    /// most text of one negotiation unless said otherwise, bytes: what RFC 7143, 6.1, asks for
    static constexpr uint32_t LIMIT = 65536;

    /**
     * @param limit most text taken from first to last, bytes
     */
    explicit IscsiTextAssembly(uint32_t limit = LIMIT);

    /**
     * Add a piece.
     *
     * @param piece the data segment of a PDU, without padding
     * @return false if it is too much; the piece is dropped then
     */
    bool Add(Ptr<const Packet> piece);

    /**
     * @return the pieces since the last call in one text, which are forgotten; their bytes still
     *         count for the limit
     */
    std::string Take();

  private:
    uint32_t m_left;    //!< bytes that may still come
    std::string m_text; //!< pieces so far
};

} // namespace ns3

#endif /* ISCSI_TEXT_ASSEMBLY_H */
