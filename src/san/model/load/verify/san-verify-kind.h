/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_VERIFY_KIND_H
#define SAN_VERIFY_KIND_H

#include "ns3/san-drawn-kind.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-load-verify
 *
 * Requests at random in a closed loop that check what they read.
 */
class SanVerifyKind : public SanDrawnKind
{
  public:
    /**
     * @param options the options of several kinds; they outlive this object
     */
    explicit SanVerifyKind(const SanLoadOptions& options);

    void AddOptions(ProgramOptions& list) override;
    ApplicationContainer Install(const Place& place) const override;
    bool ChecksContents() const override;
    bool StopsItself() const override;

  private:
    uint64_t m_blocks{32768}; //!< blocks of each drive that are used
};

} // namespace ns3

#endif /* SAN_VERIFY_KIND_H */
