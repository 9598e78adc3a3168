/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ORDINARY_HEADER_H
#define TCP_ORDINARY_HEADER_H

#include "ns3/ptr.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

namespace ns3
{

struct TcpSegmentStart;

/**
 * @ingroup host-tcp-socket
 *
 * The headers of ordinary segments of one connection (TcpSegmentStart::isOrdinary), one after the
 * other. ns3::TcpHeader makes an object of each option whenever it is read, from the name of its
 * class; this has one header, and changes what differs from segment to segment.
 */
class TcpOrdinaryHeader
{
  public:
    /**
     * Read a header.
     *
     * @param start of an ordinary segment
     * @return what ns3::TcpHeader reads, until the next call. Copies of it stay as they are
     */
    const TcpHeader& Read(const TcpSegmentStart& start);

  private:
    /// Make a header of its own.
    void Renew();

    TcpHeader m_header;            //!< with both options
    Ptr<TcpOptionTS> m_timestamps; //!< the first of them; null before the first header
};

} // namespace ns3

#endif /* TCP_ORDINARY_HEADER_H */
