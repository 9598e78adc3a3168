/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-controller-reader.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

using Reader = DiskSimControllerReader;

} // namespace

DiskSimControllerReader::DiskSimControllerReader(DiskParameters& parameters,
                                                 std::vector<std::string>& notes)
    : m_parameters(parameters),
      m_notes(notes)
{
}

void
DiskSimControllerReader::Read(const DiskSimBlock& block, const Path& path)
{
    GetRules().Apply(block, *this, m_notes);
    Finish(block, path);
}

Reader::Rules
DiskSimControllerReader::GetRules()
{
    Rules rules;
    rules.Add("Model", [](Reader&, const auto&, const auto&) {}, true); // has its own reader
    AddOverheads(rules);
    AddExtraDisconnection(rules);
    AddBus(rules);
    AddCache(rules);
    AddCacheCodes(rules);
    AddUnsupported(rules);
    return rules;
}

void
DiskSimControllerReader::AddOverheads(Rules& rules)
{
    rules.AddTime("Per-request overhead time", [](auto& r) -> auto& { return r.m_perRequest; });
    rules.AddNumber("Time scale for overheads", 1000, [](auto& r) -> auto& { return r.m_scale; });
    using Controller = DiskControllerParameters;
    const std::pair<const char*, DiskCommandOverhead Controller::*> overheads[]{
        {"Read hit over. after ", &Controller::readHit},
        {"Read miss over. after ", &Controller::readMiss},
        {"Write hit over. after ", &Controller::writeHit},
        {"Write miss over. after ", &Controller::writeMiss},
        {"Read disconnect after", &Controller::readDisconnection},
    };
    for (const auto& [name, member] : overheads)
    {
        rules.AddTime(name + std::string("read"), [member = member](auto& r) -> auto& {
            return (r.m_parameters.controller.*member).afterRead;
        });
        rules.AddTime(name + std::string("write"), [member = member](auto& r) -> auto& {
            return (r.m_parameters.controller.*member).afterWrite;
        });
    }
    const std::pair<const char*, Time Controller::*> times[]{
        {"Read completion overhead", &Controller::readCompletion},
        {"Write completion overhead", &Controller::writeCompletion},
        {"Data preparation overhead", &Controller::dataPreparation},
        {"First reselect overhead", &Controller::firstReselection},
        {"Write disconnect overhead", &Controller::writeDisconnection},
        {"Minimum seek delay", &Controller::minWriteSeek},
        {"Bulk sector transfer time", &Controller::blockTransfer},
    };
    for (const auto& [name, member] : times)
    {
        rules.AddTime(name, [member = member](auto& r) -> auto& {
            return r.m_parameters.controller.*member;
        });
    }
}

void
DiskSimControllerReader::AddExtraDisconnection(Rules& rules)
{
    using Extra = DiskExtraDisconnection;
    rules.AddInteger<bool>("Extra write disconnect", 1, [](auto& r) -> auto& {
        return r.m_parameters.controller.extraDisconnection.enabled;
    });
    const std::pair<const char*, Time Extra::*> times[]{
        {"Extradisc command overhead", &Extra::command},
        {"Extradisc disconnect overhead", &Extra::disconnection},
        {"Extradisc inter-disconnect delay", &Extra::pause},
        {"Extradisc 2nd disconnect overhead", &Extra::lastDisconnection},
        {"Extradisc seek delta", &Extra::seekDelay},
        {"Other reselect overhead", &Extra::lastReselection},
    };
    for (const auto& [name, member] : times)
    {
        rules.AddTime(name, [member = member](auto& r) -> auto& {
            return r.m_parameters.controller.extraDisconnection.*member;
        });
    }
}

void
DiskSimControllerReader::AddBus(Rules& rules)
{
    rules.AddInteger<uint32_t>("Max queue length", UINT32_MAX, [](auto& r) -> auto& {
        return r.m_parameters.controller.queueDepth;
    });
    rules.AddInteger<bool>("Never disconnect", 1, [](auto& r) -> auto& {
        return r.m_neverDisconnects;
    });
    rules.AddNumber("High (read) water mark", 1, [](auto& r) -> auto& {
        return r.m_parameters.controller.readHighWater;
    });
    rules.AddInteger<bool>("Set watermark by reqsize", 1, [](auto& r) -> auto& {
        return r.m_waterOfRequest;
    });
    rules.AddCode<bool>("Preseeking level",
                        {{0, false}, {1, true}, {2, true}},
                        [](auto& r) -> auto& { return r.m_preseeks; });
}

void
DiskSimControllerReader::AddCache(Rules& rules)
{
    using Cache = DiskCacheParameters;
    const std::pair<const char*, uint32_t Cache::*> numbers[]{
        {"Number of buffer segments", &Cache::segments},
        {"Maximum number of write segments", &Cache::writeSegments},
        {"Segment size (in blks)", &Cache::segmentBlocks},
        {"Minimum read-ahead (blks)", &Cache::minReadAhead},
        {"Maximum read-ahead (blks)", &Cache::maxReadAhead},
    };
    for (const auto& [name, member] : numbers)
    {
        rules.AddInteger<uint32_t>(name, UINT32_MAX, [member = member](auto& r) -> auto& {
            return r.m_parameters.cache.*member;
        });
    }
    const std::pair<const char*, bool Cache::*> flags[]{
        {"Use separate write segment", &Cache::separateWrites},
        {"Allow read hits on write data", &Cache::readHitsOnWrites},
        {"Read-ahead on idle hit", &Cache::readAheadOnHit},
        {"Read any free blocks", &Cache::freeBlocks},
        {"Combine seq writes", &Cache::combineWrites},
        {"Stop prefetch in sector", &Cache::stopInSector},
    };
    for (const auto& [name, member] : flags)
    {
        rules.AddInteger<bool>(name, 1, [member = member](auto& r) -> auto& {
            return r.m_parameters.cache.*member;
        });
    }
}

void
DiskSimControllerReader::AddCacheCodes(Rules& rules)
{
    rules.AddCode<bool>("Enable caching in buffer",
                        {{0, false}, {1, true}, {2, true}},
                        [](auto& r) -> auto& { return r.m_hasCache; });
    rules.AddCode<DiskReadAhead>("Buffer continuous read",
                                 {{0, DiskReadAhead::NONE},
                                  {1, DiskReadAhead::TRACK_END},
                                  {2, DiskReadAhead::CYLINDER_END},
                                  {3, DiskReadAhead::SEGMENT_FULL},
                                  {4, DiskReadAhead::NEXT_TRACK_END}},
                                 [](auto& r) -> auto& { return r.m_parameters.cache.readAhead; });
    rules.AddCode<DiskWriteCache>("Fast write level",
                                  {{0, DiskWriteCache::WRITE_THROUGH},
                                   {1, DiskWriteCache::APPENDS_ONLY},
                                   {2, DiskWriteCache::WRITE_BACK}},
                                  [](auto& r) -> auto& { return r.m_parameters.cache.writeCache; });
    rules.Add("Read-ahead over requested", [](Reader& r, const auto& value, const auto& name) {
        const auto code = value.GetNumber(name, -1, 1);
        r.m_parameters.cache.readAheadOverRequested = code == 1;
        r.m_parameters.cache.forgetRequested = code == -1;
    });
    const std::map<uint64_t, bool> zeroLatency{{0, false}, {1, true}, {2, true}};
    rules.AddCode<bool>("Immediate buffer read", zeroLatency, [](auto& r) -> auto& {
        return r.m_parameters.zeroLatencyRead;
    });
    rules.AddCode<bool>("Immediate buffer write", zeroLatency, [](auto& r) -> auto& {
        return r.m_parameters.zeroLatencyWrite;
    });
}

void
DiskSimControllerReader::AddUnsupported(Rules& rules)
{
    rules.Ignore("Scheduler", "the drive's attribute Scheduler sets the order of requests");
    rules.Ignore("Hold bus entire read xfer", "no other drive waits for the bus");
    rules.Ignore("Hold bus entire write xfer", "no other drive waits for the bus");
    rules.Ignore("Low (write) water mark", "a write crosses the bus in one transfer");
    rules.Ignore("Print stats", "it concerns DiskSim's output only");
    rules.Ignore("Avg sectors per cylinder", "it is for schedulers outside the drive");
    rules.Ignore("Calc sector by sector", "DiskSim 4 does not use it");
    rules.Only("Allow almost read hits", 0);
    rules.Only("Allow sneaky full read hits", 0);
    rules.Only("Allow sneaky partial read hits", 0);
    rules.Only("Allow sneaky intermediate read hits", 0);
    rules.Only("Allow write prebuffering", 0);
    rules.Only("Disconnect write if seek", 0);
    rules.Only("Write hit stop prefetch", 1);
    rules.Only("Read directly to buffer", 1);
    rules.Only("Immed transfer partial hit", 1);
}

void
DiskSimControllerReader::Finish(const DiskSimBlock& block, const Path& path)
{
    auto& controller = m_parameters.controller;
    auto& cache = m_parameters.cache;
    if (m_preseeks && controller.queueDepth != 1)
    {
        const auto& value = *block.Find("Preseeking level");
        value.place.Fail("Preseeking level = " + value.text +
                         " is supported only if Max queue length = 1");
    }
    controller.waterOfSegment = !m_waterOfRequest;
    controller.writeBlockTransfer = std::max(controller.blockTransfer, path.writeBlockTransfer);
    controller.blockTransfer = std::max(controller.blockTransfer, path.readBlockTransfer);
    ScaleOverheads(path);
    if (m_neverDisconnects)
    {
        NeverDisconnect(block);
    }
    if (cache.readAhead == DiskReadAhead::NEXT_TRACK_END)
    {
        cache.maxReadAhead = UINT32_MAX; // this scheme considers only the tracks
    }
    else if (cache.maxReadAhead == 0)
    {
        cache.maxReadAhead = cache.segmentBlocks; // DiskSim's zero is no limit but the segment
    }
    else
    {
        cache.readAheadOverRequested = true; // DiskSim's limit takes the place of the segment's
    }
    cache.writesDropSegments = true;
    if (!m_hasCache)
    {
        cache.segments = 0;
        cache.writeSegments = 0;
    }
}

void
DiskSimControllerReader::ScaleOverheads(const Path& path)
{
    auto& controller = m_parameters.controller;
    auto& extra = controller.extraDisconnection;
    const auto scale = [this](Time& time) {
        time = NanoSeconds(std::llround(time.GetNanoSeconds() * m_scale));
    };
    for (auto* time : {&controller.readCompletion,
                       &controller.writeCompletion,
                       &controller.dataPreparation,
                       &controller.firstReselection,
                       &controller.readDisconnection.afterRead,
                       &controller.readDisconnection.afterWrite,
                       &controller.writeDisconnection,
                       &extra.disconnection,
                       &extra.lastDisconnection,
                       &extra.lastReselection,
                       &extra.seekDelay})
    {
        scale(*time);
    }
    for (auto* time : {&controller.readHit.afterRead,
                       &controller.readHit.afterWrite,
                       &controller.readMiss.afterRead,
                       &controller.readMiss.afterWrite,
                       &controller.writeHit.afterRead,
                       &controller.writeHit.afterWrite,
                       &controller.writeMiss.afterRead,
                       &controller.writeMiss.afterWrite,
                       &extra.command})
    {
        *time += m_perRequest;
        scale(*time);
        *time += path.arbitration;
    }
    // DiskSim does not tell commands that continue from others. Its overhead of a read hit after a
    // read is that of one which continues, as it was measured by reading on.
    controller.readHit.continuing = controller.readHit.afterRead;
    controller.readHit.afterRead = controller.readHit.afterWrite;
    for (auto* overhead : {&controller.readMiss, &controller.readDisconnection})
    {
        overhead->continuing = overhead->afterRead;
    }
    for (auto* overhead : {&controller.writeHit, &controller.writeMiss})
    {
        overhead->continuing = overhead->afterWrite;
    }
    controller.firstReselection += path.arbitration;
    extra.lastReselection += path.arbitration;
}

void
DiskSimControllerReader::NeverDisconnect(const DiskSimBlock& block)
{
    auto& controller = m_parameters.controller;
    if (controller.dataPreparation.IsStrictlyPositive())
    {
        const auto& value = *block.Find("Data preparation overhead");
        value.place.Fail("Data preparation overhead = " + value.text +
                         " is not supported together with Never disconnect = 1");
    }
    controller.firstReselection = Time(0);
    controller.readDisconnection = {};
    controller.writeDisconnection = Time(0);
    controller.readHighWater = 0;
    controller.extraDisconnection = {};
}

} // namespace ns3
