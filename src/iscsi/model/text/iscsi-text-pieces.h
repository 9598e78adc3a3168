/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEXT_PIECES_H
#define ISCSI_TEXT_PIECES_H

#include "iscsi-text.h"

#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * A text that is sent in pieces no longer than the other side accepts (RFC 7143, 6.1 and 11.10.5).
 * Every piece except the last has the C bit.
 */
class IscsiTextPieces
{
  public:
    /**
     * Put pairs at the end.
     *
     * @param keys the pairs
     */
    void Add(const IscsiTextKeys& keys);

    /**
     * Cut the next piece off.
     *
     * @param longest most bytes of a data segment, more than zero
     * @return the piece, null if nothing is left
     */
    Ptr<Packet> Next(uint32_t longest);

    /**
     * @return true if nothing is left
     */
    bool IsEmpty() const;

  private:
    std::string m_text;      //!< all of the text
    std::size_t m_offset{0}; //!< what of it has gone, bytes
};

} // namespace ns3

#endif /* ISCSI_TEXT_PIECES_H */
