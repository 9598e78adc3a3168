/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONTROL_BLOCK_CACHE_H
#define TCP_CONTROL_BLOCK_CACHE_H

#include "ns3/address.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * Two hosts: local address and remote address.
 */
using TcpHostPair = std::pair<Address, Address>;

/**
 * @ingroup host-tcp-sharing
 *
 * What a closed connection leaves for the next one (RFC 9040, 6.2).
 */
struct TcpCachedControlBlock
{
    Time srtt;                     //!< smoothed round-trip time; 0 for unknown
    Time rttVar;                   //!< its variation
    uint32_t cWnd{0};              //!< congestion window, bytes
    uint32_t ssThresh{UINT32_MAX}; //!< slow start threshold, bytes; UINT32_MAX for none
};

/**
 * @ingroup host-tcp-sharing
 *
 * The TCB cache of a host for temporal sharing (RFC 9040, section 6): one entry for each remote
 * host. What a connection leaves is merged into the entry by exponential decay; what is too old is
 * forgotten.
 */
class TcpControlBlockCache
{
  public:
    /**
     * Merge what a closed connection leaves.
     *
     * @param hosts its ends
     * @param block what it leaves
     * @param weight of this in the new entry, 0 to 1; the old entry has the rest
     * @param lifetime after which the old entry is forgotten
     */
    void Merge(const TcpHostPair& hosts,
               const TcpCachedControlBlock& block,
               double weight,
               Time lifetime);

    /**
     * @param hosts two ends
     * @param lifetime age at which an entry is forgotten
     * @return what the next connection begins with, if anything
     */
    std::optional<TcpCachedControlBlock> Find(const TcpHostPair& hosts, Time lifetime);

  private:
    /// What is kept.
    struct Entry
    {
        TcpCachedControlBlock block; //!< merged
        Time since;                  //!< when the last connection was closed
    };

    std::map<TcpHostPair, Entry> m_entries; //!< by hosts
};

} // namespace ns3

#endif /* TCP_CONTROL_BLOCK_CACHE_H */
