/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-drive.h"

#include "disk-catalogue.h"

#include "ns3/boolean.h"
#include "ns3/disk-fcfs-scheduler.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/disk-sptf-scheduler.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskDrive");

NS_OBJECT_ENSURE_REGISTERED(DiskDrive);

TypeId
DiskDrive::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DiskDrive")
            .SetParent<PoweredDevice>()
            .SetGroupName("DiskModel")
            .AddConstructor<DiskDrive>()
            .AddAttribute("Model",
                          "Drive model: a name from the catalogue, or the path of a drive file, "
                          "which must contain a slash",
                          StringValue("Cheetah9LP"),
                          MakeStringAccessor(&DiskDrive::SetModel, &DiskDrive::GetModel),
                          MakeStringChecker())
            .AddAttribute("InitialPhase",
                          "Random variable, drawn once, of the angle of the platters at time zero, "
                          "in revolutions from 0 to less than 1",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&DiskDrive::m_initialPhase),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Scheduler",
                          "Scheduler that chooses the next of the waiting requests; null for the "
                          "drive model's own",
                          PointerValue(),
                          MakePointerAccessor(&DiskDrive::m_scheduler),
                          MakePointerChecker<DiskScheduler>())
            .AddAttribute("QueueDepth",
                          "Maximum number of requests among which the scheduler chooses; 0 for the "
                          "drive model's own maximum",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DiskDrive::SetQueueDepth),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WriteCache",
                          "Complete writes in the cache, if the drive model does so",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DiskDrive::m_writeCache),
                          MakeBooleanChecker())
            .AddAttribute("ReadCache",
                          "Answer reads from the cache and read ahead, if the drive model does so",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DiskDrive::m_readCache),
                          MakeBooleanChecker())
            .AddAttribute("IgnoreFlush",
                          "Complete FLUSH, and writes with forced unit access, while blocks are in "
                          "the write cache alone, as a drive does that lies: a power cut loses "
                          "what hosts believe to be safe",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DiskDrive::m_ignoresFlush),
                          MakeBooleanChecker())
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DiskDrive::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource(
                "Access",
                "An access to the medium begins, now or later, with the components of its "
                "time",
                MakeTraceSourceAccessor(&DiskDrive::m_accessTrace),
                "ns3::DiskDrive::AccessTracedCallback")
            .AddTraceSource("Service",
                            "A request is complete, with the components of its response time",
                            MakeTraceSourceAccessor(&DiskDrive::m_serviceTrace),
                            "ns3::DiskDrive::ServiceTracedCallback")
            .AddTraceSource("QueueLength",
                            "Number of waiting requests, without the one in service",
                            MakeTraceSourceAccessor(&DiskDrive::m_queueLength),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Cylinder",
                            "Cylinder on which the last transfer ended",
                            MakeTraceSourceAccessor(&DiskDrive::m_cylinder),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Busy",
                            "Whether a request is in service or the drive is writing back",
                            MakeTraceSourceAccessor(&DiskDrive::m_busy),
                            "ns3::TracedValueCallback::Bool");
    return tid;
}

DiskDrive::DiskDrive()
    : m_retries(CreateObject<UniformRandomVariable>())
{
}

DiskDrive::~DiskDrive()
{
    m_finish.Cancel();
    m_writeBack.Cancel();
}

void
DiskDrive::DoDispose()
{
    m_powered = false;
    m_finish.Cancel();
    m_writeBack.Cancel();
    m_queue = {};
    m_scheduler = nullptr;
    m_ownScheduler = nullptr;
    m_present = nullptr;
    m_initialPhase = nullptr;
    m_contents.reset();
    PoweredDevice::DoDispose();
}

void
DiskDrive::SetModel(std::string model)
{
    SetParameters(DiskCatalogue::Get(model));
    m_model = model;
}

void
DiskDrive::SetParameters(const DiskParameters& parameters)
{
    if (GetOutstanding() > 0)
    {
        throw UserError("ns3::DiskDrive::Model cannot change while requests are outstanding");
    }
    DiskParametersChecker(parameters).Check();
    m_writeBack.Cancel();
    m_model = parameters.name;
    m_blockSize = parameters.blockSize;
    m_modelQueueDepth = parameters.controller.queueDepth;
    m_readOverhead = parameters.controller.readMiss.afterRead;
    m_writeOverhead = parameters.controller.writeMiss.afterWrite;
    m_writeBackEnd = Time(0);
    SetQueueDepth(m_queueDepth);
    m_controller = std::make_unique<DiskController>(parameters);
    m_controller->SetRandom(*m_retries);
    m_choosesLate = parameters.controller.choosesLate;
    m_ownScheduler = MakeOwnScheduler(parameters.controller);
    m_phaseDrawn = false;
    m_contents.reset();
    m_cylinder = GetCylinder(0);
    UpdateBusy();
}

Ptr<DiskScheduler>
DiskDrive::MakeOwnScheduler(const DiskControllerParameters& controller)
{
    if (controller.order == DiskCommandOrder::FCFS)
    {
        return CreateObject<DiskFcfsScheduler>();
    }
    return CreateObjectWithAttributes<DiskSptfScheduler>("OldestAfter",
                                                         UintegerValue(controller.oldestAfter));
}

void
DiskDrive::SetQueueDepth(uint32_t depth)
{
    m_queueDepth = depth;
    m_queue.SetDepth(depth > 0 ? depth : m_modelQueueDepth);
}

std::string
DiskDrive::GetModel() const
{
    return m_model;
}

const DiskMechanics&
DiskDrive::GetMechanics() const
{
    return m_controller->GetMechanics();
}

uint32_t
DiskDrive::GetCylinder(uint64_t lba) const
{
    return GetMechanics().GetGeometry().Locate(lba).track.cylinder;
}

int64_t
DiskDrive::AssignStreams(int64_t stream)
{
    m_initialPhase->SetStream(stream);
    m_retries->SetStream(stream + 1);
    return 2;
}

uint64_t
DiskDrive::GetBlockCount() const
{
    return m_powered ? GetMechanics().GetGeometry().GetBlockCount() : 0;
}

uint32_t
DiskDrive::GetBlockSize() const
{
    return m_blockSize;
}

bool
DiskDrive::IsReady() const
{
    return m_powered;
}

BlockCacheSettings
DiskDrive::GetCacheSettings() const
{
    const auto present = GetChangeableCacheSettings();
    return {m_writeCache && present.writeCache, m_readCache && present.readCache};
}

BlockCacheSettings
DiskDrive::GetChangeableCacheSettings() const
{
    return m_controller->GetChangeableCacheSettings();
}

bool
DiskDrive::SetCacheSettings(const BlockCacheSettings& settings)
{
    const auto present = GetChangeableCacheSettings();
    if ((settings.writeCache && !present.writeCache) || (settings.readCache && !present.readCache))
    {
        return false;
    }
    NS_LOG_INFO("cache settings: write cache " << (settings.writeCache ? "on" : "off")
                                               << ", read cache "
                                               << (settings.readCache ? "on" : "off"));
    m_writeCache = settings.writeCache;
    m_readCache = settings.readCache;
    return true;
}

void
DiskDrive::DoSubmit(Ptr<BlockRequest> request)
{
    if (!m_powered)
    {
        Refuse(request);
        return;
    }
    m_queue.Push(request, request->blocks > 0 ? GetCylinder(request->lba) : 0);
    NS_LOG_DEBUG("request: " << request->operation << " LBA " << request->lba << ", "
                             << request->blocks << " blocks, " << request->order << ", "
                             << m_queue.GetSize() << " wait");
    if (m_present)
    {
        m_queueLength = m_queue.GetSize();
        return;
    }
    ServeNext();
    UpdateBusy();
}

void
DiskDrive::Refuse(Ptr<BlockRequest> request)
{
    Simulator::ScheduleNow(&DiskDrive::Complete,
                           Ptr<DiskDrive>(this),
                           request,
                           BlockStatus::NOT_READY);
}

void
DiskDrive::ServeNext()
{
    if (m_present || m_queue.GetSize() == 0)
    {
        return;
    }
    const auto now = Simulator::Now();
    const DiskArm arm{GetMechanics(),
                      m_controller->GetTrack(now),
                      now,
                      std::max(now + m_readOverhead, m_writeBackEnd),
                      std::max(now + m_writeOverhead, m_writeBackEnd)};
    m_present = m_queue.Pop(m_scheduler ? *m_scheduler : *m_ownScheduler, arm);
    Serve();
    m_queueLength = m_queue.GetSize();
}

void
DiskDrive::Serve()
{
    NS_LOG_FUNCTION(this << m_present->operation << m_present->lba << m_present->blocks);
    DrawInitialPhase();
    const auto settings = GetCacheSettings();
    m_controller->SetCacheSettings(settings);
    m_controller->SetIgnoresFlush(m_ignoresFlush);
    const auto now = Simulator::Now();
    // A write cache just switched off is emptied first.
    const auto serves = settings.writeCache || m_controller->IsClean();
    const auto result = serves ? m_controller->Serve(*m_present, now) : std::nullopt;
    m_waitsForWriteBack = !result;
    if (!result)
    {
        NS_LOG_INFO("request waits for write-back: " << m_present->operation << " LBA "
                                                     << m_present->lba);
        BeginWriteBack();
        return;
    }
    m_result = *result;
    m_finish = Simulator::Schedule(m_result.service.GetTotal(), &DiskDrive::Finish, this);
    m_result.service.queue += now - m_present->issueTime;
    if (!m_result.access)
    {
        m_result.accessStart = now;
        return;
    }
    const auto& access = *m_result.access;
    NS_LOG_LOGIC("seek " << access.seek << " over " << access.seekDistance
                         << " cylinders, rotation " << access.rotation << ", transfer "
                         << access.transfer << ", switching " << access.switching);
    m_accessTrace(m_present, access);
}

void
DiskDrive::StampTimeline(IoTimeline& timeline) const
{
    auto time = m_result.accessStart;
    timeline.Stamp(IoStage::AT_DRIVE, time);
    if (m_result.access)
    {
        const auto& access = *m_result.access;
        timeline.Stamp(IoStage::SEEK_DONE, time += access.seek);
        timeline.Stamp(IoStage::ROTATION_DONE, time += access.rotation);
        timeline.Stamp(IoStage::MEDIA_DONE, time + access.switching + access.transfer);
    }
}

void
DiskDrive::Finish()
{
    const Ptr<DiskDrive> alive(this); // even if a completion releases it
    const auto request = std::exchange(m_present, nullptr);
    if (request->timeline)
    {
        StampTimeline(*request->timeline);
    }
    ApplyToContents(request);
    if (m_result.access || m_result.service.hit == DiskHit::READ_AHEAD)
    {
        m_cylinder = m_result.access ? m_result.access->end.cylinder
                                     : GetCylinder(request->lba + request->blocks - 1);
    }
    NS_LOG_DEBUG("done: " << request->operation << " LBA " << request->lba << ", cache "
                          << m_result.service.hit << ", "
                          << m_result.service.GetTotal().As(Time::US));
    m_serviceTrace(request, m_result.service);
    if (!m_choosesLate)
    {
        ServeNext();
    }
    Complete(request, BlockStatus::OK);
    ServeNext();
    BeginWriteBack();
    UpdateBusy();
}

void
DiskDrive::ApplyToContents(Ptr<BlockRequest> request)
{
    if (!m_storeData)
    {
        return;
    }
    if (!m_contents)
    {
        m_contents.emplace(m_blockSize);
    }
    const auto isCached =
        request->operation == BlockOperation::WRITE && m_result.service.hit == DiskHit::FULL;
    m_contents->Apply(request, isCached);
}

void
DiskDrive::BeginWriteBack()
{
    // The heads are free while a command is served by the cache alone.
    const auto isFree =
        m_present && m_result.service.hit == DiskHit::FULL &&
        (m_present->operation == BlockOperation::READ || m_controller->StreamsWrites());
    if (!m_powered || m_writeBack.IsPending() || (m_finish.IsPending() && !isFree))
    {
        return;
    }
    const auto now = Simulator::Now();
    const auto writeBack = m_controller->BeginWriteBack(now);
    if (writeBack)
    {
        NS_LOG_INFO("write-back begins: LBA " << writeBack->run.begin << ", "
                                              << writeBack->run.GetLength() << " blocks, until "
                                              << writeBack->end.As(Time::US));
        m_writeBackEnd = writeBack->end;
        m_writeBack = Simulator::Schedule(writeBack->end - now,
                                          &DiskDrive::EndWriteBack,
                                          this,
                                          writeBack->run);
        m_accessTrace(nullptr, writeBack->access);
    }
}

void
DiskDrive::EndWriteBack(DiskRun run)
{
    m_controller->EndWriteBack();
    if (m_contents)
    {
        m_contents->Commit(run);
    }
    m_cylinder = GetCylinder(run.end - 1);
    if (m_waitsForWriteBack)
    {
        Serve();
    }
    BeginWriteBack();
    UpdateBusy();
}

void
DiskDrive::UpdateBusy()
{
    m_busy = m_present || m_writeBack.IsPending();
}

void
DiskDrive::PowerOff()
{
    NS_LOG_INFO("power off: " << m_model << ", " << m_queue.GetSize() << " requests wait, cache "
                              << (m_controller->IsClean() ? "clean" : "dirty"));
    m_powered = false;
    m_finish.Cancel();
    m_writeBack.Cancel();
    m_writeBackEnd = Simulator::Now();
    m_waitsForWriteBack = false;
    m_controller->LosePower(Simulator::Now());
    if (m_contents)
    {
        m_contents->LoseCached();
    }
    NotePower(false);
    if (m_present)
    {
        Refuse(std::exchange(m_present, nullptr));
    }
    while (m_queue.GetSize() > 0)
    {
        Refuse(m_queue.PopFirst());
    }
    m_queueLength = 0;
    UpdateBusy();
}

Ptr<Packet>
DiskDrive::ReadDurable(uint64_t lba, uint32_t blocks) const
{
    if (!m_storeData)
    {
        return nullptr;
    }
    // Before the first request there are no contents.
    return m_contents ? m_contents->ReadMedium(lba, blocks)
                      : BlockStore(m_blockSize).Read(lba, blocks);
}

void
DiskDrive::PowerOn()
{
    NS_LOG_INFO("power on: " << m_model);
    m_powered = true;
    m_cylinder = GetCylinder(0);
    NotePower(true);
    NotifyReady();
}

void
DiskDrive::DrawInitialPhase()
{
    if (m_phaseDrawn)
    {
        return;
    }
    const auto phase = m_initialPhase->GetValue();
    if (phase < 0 || phase >= 1)
    {
        throw UserError("ns3::DiskDrive::InitialPhase: " + std::to_string(phase) +
                        " is not from 0 to less than 1");
    }
    m_controller->SetInitialPhase(phase);
    m_phaseDrawn = true;
}

} // namespace ns3
