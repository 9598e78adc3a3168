/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_IOMETER_KIND_H
#define SAN_IOMETER_KIND_H

#include "ns3/san-block-kind.h"

#include <string>

namespace ns3
{

class SanLoadOptions;

/**
 * @ingroup san-load-block
 *
 * What a configuration file of IOMeter says: each initiator is one of its workers.
 */
class SanIometerKind : public SanBlockKind
{
  public:
    /**
     * @param options the options of several kinds; they outlive this object
     */
    explicit SanIometerKind(const SanLoadOptions& options);

    SharedOptions GetSharedOptions() const override;
    void AddOptions(ProgramOptions& list) override;
    void Check() const override;
    ApplicationContainer Install(const Place& place) const override;

  private:
    const SanLoadOptions& m_options; //!< the options of several kinds
    std::string m_file;              //!< the file or its text
    std::string m_specification;     //!< name of the access specification
};

} // namespace ns3

#endif /* SAN_IOMETER_KIND_H */
