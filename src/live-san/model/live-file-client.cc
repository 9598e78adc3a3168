/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-file-client.h"

#include "live-options.h"

#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-text.h"
#include "ns3/log.h"
#include "ns3/san-call-figures.h"
#include "ns3/san-file-servers.h"
#include "ns3/san-host-tcp.h"
#include "ns3/san-load.h"
#include "ns3/san-network.h"
#include "ns3/san-program-figures.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/simulator.h"
#include "ns3/smb-client.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveFileClient");

namespace
{

/// Time at the end in which the connection is closed.
const Time UNMOUNTING_TIME = MilliSeconds(200);

/// Number of the random stream of logins, behind those of the program.
constexpr int64_t CHALLENGE_STREAM = 1000;

/**
 * @param o the options, with a file service
 * @return what is behind an address without a port
 */
std::string
GetPort(const LiveOptions& o)
{
    return o.HasSmb() ? ":445" : ":2049";
}

/**
 * @param network the simulated network
 * @param o the options
 * @return address and port of the real server
 * @throw UserError if the user's is none
 */
Address
GetServerAddress(const SanNetwork& network, const LiveOptions& o)
{
    const auto port = GetPort(o);
    if (o.portal.empty())
    {
        std::ostringstream text;
        text << network.targetAddresses[0].front() << port;
        return *ParseIscsiAddress(text.str());
    }
    const auto isNumbered = o.portal.find(':') != std::string::npos;
    const auto portal = ParseIscsiAddress(isNumbered ? o.portal : o.portal + port);
    const auto fault = portal ? GetIscsiAddressFault(network.initiators.Get(0), *portal)
                              : "no address such as 192.0.2.10 or 192.0.2.10" + port;
    if (!fault.empty())
    {
        throw UserError("portal: \"" + MakeIscsiLine(o.portal) + "\" is " + fault);
    }
    return *portal;
}

} // namespace

LiveFileClient::LiveFileClient(const SanNetwork& network, const LiveOptions& o)
    : m_results(o.output),
      m_mayFail(o.session.mayFail),
      m_node(network.initiators.Get(0))
{
    SanLoad::AddReports(m_results, o.output);
    m_results.Add<SanCallFigures>(o.output.folder);
    m_results.Add<SanTcpConnections>(o.output, o.path);
    MakeClient(network, o);
    MakeProgram(o);
}

void
LiveFileClient::MakeClient(const SanNetwork& network, const LiveOptions& o)
{
    SetSanTcpOptions(m_node, o.tcp, false);
    const auto address = GetServerAddress(network, o);
    m_server = o.service.fileService + "://" + FormatIscsiAddress(address) +
               (o.HasSmb() ? "/" : "") + o.share;
    m_client = MakeSanFileServiceHelper(o).CreateClient(m_node, address);
    NameShare(o);
    m_client->TraceConnectWithoutContext("GivenUp", MakeCallback(&LiveFileClient::GivenUp, this));
    m_client->TraceConnectWithoutContext("Complete",
                                         MakeCallback(&LiveFileClient::RequestCompleted, this));
    m_client->CallWhenReady(MakeCallback(&LiveFileClient::Mounted, this));
    m_results.Find<SanCallFigures>()->Attach(m_client, 0, 0);
    m_results.Find<SanTcpConnections>()->Attach(m_client, SanTcpConnections::Sender::INITIATOR);
    Simulator::ScheduleWithContext(m_node->GetId(),
                                   NanoSeconds(1),
                                   &FileServiceClient::Mount,
                                   m_client);
}

void
LiveFileClient::NameShare(const LiveOptions& o)
{
    if (!o.HasSmb())
    {
        m_client->SetAttribute("Export", StringValue(o.share));
        return;
    }
    m_client->SetAttribute("Share", StringValue(o.share));
    m_client->SetAttribute("User", StringValue(o.user));
    m_client->SetAttribute("Password", StringValue(o.password));
    DynamicCast<SmbClient>(m_client)->AssignStreams(CHALLENGE_STREAM);
}

void
LiveFileClient::MakeProgram(const LiveOptions& o)
{
    const auto& kind = *o.load.GetProgramKind();
    m_preparation = o.prepared ? nullptr : kind.MakePreparation(m_client);
    m_program = kind.MakeProgram(m_client, o.output.storeData);
    m_program->AssignStreams(0);
    if (o.load.stop.IsStrictlyPositive())
    {
        m_program->SetStopTime(o.load.stop);
    }
    m_results.Find<SanProgramFigures>()->Attach([this] { return m_program->GetResults(); }, 0, 0);
}

void
LiveFileClient::Mounted()
{
    NS_LOG_INFO("mounted " << m_server);
    if (m_preparation)
    {
        Run(m_preparation, MakeCallback(&LiveFileClient::Prepared, this));
    }
    else
    {
        Prepared();
    }
}

void
LiveFileClient::Run(Ptr<FileProgram> program, Callback<void> ended)
{
    program->TraceConnectWithoutContext("Finished", ended);
    m_node->AddApplication(program);
}

void
LiveFileClient::Prepared()
{
    Run(m_program, MakeCallback(&LiveFileClient::ProgramEnded, this));
}

void
LiveFileClient::ProgramEnded()
{
    const auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
    request->completion = MakeCallback(&LiveFileClient::WrittenBack, this);
    m_client->Submit(request);
}

void
LiveFileClient::WrittenBack(Ptr<FileRequest> request)
{
    m_isDone = request->status == FileStatus::OK;
    End();
}

void
LiveFileClient::GivenUp(const std::string& reason)
{
    NS_LOG_WARN(m_server << " cannot be used: " << reason);
    End();
}

uint32_t
LiveFileClient::GetSessionCount() const
{
    return m_client->IsReady() && !m_isEnding ? 1 : 0;
}

ApplicationContainer
LiveFileClient::GetApplications() const
{
    return {};
}

std::map<std::string, uint64_t>
LiveFileClient::GetCalls() const
{
    std::map<std::string, uint64_t> calls;
    for (const auto& [procedure, entry] : m_client->GetCounters().GetProcedures())
    {
        calls[procedure] = entry.calls;
    }
    return calls;
}

std::vector<std::string>
LiveFileClient::Describe() const
{
    return {m_server};
}

LiveFigures&
LiveFileClient::GetFigures()
{
    return m_figures;
}

void
LiveFileClient::End()
{
    if (!m_isEnding)
    {
        m_isEnding = true;
        Simulator::ScheduleNow(&FileServiceClient::Unmount, m_client);
        Simulator::Stop(UNMOUNTING_TIME);
    }
}

bool
LiveFileClient::Finish()
{
    m_results.Write(GetFailures());
    return m_isDone;
}

std::vector<std::string>
LiveFileClient::GetFailures() const
{
    std::ostringstream text;
    auto separator = ": ";
    const auto add = [&text, &separator](const auto&... words) {
        text << separator;
        (text << ... << words);
        separator = "; ";
    };
    if (!m_client->GetFault().empty())
    {
        add(m_client->GetFault());
    }
    for (const auto& program : {m_preparation, m_program})
    {
        for (const auto& [status, count] :
             program ? program->GetErrors() : std::map<FileStatus, uint64_t>())
        {
            add("operations that failed: ", count, " (", status, ")");
        }
    }
    if (m_program->GetContentErrors() > 0)
    {
        add("reads that brought something else than what was written: ",
            m_program->GetContentErrors());
    }
    return text.str().empty() ? std::vector<std::string>()
                              : std::vector<std::string>{m_server + text.str()};
}

std::string
LiveFileClient::GetError() const
{
    const auto failures = GetFailures();
    return failures.empty() || m_mayFail ? "" : failures.front();
}

void
LiveFileClient::RequestCompleted(Ptr<const FileRequest> request)
{
    m_figures.Add(*request);
}

} // namespace ns3
