/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_DD_KIND_H
#define SAN_DD_KIND_H

#include "san-program-kind.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-load-programs
 *
 * dd, which writes a file or reads one that was written before.
 */
class SanDdKind : public SanProgramKind
{
  public:
    SanDdKind();

    void AddOptions(ProgramOptions& list) override;
    void Check() const override;
    Ptr<FileProgram> MakePreparation(Ptr<FileSystem> fileSystem) const override;

  protected:
    void Configure(ObjectFactory& program) const override;

  private:
    std::string m_operation{"write"}; //!< write or read
};

} // namespace ns3

#endif /* SAN_DD_KIND_H */
