/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_BUFFER_CHECKER_H
#define ETHERNET_BUFFER_CHECKER_H

#include "ethernet-net-device.h"
#include "ethernet-shared-buffer.h"

#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Watches memory that ports share, and says when it has more bytes than there is room for. It looks
 * whenever one of the ports is handed a payload. A train gets its place as a whole; a frame that
 * finds room before all of the train have come may overfill the memory by those that are still to
 * come.
 */
class EthernetBufferChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     */
    explicit EthernetBufferChecker(Report report);

    EthernetBufferChecker(const EthernetBufferChecker&) = delete;
    EthernetBufferChecker& operator=(const EthernetBufferChecker&) = delete;

    /**
     * Watch a port from now on, if it shares memory. The checker has to live as long as it does.
     *
     * @param port the port
     */
    void Attach(Ptr<EthernetNetDevice> port);

    /**
     * @return number of ports that are watched
     */
    uint32_t GetNPorts() const;

    /**
     * @return the most bytes that were seen in a buffer
     */
    uint64_t GetMost() const;

  private:
    /**
     * A port is handed a payload.
     *
     * @param buffer memory of the port
     */
    void Look(const EthernetSharedBuffer& buffer);

    Report m_report;      //!< gets what is wrong
    uint32_t m_ports{0};  //!< those that are watched
    uint64_t m_most{0};   //!< most bytes seen
    uint64_t m_coming{0}; //!< most bytes of trains that were still to come
};

} // namespace ns3

#endif /* ETHERNET_BUFFER_CHECKER_H */
