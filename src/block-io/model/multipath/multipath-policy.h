/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MULTIPATH_POLICY_H
#define MULTIPATH_POLICY_H

#include "ns3/block-device.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-multipath
 *
 * A path of a MultipathDevice.
 */
struct MultipathPath
{
    Ptr<BlockDevice> device; //!< the logical unit by way of this path
    bool isUp{false};        //!< whether requests may take it
    uint64_t blocks{0};      //!< how many its outstanding reads and writes transfer
};

/**
 * @ingroup block-io-multipath
 *
 * Chooses the path of each request of a MultipathDevice.
 */
class MultipathPolicy : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Choose a path for a request that is about to be sent.
     *
     * @param paths all paths in their order, of which at least one is up
     * @return number of one that is up
     */
    virtual uint32_t Choose(const std::vector<MultipathPath>& paths) = 0;

  protected:
    /**
     * @param paths all paths, of which at least one is up
     * @param begin number of a path, or the number of paths
     * @return the first that is up from there on, in turn
     */
    static uint32_t FindUp(const std::vector<MultipathPath>& paths, uint32_t begin);
};

/**
 * @ingroup block-io-multipath
 *
 * Uses the paths in turn, for a number of requests each.
 */
class MultipathRoundRobinPolicy : public MultipathPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t Choose(const std::vector<MultipathPath>& paths) override;

  private:
    uint32_t m_requestsPerPath; //!< requests before the next path has its turn
    uint32_t m_path{0};         //!< the path that has its turn
    uint32_t m_sent{0};         //!< requests that it had in this turn
};

/**
 * @ingroup block-io-multipath
 *
 * Uses the path with the least outstanding work, in turn among equals.
 */
class MultipathLeastLoadPolicy : public MultipathPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t Choose(const std::vector<MultipathPath>& paths) override;

  private:
    /**
     * @param path a path that is up
     * @return its outstanding work, to compare paths with each other
     */
    virtual uint64_t GetLoad(const MultipathPath& path) const = 0;

    uint32_t m_next{0}; //!< the path that comes first among equals
};

/**
 * @ingroup block-io-multipath
 *
 * Uses the path with the fewest outstanding requests, in turn among equals.
 */
class MultipathLeastQueueDepthPolicy : public MultipathLeastLoadPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    uint64_t GetLoad(const MultipathPath& path) const override;
};

/**
 * @ingroup block-io-multipath
 *
 * Uses the path whose outstanding reads and writes transfer the fewest bytes, in turn among equals:
 * the selector service-time of dm-multipath for paths of the same relative throughput.
 */
class MultipathServiceTimePolicy : public MultipathLeastLoadPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    uint64_t GetLoad(const MultipathPath& path) const override;
};

/**
 * @ingroup block-io-multipath
 *
 * Uses the first path that is up, and returns to an earlier one as soon as that is up again: one
 * path is active, the others are passive.
 */
class MultipathFailoverPolicy : public MultipathPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t Choose(const std::vector<MultipathPath>& paths) override;
};

} // namespace ns3

#endif /* MULTIPATH_POLICY_H */
