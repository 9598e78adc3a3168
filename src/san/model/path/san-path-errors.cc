/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-path-errors.h"

#include "san-path-options.h"

#include "ns3/json-writer.h"

namespace ns3
{

SanPathErrors::SanPathErrors(const SanPathOptions& o)
    : m_toTargets{{.loss = o.lossToTargets,
                   .burst = o.lossBurst,
                   .bitErrors = o.bitErrorsToTargets,
                   .reorder = o.reorderToTargets,
                   .delay = o.reorderDelay},
                  {}},
      m_toInitiators{{.loss = o.lossToInitiators,
                      .burst = o.lossBurst,
                      .bitErrors = o.bitErrorsToInitiators,
                      .reorder = o.reorderToInitiators,
                      .delay = o.reorderDelay},
                     {}}
{
}

void
SanPathErrors::Attach(Ptr<NetDevice> near, Ptr<NetDevice> far)
{
    m_toTargets.Attach(far);
    m_toInitiators.Attach(near);
}

int64_t
SanPathErrors::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    for (const auto* direction : {&m_toTargets, &m_toInitiators})
    {
        for (const auto& model : direction->models)
        {
            stream += model->AssignStreams(stream);
        }
    }
    return stream - begin;
}

bool
SanPathErrors::IsAny() const
{
    return m_toTargets.settings.IsAny() || m_toInitiators.settings.IsAny();
}

void
SanPathErrors::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (IsAny())
    {
        WriteTo(json.BeginLine().Key("path"));
    }
}

void
SanPathErrors::WriteTo(JsonWriter& json) const
{
    json.BeginObject();
    m_toTargets.WriteTo(json.Key("to_targets"));
    m_toInitiators.WriteTo(json.Key("to_initiators"));
    json.EndObject();
}

void
SanPathErrors::Direction::Attach(Ptr<NetDevice> device)
{
    if (settings.IsAny())
    {
        models.push_back(CreateObject<SanPathErrorModel>(settings));
        models.back()->Attach(device);
    }
}

void
SanPathErrors::Direction::WriteTo(JsonWriter& json) const
{
    SanPathErrorModel::Counts sum;
    for (const auto& model : models)
    {
        const auto& counts = model->GetCounts();
        sum.packets += counts.packets;
        sum.lost += counts.lost;
        sum.damaged += counts.damaged;
        sum.late += counts.late;
    }
    json.BeginObject();
    json.Key("packets").Integer(sum.packets);
    json.Key("lost").Integer(sum.lost);
    json.Key("damaged").Integer(sum.damaged);
    json.Key("late").Integer(sum.late);
    json.EndObject();
}

} // namespace ns3
