/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FILE_TRACE_KIND_H
#define SAN_FILE_TRACE_KIND_H

#include "san-program-kind.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-load-programs
 *
 * The replay of a trace of file operations.
 */
class SanFileTraceKind : public SanProgramKind
{
  public:
    SanFileTraceKind();

    void AddOptions(ProgramOptions& list) override;
    void Check() const override;
    Ptr<FileProgram> MakePreparation(Ptr<FileSystem> fileSystem) const override;

  protected:
    void Configure(ObjectFactory& program) const override;

  private:
    std::string m_trace; //!< the file
};

} // namespace ns3

#endif /* SAN_FILE_TRACE_KIND_H */
