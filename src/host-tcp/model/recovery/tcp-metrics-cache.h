/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_METRICS_CACHE_H
#define TCP_METRICS_CACHE_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * What a connection has learnt of the path to another host.
 */
struct TcpMetrics
{
    Time rtt;                       //!< smoothed round-trip time; 0 if it is not known
    Time variation;                 //!< its deviation
    uint32_t window{0};             //!< congestion window, segments; 0 if it does not count
    uint32_t threshold{UINT32_MAX}; //!< slow start threshold, segments; UINT32_MAX: none
    uint32_t reordering{3};         //!< segments by which one may be late
};

/**
 * @ingroup host-tcp-recovery
 *
 * What a host keeps of the paths to others: Linux's metrics of destinations. A new connection
 * begins with the threshold, the round-trip time and the reordering that the last ones have left.
 */
class TcpMetricsCache : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param node a host
     * @return its cache, a new one if it has none
     */
    static Ptr<TcpMetricsCache> GetFor(Ptr<Node> node);

    /**
     * A connection has ended. Round-trip times that got longer are kept, shorter ones count an
     * eighth. The threshold is half the window if that is more and nothing was ever lost, else the
     * mean of the one that is kept and the connection's.
     *
     * @param host the other end
     * @param metrics what the connection has learnt
     */
    void Merge(const Address& host, const TcpMetrics& metrics);

    /**
     * @param host the other end of a new connection
     * @return what it begins with, if anything; a window is not part of it
     */
    std::optional<TcpMetrics> Find(const Address& host) const;

  private:
    /**
     * @param kept threshold that is kept, UINT32_MAX for none
     * @param metrics of a connection
     * @return the threshold to keep
     */
    static uint32_t MergeThreshold(uint32_t kept, const TcpMetrics& metrics);

    std::map<Address, TcpMetrics> m_metrics; //!< by host
};

} // namespace ns3

#endif /* TCP_METRICS_CACHE_H */
