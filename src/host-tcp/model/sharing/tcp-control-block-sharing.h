/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONTROL_BLOCK_SHARING_H
#define TCP_CONTROL_BLOCK_SHARING_H

#include "tcp-control-block-cache.h"
#include "tcp-ensemble-control-block.h"

#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * TCP control block interdependence of a host (RFC 9040): its ensembles, one for each pair of a
 * local and a remote address, and its cache of closed connections. It is aggregated to the node and
 * knows no sockets; TcpSharingInstaller lets a socket take part.
 */
class TcpControlBlockSharing : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpControlBlockSharing();
    ~TcpControlBlockSharing() override;

    /**
     * @param node a host
     * @return what its connections share; it is aggregated to the node if the node has none
     */
    static Ptr<TcpControlBlockSharing> GetFor(Ptr<Node> node);

    /**
     * @return what is shared
     */
    TcpSharedVariables GetVariables() const;

    /**
     * @param hosts two ends
     * @return their ensemble, a new one if there is none
     */
    Ptr<TcpEnsembleControlBlock> GetEnsemble(const TcpHostPair& hosts);

    /**
     * Forget an ensemble if it has no members.
     *
     * @param hosts its ends
     */
    void Forget(const TcpHostPair& hosts);

    /**
     * Keep what a closed connection leaves.
     *
     * @param hosts its ends
     * @param block what it leaves
     */
    void Cache(const TcpHostPair& hosts, const TcpCachedControlBlock& block);

    /**
     * @param hosts two ends
     * @return what the next connection between them begins with, if anything
     */
    std::optional<TcpCachedControlBlock> FindCached(const TcpHostPair& hosts);

    /**
     * TracedCallback signature of a new ensemble.
     *
     * @param [in] ensemble the ensemble, still without members
     */
    typedef void (*EnsembleTracedCallback)(Ptr<TcpEnsembleControlBlock> ensemble);

  protected:
    void DoDispose() override;

  private:
    bool m_shareRtt;      //!< whether round-trip times are shared
    bool m_shareCwnd;     //!< whether congestion windows are shared
    bool m_shareSsThresh; //!< whether slow start thresholds are shared
    Time m_cacheLifetime; //!< maximum age of an entry
    double m_cacheWeight; //!< of the last connection
    std::map<TcpHostPair, Ptr<TcpEnsembleControlBlock>> m_ensembles; //!< with members
    TcpControlBlockCache m_cache;                                    //!< of closed connections
    TracedCallback<Ptr<TcpEnsembleControlBlock>> m_ensembleTrace;    //!< a new ensemble
};

} // namespace ns3

#endif /* TCP_CONTROL_BLOCK_SHARING_H */
