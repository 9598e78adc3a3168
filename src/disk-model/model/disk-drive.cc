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
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DiskDrive::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("Access",
                            "An access to the medium begins, and where its time will go",
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
    m_queue.clear();
    m_present = nullptr;
    m_initialPhase = nullptr;
    m_store.reset();
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
    m_model = parameters.name;
    m_blockSize = parameters.blockSize;
    m_mechanics = std::make_unique<DiskMechanics>(parameters);
    m_phaseDrawn = false;
    m_store.reset();
    m_track = m_mechanics->GetGeometry().Locate(0).track;
    m_cylinder = m_track.cylinder;
}

std::string
DiskDrive::GetModel() const
{
    return m_model;
}

const DiskMechanics&
DiskDrive::GetMechanics() const
{
    return *m_mechanics;
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
    return m_mechanics->GetGeometry().GetBlockCount();
}

uint32_t
DiskDrive::GetBlockSize() const
{
    return m_blockSize;
}

void
DiskDrive::DoSubmit(Ptr<BlockRequest> request)
{
    if (m_present)
    {
        m_queue.push_back(request);
        m_queueLength = m_queue.size();
        return;
    }
    Start(request);
}

void
DiskDrive::Start(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    m_present = request;
    request->Stamp(IoStage::AT_DRIVE);
    m_service = {};
    m_service.queue = Simulator::Now() - request->issueTime;
    const auto duration = request->blocks > 0 ? StartAccess(request) : Time(0);
    m_finish = Simulator::Schedule(duration, &DiskDrive::Finish, this);
}

Time
DiskDrive::StartAccess(Ptr<BlockRequest> request)
{
    DrawInitialPhase();
    const auto now = Simulator::Now();
    const auto isWrite = request->operation == BlockOperation::WRITE;
    const auto access = m_mechanics->Access(m_track, now, {request->lba, request->blocks, isWrite});
    NS_LOG_LOGIC("seek " << access.seek << " over " << access.seekDistance
                         << " cylinders, rotation " << access.rotation << ", transfer "
                         << access.transfer << ", switching " << access.switching);
    m_track = access.end;
    if (request->timeline)
    {
        request->timeline->Stamp(IoStage::SEEK_DONE, now + access.seek);
        request->timeline->Stamp(IoStage::ROTATION_DONE, now + access.seek + access.rotation);
        request->timeline->Stamp(IoStage::MEDIA_DONE, now + access.GetTotal());
    }
    m_service.seekDistance = access.seekDistance;
    m_service.seek = access.seek;
    m_service.rotation = access.rotation;
    m_service.switching = access.switching;
    m_service.transfer = access.transfer;
    m_accessTrace(request, access);
    return access.GetTotal();
}

void
DiskDrive::Finish()
{
    const auto request = std::exchange(m_present, nullptr);
    m_serviceTrace(request, m_service);
    m_cylinder = m_track.cylinder;
    if (m_storeData)
    {
        if (!m_store)
        {
            m_store.emplace(m_blockSize);
        }
        m_store->Apply(request);
    }
    if (!m_queue.empty())
    {
        const auto next = m_queue.front();
        m_queue.pop_front();
        m_queueLength = m_queue.size();
        Start(next);
    }
    Complete(request, BlockStatus::OK);
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
    m_mechanics->SetInitialPhase(phase);
    m_phaseDrawn = true;
}

} // namespace ns3
