/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CABLE_PULL_H
#define SAN_CABLE_PULL_H

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-path
 *
 * When the cable of a link is pulled and put back.
 */
class SanCablePull
{
  public:
    /**
     * @param option the name of the option that says so
     * @param text two times, such as "4s 5s"; empty if no cable is pulled
     * @throw UserError naming the option if the text is not that
     */
    SanCablePull(const std::string& option, const std::string& text);

    /**
     * @return whether a cable is pulled at all
     */
    bool IsAny() const;

    /**
     * @return when it is pulled
     */
    Time GetPull() const;

    /**
     * @return when it is put back
     */
    Time GetPutBack() const;

    /**
     * Let both happen to a cable.
     *
     * @param port a port of Ethernet with that cable
     */
    void Schedule(Ptr<NetDevice> port) const;

  private:
    Time m_pull{0};    //!< when it is pulled
    Time m_putBack{0}; //!< when it is put back, 0 if it is not pulled
};

} // namespace ns3

#endif /* SAN_CABLE_PULL_H */
