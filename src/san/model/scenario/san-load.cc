/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-load.h"

#include "ns3/log.h"
#include "ns3/san-job-figures.h"
#include "ns3/san-output-options.h"
#include "ns3/san-program-figures.h"
#include "ns3/san-results.h"
#include "ns3/san-stage-figures.h"
#include "ns3/san-steady-rate.h"
#include "ns3/san-verification.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanLoad");

SanLoad::SanLoad(const SanSite& site, Callback<void> ended)
    : m_site(site),
      m_ended(ended)
{
}

SanLoad::~SanLoad() = default;

void
SanLoad::AddReports(SanResults& results, const SanOutputOptions& o)
{
    results.Add<SanStageFigures>();
    results.Add<SanJobFigures>();
    results.Add<SanProgramFigures>(o.folder);
    results.Add<SanVerification>(o.folder);
    results.Add<SanSteadyRate>(o.warmUp);
}

bool
SanLoad::HasEnded() const
{
    return m_running == 0;
}

std::optional<double>
SanLoad::GetShareDone() const
{
    return std::nullopt;
}

std::vector<std::string>
SanLoad::GetNotes() const
{
    return {};
}

void
SanLoad::Expect(uint32_t parts)
{
    m_running = parts;
}

void
SanLoad::PartEnded()
{
    NS_LOG_INFO("workload ends: " << m_running - 1 << " go on");
    if (--m_running == 0)
    {
        WriteBack();
    }
}

void
SanLoad::WriteBack()
{
    m_ended();
}

} // namespace ns3
