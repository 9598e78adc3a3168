/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-drive.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/ssd-catalogue.h"
#include "ns3/ssd-greedy-policy.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SsdDrive");

NS_OBJECT_ENSURE_REGISTERED(SsdDrive);

TypeId
SsdDrive::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SsdDrive")
            .SetParent<PoweredDevice>()
            .SetGroupName("SsdModel")
            .AddConstructor<SsdDrive>()
            .AddAttribute("Model",
                          "Drive model: a name from the catalogue, or the path of a drive file, "
                          "which must contain a slash",
                          StringValue("850EVO"),
                          MakeStringAccessor(&SsdDrive::SetModel, &SsdDrive::GetModel),
                          MakeStringChecker())
            .AddAttribute("Policy",
                          "How garbage collection chooses blocks; greedy if there is none",
                          PointerValue(),
                          MakePointerAccessor(&SsdDrive::m_policy),
                          MakePointerChecker<SsdVictimPolicy>())
            .AddAttribute("Aged",
                          "Begin full, in the steady state of uniform random writes, and not empty",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SsdDrive::m_isAged),
                          MakeBooleanChecker())
            .AddAttribute(
                "WriteCache",
                "Complete writes in the write buffer; always so with power-loss protection",
                BooleanValue(true),
                MakeBooleanAccessor(&SsdDrive::m_writeCache),
                MakeBooleanChecker())
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SsdDrive::m_storeData),
                          MakeBooleanChecker());
    return tid;
}

SsdDrive::SsdDrive()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

SsdDrive::~SsdDrive() = default;

void
SsdDrive::SetModel(std::string model)
{
    SetParameters(SsdCatalogue::Get(model));
}

std::string
SsdDrive::GetModel() const
{
    return m_parameters.name;
}

void
SsdDrive::SetParameters(const SsdParameters& parameters)
{
    if (GetOutstanding() > 0)
    {
        throw UserError("a drive with requests under way cannot become another one");
    }
    parameters.Check();
    m_parameters = parameters;
    m_flash.reset();
    m_contents.reset();
}

const SsdParameters&
SsdDrive::GetParameters() const
{
    return m_parameters;
}

const SsdTranslationLayer&
SsdDrive::GetTranslation()
{
    Build();
    return m_flash->GetTranslation();
}

SsdFlashUse
SsdDrive::GetFlashUse() const
{
    SsdFlashUse use;
    use.blocks = m_parameters.GetLayout().GetNBlocks();
    if (!m_flash)
    {
        return use;
    }
    const auto& translation = m_flash->GetTranslation();
    use.hostUnits = translation.GetHostWrites() - m_mappingUnits;
    use.mappingUnits = m_mappingUnits;
    use.movedUnits = translation.GetMoves();
    use.levelledUnits = translation.GetLevellingMoves();
    use.foldedUnits = translation.GetFolds();
    use.emptyUnits = translation.GetEmptySlots();
    use.slcErases = translation.GetSlcErases();
    use.leastErases = translation.GetErases(0);
    for (uint32_t block = 0; block < use.blocks; ++block)
    {
        const auto erases = translation.GetErases(block);
        use.erases += erases;
        use.leastErases = std::min(use.leastErases, erases);
        use.mostErases = std::max(use.mostErases, erases);
    }
    return use;
}

const SsdMappingCache*
SsdDrive::GetMappingCache()
{
    Build();
    return m_mapping ? &*m_mapping : nullptr;
}

std::vector<SsdPowerStates::Use>
SsdDrive::GetPowerStates()
{
    Build();
    return m_powerStates ? m_powerStates->GetUses(GetIdleSince(), Simulator::Now())
                         : std::vector<SsdPowerStates::Use>{};
}

double
SsdDrive::GetEnergy()
{
    const auto uses = GetPowerStates();
    return uses.empty() ? 0 : m_powerStates->GetEnergy(uses);
}

Time
SsdDrive::GetIdleSince() const
{
    return m_served.empty() ? std::max(m_idleSince, m_flash->GetWorkEnd()) : Simulator::Now();
}

void
SsdDrive::Build()
{
    if (m_flash)
    {
        return;
    }
    if (!m_policy)
    {
        m_policy = CreateObject<SsdGreedyPolicy>();
    }
    m_flash = std::make_unique<SsdFlash>(m_parameters, m_policy, [this](const SsdStripe& stripe) {
        Programmed(stripe);
    });
    if (m_flashStream >= 0)
    {
        m_flash->AssignStreams(m_flashStream);
    }
    if (m_isAged)
    {
        m_flash->GetTranslation().Age(m_random);
    }
    m_link.emplace(m_parameters.linkRate);
    m_buffer.emplace(m_parameters.bufferUnits);
    m_mapping.reset();
    m_mappingUnits = 0;
    if (m_parameters.mappingCachePages > 0)
    {
        m_mapping.emplace(m_parameters.mappingCachePages);
    }
    m_powerStates.reset();
    if (!m_parameters.power.lower.empty())
    {
        m_powerStates.emplace(m_parameters.power, m_idleSince);
    }
    if (m_storeData)
    {
        m_contents.emplace(m_parameters.blockSize);
    }
}

void
SsdDrive::PowerOff()
{
    NS_LOG_INFO("power off: " << m_served.size() << " requests in service, " << m_waiting.size()
                              << " wait");
    m_hasPower = false;
    ++m_epoch;
    if (m_flash)
    {
        if (m_powerStates)
        {
            m_powerStates->PowerOff(GetIdleSince(), Simulator::Now());
        }
        m_flash->Stop();
        if (m_contents)
        {
            m_contents->EndBuffer(m_parameters.hasPowerProtection);
        }
        m_buffer->Clear();
        if (m_mapping)
        {
            // With power the table is rebuilt from what is beside the data on the flash.
            m_mapping->Clear();
        }
    }
    m_mappingWrites.clear();
    m_writes.clear();
    m_flushes.clear();
    NotePower(false);
    m_isServedAlone = false;
    m_places.clear();
    for (auto& request : std::exchange(m_served, {}))
    {
        Refuse(request);
    }
    for (auto& request : std::exchange(m_waiting, {}))
    {
        Refuse(request);
    }
}

Ptr<Packet>
SsdDrive::ReadDurable(uint64_t lba, uint32_t blocks) const
{
    if (!m_storeData)
    {
        return nullptr;
    }
    // Before the first request there are no contents.
    return m_contents ? m_contents->ReadFlash(lba, blocks, m_parameters.hasPowerProtection)
                      : BlockStore(m_parameters.blockSize).Read(lba, blocks);
}

void
SsdDrive::PowerOn()
{
    NS_LOG_INFO("power on");
    m_hasPower = true;
    m_nextCommand = m_idleSince = Simulator::Now();
    if (m_powerStates)
    {
        m_powerStates->PowerOn(Simulator::Now());
    }
    if (m_flash)
    {
        m_flash->Resume();
    }
    NotePower(true);
    NotifyReady();
}

int64_t
SsdDrive::AssignStreams(int64_t stream)
{
    // The flash is built with the first request.
    m_random->SetStream(stream);
    m_flashStream = stream + 1;
    return 2 + (m_policy ? m_policy->AssignStreams(stream + 2) : 0);
}

uint64_t
SsdDrive::GetBlockCount() const
{
    return m_hasPower ? m_parameters.blocks : 0;
}

uint32_t
SsdDrive::GetBlockSize() const
{
    return m_parameters.blockSize;
}

bool
SsdDrive::IsReady() const
{
    return m_hasPower;
}

BlockCacheSettings
SsdDrive::GetCacheSettings() const
{
    return {.writeCache = m_writeCache && !m_parameters.hasPowerProtection};
}

BlockCacheSettings
SsdDrive::GetChangeableCacheSettings() const
{
    return {.writeCache = !m_parameters.hasPowerProtection, .readCache = false};
}

bool
SsdDrive::SetCacheSettings(const BlockCacheSettings& settings)
{
    const auto present = GetCacheSettings();
    if (settings.readCache != present.readCache ||
        (settings.writeCache != present.writeCache && m_parameters.hasPowerProtection))
    {
        return false;
    }
    NS_LOG_INFO("cache settings: write cache " << (settings.writeCache ? "on" : "off"));
    m_writeCache = settings.writeCache || m_parameters.hasPowerProtection;
    if (m_flash)
    {
        Drain();
    }
    return true;
}

bool
SsdDrive::TakesUnmap() const
{
    return true;
}

IoStageGroups
SsdDrive::GetStageGroups() const
{
    return IoStageGroups(IoStageGroup::SSD);
}

void
SsdDrive::DoDispose()
{
    m_flash.reset();
    m_writes.clear();
    m_flushes.clear();
    m_waiting.clear();
    m_served.clear();
    m_places.clear();
    m_policy = nullptr;
    PoweredDevice::DoDispose();
}

void
SsdDrive::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    if (!m_hasPower)
    {
        Refuse(request);
        return;
    }
    Build();
    if (request->order == BlockOrder::HEAD_OF_QUEUE)
    {
        m_waiting.push_front(request);
    }
    else
    {
        m_waiting.push_back(request);
    }
    TakeUp();
}

void
SsdDrive::Refuse(Ptr<BlockRequest> request)
{
    Simulator::ScheduleNow([drive = Ptr<SsdDrive>(this), request] {
        drive->Complete(request, BlockStatus::NOT_READY);
    });
}

bool
SsdDrive::IsAlone(const BlockRequest& request) const
{
    return request.order == BlockOrder::ORDERED ||
           (!m_parameters.isFlushQueued && (request.operation == BlockOperation::FLUSH ||
                                            request.operation == BlockOperation::UNMAP));
}

void
SsdDrive::TakeUp()
{
    while (!m_waiting.empty() && m_served.size() < m_parameters.tags && !m_isServedAlone)
    {
        const auto request = m_waiting.front();
        if (IsAlone(*request) && !m_served.empty())
        {
            return;
        }
        m_waiting.pop_front();
        if (m_powerStates)
        {
            const auto active = m_powerStates->Wake(GetIdleSince(), Simulator::Now());
            m_nextCommand = std::max(m_nextCommand, active);
        }
        m_places[PeekPointer(request)] = m_served.size();
        m_served.push_back(request);
        m_isServedAlone = IsAlone(*request);
        request->Stamp(IoStage::AT_DRIVE);
        const auto begin = std::max(Simulator::Now(), m_nextCommand);
        m_nextCommand = begin + m_parameters.commandInterval;
        const auto begun = begin + GetCommandTime(request->operation);
        if (request->timeline)
        {
            request->timeline->Stamp(IoStage::COMMAND_DONE, begun);
        }
        switch (request->operation)
        {
        case BlockOperation::READ:
        case BlockOperation::VERIFY:
            BeginRead(request, begun);
            break;
        case BlockOperation::WRITE:
            BeginWrite(request, begun);
            break;
        case BlockOperation::FLUSH:
            At(request, begun, &SsdDrive::AwaitBuffer);
            break;
        case BlockOperation::UNMAP:
            At(request, m_mapping ? ReadMapping(*request, begun) : begun, &SsdDrive::Unmap);
            break;
        }
    }
}

Time
SsdDrive::GetCommandTime(BlockOperation operation) const
{
    switch (operation)
    {
    case BlockOperation::READ:
    case BlockOperation::VERIFY:
        return m_parameters.readCommand;
    case BlockOperation::WRITE:
    case BlockOperation::UNMAP:
        return m_parameters.writeCommand;
    case BlockOperation::FLUSH:
        return m_parameters.flushCommand;
    }
    return Time(0);
}

void
SsdDrive::FindSlots(const BlockRequest& request, std::vector<uint32_t>& slots, bool partial) const
{
    slots.clear();
    if (request.blocks == 0)
    {
        return;
    }
    const auto unitBlocks = SsdParameters::UNIT_BYTES / m_parameters.blockSize;
    const auto end = request.lba + request.blocks;
    for (auto unit = request.lba / unitBlocks; unit * unitBlocks < end; ++unit)
    {
        const bool isWhole = unit * unitBlocks >= request.lba && (unit + 1) * unitBlocks <= end;
        if ((partial && isWhole) || m_buffer->Has(unit))
        {
            continue;
        }
        if (const auto slot = m_flash->GetTranslation().Find(unit))
        {
            slots.push_back(*slot);
        }
    }
}

void
SsdDrive::BeginRead(Ptr<BlockRequest> request, Time begin)
{
    const auto found = m_mapping ? ReadMapping(*request, begin) : begin;
    const auto read = ReadFlash(*request, found, false);
    At(request, Transfer(*request, read), &SsdDrive::Finish);
}

void
SsdDrive::BeginWrite(Ptr<BlockRequest> request, Time begin)
{
    const auto found = m_mapping ? ReadMapping(*request, begin) : begin;
    const auto read = ReadFlash(*request, found, true);
    At(request, std::max(Transfer(*request, begin), read), &SsdDrive::Arrived);
}

Time
SsdDrive::ReadMapping(const BlockRequest& request, Time begin)
{
    if (request.blocks == 0)
    {
        return begin;
    }
    const auto unitBlocks = SsdParameters::UNIT_BYTES / m_parameters.blockSize;
    const auto pageBlocks = uint64_t{unitBlocks} * SsdParameters::MAPPED_UNITS;
    const auto last = (request.lba + request.blocks - 1) / pageBlocks;
    const bool isChanged =
        request.operation == BlockOperation::WRITE || request.operation == BlockOperation::UNMAP;
    const auto firstUnit = static_cast<uint32_t>(m_parameters.GetHostUnits());
    m_slots.clear();
    for (auto page = request.lba / pageBlocks; page <= last; ++page)
    {
        const auto use = m_mapping->Touch(page, isChanged);
        if (use.written)
        {
            m_mappingWrites.push_back(firstUnit + *use.written);
        }
        const auto unit = firstUnit + static_cast<uint32_t>(page);
        // A page that no entry of was ever programmed is not on the flash.
        if (const auto slot = m_flash->GetTranslation().Find(unit);
            use.isMiss && slot && !m_buffer->Has(unit))
        {
            m_slots.push_back(*slot);
        }
    }
    const auto read = m_flash->Read(m_slots, begin).read;
    AdmitMapping();
    return read;
}

bool
SsdDrive::Buffer(uint64_t unit)
{
    if (!m_buffer->Add(unit))
    {
        Drain();
        if (!m_buffer->Add(unit))
        {
            return false;
        }
    }
    if (m_contents)
    {
        // While it waited for room, older data of the unit may have been programmed.
        m_contents->NoteRewritten(unit);
    }
    return true;
}

void
SsdDrive::AdmitMapping()
{
    if (m_mappingWrites.empty())
    {
        return;
    }
    while (!m_mappingWrites.empty())
    {
        if (!Buffer(m_mappingWrites.front()))
        {
            return;
        }
        m_mappingWrites.pop_front();
    }
    Drain();
}

Time
SsdDrive::ReadFlash(const BlockRequest& request, Time begin, bool partial)
{
    FindSlots(request, m_slots, partial);
    const auto page = m_flash->Read(m_slots, begin);
    if (request.timeline && !m_slots.empty())
    {
        request.timeline->Stamp(IoStage::DIE_WON, page.begun);
        request.timeline->Stamp(IoStage::CELLS_READ, page.sensed);
        request.timeline->Stamp(IoStage::CHANNEL_DONE, page.read);
    }
    return page.read;
}

Time
SsdDrive::Transfer(const BlockRequest& request, Time earliest)
{
    const bool hasData = request.operation != BlockOperation::VERIFY;
    const auto bytes = hasData ? uint64_t{request.blocks} * m_parameters.blockSize : 0;
    const auto end = m_link->Transfer(earliest, bytes);
    if (request.timeline)
    {
        request.timeline->Stamp(IoStage::LINK_DONE, end);
    }
    return end;
}

void
SsdDrive::At(Ptr<BlockRequest> request, Time time, void (SsdDrive::*function)(Ptr<BlockRequest>))
{
    Simulator::Schedule(time - Simulator::Now(),
                        [drive = Ptr<SsdDrive>(this), request, function, epoch = m_epoch] {
                            if (epoch == drive->m_epoch)
                            {
                                (*drive.*function)(request);
                            }
                        });
}

void
SsdDrive::Unmap(Ptr<BlockRequest> request)
{
    const auto unitBlocks = SsdParameters::UNIT_BYTES / m_parameters.blockSize;
    const auto first = (request->lba + unitBlocks - 1) / unitBlocks;
    const auto end = (request->lba + request->blocks) / unitBlocks;
    const auto done = EndWaits(m_buffer->Drop(first, end));
    for (auto unit = first; unit < end; ++unit)
    {
        m_flash->GetTranslation().Trim(unit);
    }
    if (m_contents)
    {
        m_contents->Unmap(request->lba, request->blocks);
    }
    Admit();
    for (const auto& flush : done)
    {
        Finish(flush);
    }
    Finish(request);
}

void
SsdDrive::Arrived(Ptr<BlockRequest> request)
{
    if (m_contents)
    {
        m_contents->Apply(request);
    }
    const auto unitBlocks = SsdParameters::UNIT_BYTES / m_parameters.blockSize;
    m_writes.push_back({request, request->lba / unitBlocks});
    Admit();
}

void
SsdDrive::Admit()
{
    if (m_mapping)
    {
        AdmitMapping();
    }
    const auto unitBlocks = SsdParameters::UNIT_BYTES / m_parameters.blockSize;
    while (!m_writes.empty())
    {
        auto& [request, next] = m_writes.front();
        const auto end = request->lba + request->blocks;
        while (request->blocks > 0 && next * unitBlocks < end)
        {
            if (!Buffer(next))
            {
                return;
            }
            m_flash->GetTranslation().Prefetch(next);
            ++next;
        }
        const auto done = request;
        done->Stamp(IoStage::BUFFERED);
        m_writes.pop_front();
        if (done->forceUnitAccess || !m_writeCache)
        {
            AwaitBuffer(done);
        }
        else
        {
            Finish(done);
        }
    }
    Drain();
}

void
SsdDrive::AwaitBuffer(Ptr<BlockRequest> request)
{
    if (m_buffer->GetSize() == 0 || m_parameters.hasPowerProtection)
    {
        Finish(request);
        return;
    }
    m_flushes.push_back({request, m_buffer->GetLastSequence(), m_buffer->GetSize()});
    Drain();
}

void
SsdDrive::Drain()
{
    const auto most = m_parameters.GetStripeUnits();
    // Flushes come in the order of what they wait for. Without a write cache all is awaited.
    const auto flushed = !m_writeCache       ? m_buffer->GetLastSequence()
                         : m_flushes.empty() ? 0
                                             : m_flushes.back().sequence;
    while (m_buffer->GetWaiting() >= most || (flushed > 0 && m_buffer->GetOldest() <= flushed))
    {
        const auto die = m_flash->FindDie();
        if (!die)
        {
            return;
        }
        auto stripe = m_buffer->Take(most);
        if (stripe.units.empty())
        {
            return;
        }
        if (m_contents)
        {
            m_contents->BeginProgram(stripe);
        }
        if (m_mapping)
        {
            const auto host = m_parameters.GetHostUnits();
            m_mappingUnits +=
                std::ranges::count_if(stripe.units, [host](auto unit) { return unit >= host; });
        }
        m_flash->Program(*die, std::move(stripe));
    }
}

void
SsdDrive::Programmed(const SsdStripe& stripe)
{
    m_buffer->Release(stripe);
    if (m_contents)
    {
        m_contents->EndProgram(stripe);
    }
    const auto done = EndWaits(stripe);
    Admit();
    for (const auto& request : done)
    {
        Finish(request);
    }
}

std::vector<Ptr<BlockRequest>>
SsdDrive::EndWaits(const SsdStripe& stripe)
{
    for (auto& flush : m_flushes)
    {
        flush.left -= std::count_if(stripe.sequences.begin(),
                                    stripe.sequences.end(),
                                    [&](uint64_t it) { return it <= flush.sequence; });
    }
    std::vector<Ptr<BlockRequest>> done;
    std::erase_if(m_flushes, [&](const Flush& flush) {
        if (flush.left == 0)
        {
            done.push_back(flush.request);
        }
        return flush.left == 0;
    });
    return done;
}

void
SsdDrive::Finish(Ptr<BlockRequest> request)
{
    const auto place = m_places.at(PeekPointer(request));
    m_places[PeekPointer(m_served.back())] = place;
    m_served[place] = m_served.back();
    m_served.pop_back();
    m_places.erase(PeekPointer(request));
    m_isServedAlone = false;
    if (m_powerStates)
    {
        m_idleSince = Simulator::Now();
    }
    request->Stamp(IoStage::MEDIA_DONE);
    if (m_contents && (request->operation == BlockOperation::READ ||
                       request->operation == BlockOperation::VERIFY))
    {
        m_contents->Apply(request);
    }
    TakeUp();
    Complete(request, BlockStatus::OK);
}

} // namespace ns3
