/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MULTIPATH_ACCESS_H
#define MULTIPATH_ACCESS_H

#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup block-io-multipath
 *
 * How well a device reaches its logical unit, aggregated to a device that is a path of a
 * MultipathDevice: with asymmetric access some paths are there, but not as good as others.
 */
class MultipathAccess : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param isOptimized whether the path is as good as any
     */
    void SetOptimized(bool isOptimized);

    /**
     * @return whether the path is as good as any
     */
    bool IsOptimized() const;

  private:
    bool m_isOptimized{true}; //!< whether the path is as good as any
};

} // namespace ns3

#endif /* MULTIPATH_ACCESS_H */
