/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_LEAF_SPINE_H
#define ETHERNET_LEAF_SPINE_H

#include "ethernet-fabric-switch.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet-fabric
 *
 * The control plane of a leaf-spine network, or folded Clos: each leaf has a link to each spine,
 * and hosts are at leaves. Two hosts of one leaf reach each other by it, others over as many paths
 * of the same cost as there are spines, which flows share (ECMP). When a link of a leaf and a spine
 * goes down or comes up, all switches know it ConvergenceTime later; until then what they send into
 * a link that is down is lost. LeafSpineHelper builds one.
 */
class EthernetLeafSpine : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    EthernetLeafSpine();
    ~EthernetLeafSpine() override;

    /**
     * Add a leaf. Leaves come before spines.
     *
     * @param leaf the switch
     */
    void AddLeaf(Ptr<EthernetFabricSwitch> leaf);

    /**
     * Add a spine.
     *
     * @param spine the switch
     * @param links its link to each leaf: the port of the leaf, then that of the spine, leaf by
     * leaf
     */
    void AddSpine(Ptr<EthernetFabricSwitch> spine,
                  const std::vector<Ptr<EthernetNetDevice>>& links);

    /**
     * Add a host, behind all leaves and spines.
     *
     * @param leaf number of its leaf, from 0 in the order of AddLeaf
     * @param port the leaf's port that it is at
     * @param address the host's own
     */
    void AddHost(uint32_t leaf, Ptr<EthernetNetDevice> port, Mac48Address address);

    /**
     * Draw the seeds of the leaves' hashes from a stream.
     *
     * @param stream the stream
     * @return number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// A leaf.
    struct Leaf
    {
        Ptr<EthernetFabricSwitch> forwarding;     //!< the switch
        std::vector<Ptr<EthernetNetDevice>> up;   //!< its ports to spines
        std::vector<Ptr<EthernetNetDevice>> down; //!< its ports to hosts
    };

    /// A spine.
    struct Spine
    {
        Ptr<EthernetFabricSwitch> forwarding;     //!< the switch
        std::vector<Ptr<EthernetNetDevice>> down; //!< its ports to leaves
    };

    /// Draw a seed for a leaf's hash.
    void DrawSeed(const Leaf& leaf);

    /// A link went down or came up: tell all switches after the time that it takes.
    void LinkChanged();

    /// Tell all switches which ports lead where.
    void Converge();

    /**
     * Tell a leaf which ports frames for everybody take: those of its hosts, and that to a spine.
     *
     * @param leaf the leaf
     * @param root number of the spine
     */
    static void SetTree(const Leaf& leaf, std::size_t root);

    /**
     * @param leaf number of a leaf
     * @param spine number of a spine
     * @return whether they have a link that is up
     */
    bool IsUp(std::size_t leaf, std::size_t spine) const;

    /**
     * @param from number of a leaf
     * @param to number of another one
     * @return the ports of the first that lead to the second
     */
    std::vector<Ptr<EthernetNetDevice>> GetPaths(std::size_t from, std::size_t to) const;

    /**
     * @return number of the spine that frames for everybody take: the first that has a link to each
     * leaf, or else 0
     */
    std::size_t GetRoot() const;

    Time m_convergence;                       //!< until all switches know of a change
    std::vector<Leaf> m_leaves;               //!< the leaves
    std::vector<Spine> m_spines;              //!< the spines
    Ptr<UniformRandomVariable> m_randomSeeds; //!< seeds of hashes
    EventId m_change;                         //!< when all switches know of it
};

} // namespace ns3

#endif /* ETHERNET_LEAF_SPINE_H */
