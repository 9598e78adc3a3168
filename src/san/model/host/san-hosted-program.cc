/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-hosted-program.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/log.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanHostedProgram");

SanHostedProgram::SanHostedProgram(Ptr<Node> node,
                                   Ptr<SanFileSystem> files,
                                   Ptr<FileServiceClient> client,
                                   Ptr<FileProgram> program)
    : m_node(node),
      m_files(files),
      m_client(client),
      m_program(program)
{
}

void
SanHostedProgram::Start(Listener begun, Listener ended)
{
    m_begun = begun;
    m_ended = ended;
    m_files->Make(MakeCallback(&SanHostedProgram::FilesMade, this));
    if (const auto failure = GetDrive()->GetObject<BlockIoPermanentFailure>())
    {
        failure->TraceConnectWithoutContext("Failed",
                                            MakeCallback(&SanHostedProgram::CannotBegin, this));
    }
    if (m_client)
    {
        m_client->TraceConnectWithoutContext("GivenUp",
                                             MakeCallback(&SanHostedProgram::CannotBegin, this));
    }
}

void
SanHostedProgram::Stop(Time time)
{
    m_program->SetStopTime(time);
}

Ptr<BlockDevice>
SanHostedProgram::GetDrive() const
{
    return m_files->GetDrive();
}

Ptr<PageCache>
SanHostedProgram::GetCache() const
{
    return m_files->GetCache();
}

Ptr<SanFileSystem>
SanHostedProgram::GetFiles() const
{
    return m_files;
}

Ptr<FileServiceClient>
SanHostedProgram::GetClient() const
{
    return m_client;
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
SanHostedProgram::CannotBegin(const std::string& reason)
{
    // A program that runs is told by its calls.
    if (!m_hasBegun && !m_hasEnded)
    {
        NS_LOG_INFO("program does not begin: " << reason);
        End("");
    }
}

void
SanHostedProgram::FilesMade(const std::string& failure)
{
    if (m_hasEnded)
    {
        return;
    }
    if (!failure.empty())
    {
        End(failure);
        return;
    }
    if (!m_client)
    {
        Run();
        return;
    }
    m_client->Mount();
    m_client->CallWhenReady(MakeCallback(&SanHostedProgram::Run, this));
}

void
SanHostedProgram::Run()
{
    NS_LOG_INFO("program begins");
    m_hasBegun = true;
    m_begun(this);
    m_program->TraceConnectWithoutContext("Finished",
                                          MakeCallback(&SanHostedProgram::ProgramEnded, this));
    m_node->AddApplication(m_program);
}

void
SanHostedProgram::ProgramEnded()
{
    NS_LOG_INFO("program ends");
    if (!m_client)
    {
        m_files->WriteBack(MakeCallback(&SanHostedProgram::End, this));
        return;
    }
    const auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
    request->completion = MakeCallback(&SanHostedProgram::ClientWrittenBack, this);
    m_client->Submit(request);
}

void
SanHostedProgram::ClientWrittenBack(Ptr<FileRequest> request)
{
    m_client->Unmount();
    if (request->status != FileStatus::OK)
    {
        std::ostringstream text;
        text << "the client of the file service could not write back: " << request->status;
        End(text.str());
        return;
    }
    m_files->WriteBack(MakeCallback(&SanHostedProgram::End, this));
}

void
SanHostedProgram::End(const std::string& failure)
{
    m_failure = failure;
    m_hasEnded = true;
    if (!failure.empty())
    {
        NS_LOG_WARN(failure);
    }
    m_ended(this);
}

} // namespace ns3
