/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-drive.h"

#include "disk-catalogue.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

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
            .SetParent<BlockDevice>()
            .SetGroupName("DiskModel")
            .AddConstructor<DiskDrive>()
            .AddAttribute("Model",
                          "Model of drive: a name of the catalogue, or the path of a drive file, "
                          "which has a slash in it",
                          StringValue("Cheetah9LP"),
                          MakeStringAccessor(&DiskDrive::SetModel, &DiskDrive::GetModel),
                          MakeStringChecker())
            .AddAttribute("InitialPhase",
                          "Angle of the platters at time zero, drawn once, in revolutions from 0 "
                          "to less than 1",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&DiskDrive::m_initialPhase),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Scheduler",
                          "Chooses the next of the requests that wait",
                          StringValue("ns3::DiskFcfsScheduler"),
                          MakePointerAccessor(&DiskDrive::m_scheduler),
                          MakePointerChecker<DiskScheduler>())
            .AddAttribute("QueueDepth",
                          "Most requests among which the scheduler chooses; 0 is what the model of "
                          "drive has",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DiskDrive::SetQueueDepth),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WriteCache",
                          "Let writes be complete in the cache, if the model of drive does so",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DiskDrive::m_writeCache),
                          MakeBooleanChecker())
            .AddAttribute("ReadCache",
                          "Answer reads from the cache and read on, if the model of drive does so",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DiskDrive::m_readCache),
                          MakeBooleanChecker())
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DiskDrive::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("Access",
                            "An access to the medium begins or will, and where its time goes",
                            MakeTraceSourceAccessor(&DiskDrive::m_accessTrace),
                            "ns3::DiskDrive::AccessTracedCallback")
            .AddTraceSource("Service",
                            "A request is complete, and where its response time went",
                            MakeTraceSourceAccessor(&DiskDrive::m_serviceTrace),
                            "ns3::DiskDrive::ServiceTracedCallback")
            .AddTraceSource("QueueLength",
                            "Number of requests that wait, without the one in service",
                            MakeTraceSourceAccessor(&DiskDrive::m_queueLength),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Cylinder",
                            "Cylinder on which the last transfer ended",
                            MakeTraceSourceAccessor(&DiskDrive::m_cylinder),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

DiskDrive::DiskDrive() = default;

DiskDrive::~DiskDrive() = default;

void
DiskDrive::DoDispose()
{
    m_finish.Cancel();
    m_writeBack.Cancel();
    m_queue = {};
    m_scheduler = nullptr;
    m_present = nullptr;
    m_initialPhase = nullptr;
    m_contents.reset();
    BlockDevice::DoDispose();
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
    parameters.Check();
    m_writeBack.Cancel();
    m_model = parameters.name;
    m_blockSize = parameters.blockSize;
    m_modelQueueDepth = parameters.controller.queueDepth;
    SetQueueDepth(m_queueDepth);
    m_controller = std::make_unique<DiskController>(parameters);
    m_phaseDrawn = false;
    m_contents.reset();
    m_cylinder = GetMechanics().GetGeometry().Locate(0).track.cylinder;
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

int64_t
DiskDrive::AssignStreams(int64_t stream)
{
    m_initialPhase->SetStream(stream);
    return 1;
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
    m_writeCache = settings.writeCache;
    m_readCache = settings.readCache;
    return true;
}

void
DiskDrive::DoSubmit(Ptr<BlockRequest> request)
{
    if (m_present)
    {
        const auto& geometry = GetMechanics().GetGeometry();
        m_queue.Push(request,
                     request->blocks > 0 ? geometry.Locate(request->lba).track.cylinder : 0);
        m_queueLength = m_queue.GetSize();
        return;
    }
    m_present = request;
    Serve();
}

void
DiskDrive::ServeNext()
{
    if (m_queue.GetSize() == 0)
    {
        return;
    }
    const auto now = Simulator::Now();
    m_present = m_queue.Pop(*m_scheduler, {GetMechanics(), m_controller->GetTrack(now), now});
    m_queueLength = m_queue.GetSize();
    Serve();
}

void
DiskDrive::Serve()
{
    NS_LOG_FUNCTION(this << m_present->operation << m_present->lba << m_present->blocks);
    DrawInitialPhase();
    m_controller->SetCacheSettings(GetCacheSettings());
    const auto now = Simulator::Now();
    const auto result = m_controller->Serve(*m_present, now);
    m_waitsForWriteBack = !result;
    if (!result)
    {
        BeginWriteBack();
        return;
    }
    m_service = result->service;
    const auto duration = m_service.GetTotal();
    m_service.queue += now - m_present->issueTime;
    TraceAccess(*result);
    m_finish = Simulator::Schedule(duration, &DiskDrive::Finish, this);
}

void
DiskDrive::TraceAccess(const DiskController::Result& result)
{
    const auto& timeline = m_present->timeline;
    if (timeline)
    {
        timeline->Stamp(IoStage::AT_DRIVE, result.access ? result.accessStart : Simulator::Now());
    }
    if (!result.access)
    {
        return;
    }
    const auto& access = *result.access;
    NS_LOG_LOGIC("seek " << access.seek << " over " << access.seekDistance
                         << " cylinders, rotation " << access.rotation << ", transfer "
                         << access.transfer << ", switching " << access.switching);
    if (timeline)
    {
        const auto arrived = result.accessStart + access.seek;
        timeline->Stamp(IoStage::SEEK_DONE, arrived);
        timeline->Stamp(IoStage::ROTATION_DONE, arrived + access.rotation);
        timeline->Stamp(IoStage::MEDIA_DONE, result.accessStart + access.GetTotal());
    }
    m_accessTrace(m_present, access);
}

void
DiskDrive::Finish()
{
    const auto request = std::exchange(m_present, nullptr);
    m_cylinder = m_controller->GetTrack(Simulator::Now()).cylinder;
    ApplyToContents(request);
    m_serviceTrace(request, m_service);
    ServeNext();
    BeginWriteBack();
    Complete(request, BlockStatus::OK);
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
        request->operation == BlockOperation::WRITE && m_service.hit == DiskHit::FULL;
    m_contents->Apply(request, isCached);
}

void
DiskDrive::BeginWriteBack()
{
    const auto isReadHit =
        m_present && m_present->operation == BlockOperation::READ && m_service.hit == DiskHit::FULL;
    if (m_writeBack.IsPending() || (m_finish.IsPending() && !isReadHit))
    {
        return;
    }
    const auto now = Simulator::Now();
    const auto writeBack = m_controller->BeginWriteBack(now);
    if (writeBack)
    {
        m_accessTrace(nullptr, writeBack->access);
        m_writeBack = Simulator::Schedule(writeBack->end - now,
                                          &DiskDrive::EndWriteBack,
                                          this,
                                          writeBack->run);
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
    if (m_waitsForWriteBack)
    {
        Serve();
    }
    BeginWriteBack();
}

void
DiskDrive::PowerOff()
{
    m_powered = false;
    m_finish.Cancel();
    m_writeBack.Cancel();
    m_waitsForWriteBack = false;
    m_controller->LosePower(Simulator::Now());
    if (m_contents)
    {
        m_contents->LoseCached();
    }
    auto request = std::exchange(m_present, nullptr);
    while (request)
    {
        Simulator::ScheduleNow(&DiskDrive::Complete, this, request, BlockStatus::NOT_READY);
        request = m_queue.GetSize() > 0
                      ? m_queue.Pop(*m_scheduler, {GetMechanics(), {}, Simulator::Now()})
                      : nullptr;
    }
    m_queueLength = 0;
}

void
DiskDrive::PowerOn()
{
    m_powered = true;
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
