/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOST_TCP_H
#define SAN_HOST_TCP_H

#include "ns3/node.h"

#include <map>
#include <string>

namespace ns3
{

class SanTcpOptions;

/**
 * @ingroup san-tcp
 *
 * Have a host make TCP sockets as the options say, for applications that have a socket factory
 * (Protocol) but no options of TCP of their own.
 *
 * @param node the host, with a TcpHostSocketFactory
 * @param o the options
 * @param isTarget whether it has the buffers of targets
 */
void SetSanTcpOptions(Ptr<Node> node, const SanTcpOptions& o, bool isTarget);

/**
 * @ingroup san-tcp
 *
 * Give what connections share of their TCP control blocks.
 *
 * @param o the options
 * @return names and values of attributes of an initiator, a target or a host's sockets
 */
std::map<std::string, std::string> GetSanTcpSharing(const SanTcpOptions& o);

/**
 * @ingroup san-tcp
 *
 * Give the options of TCP that targets do not have in common with initiators.
 *
 * @param o the options
 * @return names and values of attributes of a target
 */
std::map<std::string, std::string> GetSanTargetTcp(const SanTcpOptions& o);

} // namespace ns3

#endif /* SAN_HOST_TCP_H */
