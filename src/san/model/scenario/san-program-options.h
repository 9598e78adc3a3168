/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_OPTIONS_H
#define SAN_PROGRAM_OPTIONS_H

#include "san-options.h"

namespace ns3
{

/**
 * @ingroup san-scenario
 *
 * The options of the program iscsi-san: everything.
 */
class IscsiSanOptions : public SanOptions
{
  public:
    IscsiSanOptions();
};

/**
 * @ingroup san-scenario
 *
 * The options of the program wireless-san: those of iscsi-san with a wireless network and without
 * cables.
 */
class WirelessSanOptions : public SanOptions
{
  public:
    WirelessSanOptions();
};

/**
 * @ingroup san-scenario
 *
 * The options of the program tcp-bulk: the path, TCP and what is written.
 */
class TcpBulkOptions : public SanOptions
{
  public:
    TcpBulkOptions();
};

} // namespace ns3

#endif /* SAN_PROGRAM_OPTIONS_H */
