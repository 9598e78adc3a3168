/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-trace-kind.h"

#include "ns3/boolean.h"
#include "ns3/file-trace-program.h"
#include "ns3/string.h"

namespace ns3
{

SanFileTraceKind::SanFileTraceKind()
    : SanProgramKind("files",
                     "the operations of a recorded trace of files",
                     FileTraceProgram::GetTypeId(),
                     {{"TimeScale", {}}})
{
}

void
SanFileTraceKind::AddOptions(ProgramOptions& list)
{
    SanProgramKind::AddOptions(list);
    list.Add("fileTrace",
             "The trace of file operations, plain or compressed by gzip or zstd",
             m_trace,
             TextRule("build.files.gz"),
             GetNeed());
}

void
SanFileTraceKind::Check() const
{
    CheckFile("fileTrace", m_trace);
}

void
SanFileTraceKind::Configure(ObjectFactory& program) const
{
    program.Set("FileName", StringValue(m_trace));
    program.Set("Prepare", BooleanValue(false));
}

Ptr<FileProgram>
SanFileTraceKind::MakePreparation(Ptr<FileSystem> fileSystem) const
{
    ObjectFactory program(m_typeId.GetName());
    program.Set("FileName", StringValue(m_trace));
    program.Set("Replay", BooleanValue(false));
    return Create(program, fileSystem);
}

} // namespace ns3
