/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_ACTIVE_BACKUP_H
#define BOND_ACTIVE_BACKUP_H

#include "bond-mode.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * One link is active, the others wait for its failure. The first that is up takes over, and keeps
 * that role when the former comes back, unless this is the primary one.
 */
class BondActiveBackup : public BondMode
{
  public:
    /**
     * @param primary number of the link that is active whenever it is up; none if there is no such
     * link
     */
    explicit BondActiveBackup(uint32_t primary);

    void AddLink() override;
    void SetLink(uint32_t link, bool isUp) override;
    bool IsCollecting(uint32_t link) const override;
    bool IsDistributing(uint32_t link) const override;

  private:
    /// Choose the active link.
    void ChooseActive();

    /**
     * @param link number of a link
     * @return whether there is such a link, and it is up
     */
    bool IsUp(uint32_t link) const;

    uint32_t m_primary;               //!< preferred link
    std::vector<bool> m_isUp;         //!< of each link
    std::optional<uint32_t> m_active; //!< number of the active link
};

} // namespace ns3

#endif /* BOND_ACTIVE_BACKUP_H */
