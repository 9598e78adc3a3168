/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-hosted-program.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanHostedProgram");

SanHostedProgram::SanHostedProgram(Ptr<Node> node,
                                   Ptr<BlockDevice> drive,
                                   Ptr<ExtentFileSystem> fileSystem,
                                   Ptr<FileProgram> preparation,
                                   Ptr<FileProgram> program)
    : m_node(node),
      m_drive(drive),
      m_fileSystem(fileSystem),
      m_preparation(preparation),
      m_program(program)
{
}

void
SanHostedProgram::Start(Listener begun, Listener ended)
{
    m_begun = begun;
    m_ended = ended;
    m_drive->CallWhenReady(MakeCallback(&SanHostedProgram::Format, this));
}

void
SanHostedProgram::Stop(Time time)
{
    m_program->SetStopTime(time);
}

Ptr<BlockDevice>
SanHostedProgram::GetDrive() const
{
    return m_drive;
}

Ptr<FileProgram>
SanHostedProgram::GetProgram() const
{
    return m_program;
}

bool
SanHostedProgram::HasBegun() const
{
    return m_hasBegun;
}

const std::string&
SanHostedProgram::GetFailure() const
{
    return m_failure;
}

void
SanHostedProgram::Format()
{
    NS_LOG_INFO("drive ready: the file system is made");
    m_fileSystem->Format(MakeCallback(&SanHostedProgram::Mount, this));
}

void
SanHostedProgram::Mount(FileStatus status)
{
    if (Check(status, m_preparation ? "could not be made" : "could not be unmounted"))
    {
        m_fileSystem->Mount(MakeCallback(&SanHostedProgram::Run, this));
    }
}

void
SanHostedProgram::Run(FileStatus status)
{
    if (!Check(status, "could not be mounted"))
    {
        return;
    }
    if (m_preparation)
    {
        Launch(m_preparation, MakeCallback(&SanHostedProgram::Prepared, this));
        return;
    }
    NS_LOG_INFO("program begins");
    m_hasBegun = true;
    m_begun(this);
    Launch(m_program, MakeCallback(&SanHostedProgram::WriteBack, this));
}

void
SanHostedProgram::Launch(Ptr<FileProgram> program, Callback<void> ended)
{
    program->TraceConnectWithoutContext("Finished", ended);
    m_node->AddApplication(program);
}

void
SanHostedProgram::Prepared()
{
    NS_LOG_INFO("files prepared: the file system is mounted anew");
    m_preparation = nullptr;
    m_fileSystem->Unmount(MakeCallback(&SanHostedProgram::Mount, this));
}

void
SanHostedProgram::WriteBack()
{
    NS_LOG_INFO("program ends: everything is written back");
    const auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
    request->completion = MakeCallback(&SanHostedProgram::WrittenBack, this);
    m_fileSystem->Submit(request);
}

void
SanHostedProgram::WrittenBack(Ptr<FileRequest> request)
{
    if (Check(request->status, "could not be written back"))
    {
        m_ended(this);
    }
}

bool
SanHostedProgram::Check(FileStatus status, const std::string& step)
{
    if (status == FileStatus::OK)
    {
        return true;
    }
    std::ostringstream text;
    text << "the file system " << step << ": " << status;
    m_failure = text.str();
    NS_LOG_WARN(m_failure);
    m_ended(this);
    return false;
}

} // namespace ns3
