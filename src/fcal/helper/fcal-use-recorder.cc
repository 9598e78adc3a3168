/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-use-recorder.h"

#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcalUseRecorder);

TypeId
FcalUseRecorder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcalUseRecorder")
                            .SetParent<Object>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcalUseRecorder>()
                            .AddAttribute("FileName",
                                          "The CSV file to write; empty for none",
                                          StringValue("loop-use.csv"),
                                          MakeStringAccessor(&FcalUseRecorder::m_fileName),
                                          MakeStringChecker())
                            .AddAttribute("Interval",
                                          "Length of an interval, above 0",
                                          TimeValue(MilliSeconds(10)),
                                          MakeTimeAccessor(&FcalUseRecorder::m_interval),
                                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

FcalUseRecorder::FcalUseRecorder() = default;

FcalUseRecorder::~FcalUseRecorder() = default;

void
FcalUseRecorder::DoDispose()
{
    m_loop = nullptr;
    m_file.reset();
    Object::DoDispose();
}

void
FcalUseRecorder::Attach(Ptr<FcalLoop> loop)
{
    if (m_fileName.empty())
    {
        return;
    }
    m_file = std::make_unique<ResultFile>(m_fileName);
    m_file->Write("time_s,interval_s,alpa,share\n");
    m_start = Simulator::Now();
    m_loop = loop;
    loop->TraceConnectWithoutContext("Tenancy", MakeCallback(&FcalUseRecorder::Count, this));
}

void
FcalUseRecorder::Close()
{
    if (!m_file)
    {
        return;
    }
    m_loop->TraceDisconnectWithoutContext("Tenancy", MakeCallback(&FcalUseRecorder::Count, this));
    const Time end = Simulator::Now();
    WriteUntil(end);
    if (end > m_start)
    {
        WriteInterval(end);
    }
    m_file->Commit();
    m_file.reset();
}

void
FcalUseRecorder::Count(const FcalTenancy& tenancy)
{
    const Time end = tenancy.start + tenancy.duration;
    Time from = std::max(tenancy.start, m_start);
    WriteUntil(from);
    while (from < end)
    {
        const Time until = std::min(end, m_start + m_interval);
        m_use[tenancy.owner] += until - from;
        WriteUntil(until);
        from = until;
    }
}

void
FcalUseRecorder::WriteUntil(Time time)
{
    while (m_start + m_interval <= time)
    {
        WriteInterval(m_start + m_interval);
    }
}

void
FcalUseRecorder::WriteInterval(Time end)
{
    const double length = (end - m_start).GetSeconds();
    char row[80];
    if (m_use.empty())
    {
        std::snprintf(row, sizeof(row), "%.9f,%.9f,,0\n", m_start.GetSeconds(), length);
        m_file->Write(row);
    }
    for (const auto& [alpa, use] : m_use)
    {
        std::snprintf(row,
                      sizeof(row),
                      "%.9f,%.9f,%02x,%.6f\n",
                      m_start.GetSeconds(),
                      length,
                      alpa,
                      use.GetSeconds() / length);
        m_file->Write(row);
    }
    m_use.clear();
    m_start = end;
}

} // namespace ns3
