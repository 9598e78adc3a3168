/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_OPTIONS_H
#define SAN_TCP_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-tcp
 *
 * TCP of all hosts.
 */
class SanTcpOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanTcpOptions(ProgramOptions& list);

    /// Add TCP, and what targets' TCP has of its own.
    void AddTcp();

    /**
     * @return name of the type that makes the hosts' TCP sockets
     */
    std::string GetSocketFactory() const;

    /**
     * Check that segments are not fragmented, which no host would let happen, and that timers fit
     * to each other.
     *
     * @param mtu longest IP packet, bytes
     * @throw UserError if they do not
     */
    void CheckTcp(uint32_t mtu) const;

    std::string tcpSharing{"none"};    //!< none, ensemble or temporal
    std::string minshallNagle{"none"}; //!< whose TCP joins short segments
    bool delAckFullSized{false};       //!< whether acknowledgements wait for full segments
    std::string targetTcpRules;        //!< whose TCP targets have, empty: as initiators'
    uint32_t targetSndBufSize{0};      //!< TCP send buffer of targets, 0: as initiators'
    uint32_t targetRcvBufSize{0};      //!< TCP receive buffer of targets, 0: as initiators'

  private:
    /**
     * Check that the rules of targets are some.
     *
     * @throw UserError if they are not
     */
    void CheckTargetRules() const;

    /**
     * Check that an acknowledgement may be delayed without a retransmission.
     *
     * @throw UserError if it may not
     */
    void CheckTimeouts() const;
};

} // namespace ns3

#endif /* SAN_TCP_OPTIONS_H */
