/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_BALANCE_XOR_H
#define BOND_BALANCE_XOR_H

#include "bond-mode.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * All links that are up share the frames, without any protocol: what is at their other ends must be
 * one bond too.
 */
class BondBalanceXor : public BondMode
{
  public:
    void AddLink() override;
    void SetLink(uint32_t link, bool isUp) override;
    bool IsCollecting(uint32_t link) const override;
    bool IsDistributing(uint32_t link) const override;

  private:
    std::vector<bool> m_isUp; //!< of each link
};

} // namespace ns3

#endif /* BOND_BALANCE_XOR_H */
