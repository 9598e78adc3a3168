/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_DRAWN_KIND_H
#define SAN_DRAWN_KIND_H

#include "ns3/block-workload-helper.h"
#include "ns3/san-block-kind.h"

#include <string>

namespace ns3
{

class SanLoadOptions;

/**
 * @ingroup san-load-block
 *
 * Requests whose addresses, sizes and operations are drawn at random.
 */
class SanDrawnKind : public SanBlockKind
{
  public:
    /**
     * @param word the word of the option workload
     * @param help what it does
     * @param arrivals value of the attribute Arrivals: Poisson, Fixed or Closed
     * @param options the options of several kinds; they outlive this object
     */
    SanDrawnKind(const std::string& word,
                 const std::string& help,
                 const std::string& arrivals,
                 const SanLoadOptions& options);

    SharedOptions GetSharedOptions() const override;
    ApplicationContainer Install(const Place& place) const override;

  protected:
    /**
     * @param typeId name of the workload's class
     * @return a helper with what is drawn
     */
    BlockWorkloadHelper MakeHelper(const std::string& typeId) const;

    const SanLoadOptions& m_options; //!< the options of several kinds

  private:
    std::string m_arrivals; //!< when requests are issued
};

} // namespace ns3

#endif /* SAN_DRAWN_KIND_H */
