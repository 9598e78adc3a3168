/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache.h"

#include "page-cache-core.h"
#include "page-direct.h"
#include "page-read.h"
#include "page-sync.h"
#include "page-write.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/on-demand-read-ahead.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageCache");

NS_OBJECT_ENSURE_REGISTERED(PageCache);

TypeId
PageCache::GetTypeId()
{
    // The rate is that of one core which copies between kernel and user, and a call takes what
    // entering the kernel and finding the file takes: both as a server of today has them.
    static TypeId tid =
        TypeId("ns3::PageCache")
            .SetParent<Object>()
            .SetGroupName("HostIo")
            .AddConstructor<PageCache>()
            .AddAttribute("Device",
                          "The device below",
                          PointerValue(),
                          MakePointerAccessor(&PageCache::SetDevice, &PageCache::GetDevice),
                          MakePointerChecker<BlockDevice>())
            .AddAttribute("Memory",
                          "Bytes for pages, at least 65536",
                          UintegerValue(268435456),
                          MakeUintegerAccessor(&PageCache::m_memory),
                          MakeUintegerChecker<uint64_t>(65536))
            .AddAttribute("BackgroundRatio",
                          "Share of memory that may be dirty before pages are written back, 0 to 1",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&PageCache::m_backgroundRatio),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("DirtyRatio",
                          "Limit of memory that is dirty or being written, as a share, 0 to 1; if "
                          "BackgroundRatio is not below it, that is half of it",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&PageCache::m_dirtyRatio),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ThrottleRatio",
                          "Where writers wait between BackgroundRatio, 0, and DirtyRatio, 1: Linux "
                          "slows them down from half-way on since 3.2",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&PageCache::m_throttleRatio),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("FlushInterval",
                          "Time between two looks for old dirty pages, 0 for never",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&PageCache::m_flushInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DirtyExpire",
                          "Age from which dirty pages are written back, 0 or more",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&PageCache::m_dirtyExpire),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxRequestSize",
                          "Most bytes in a request to the device, 4096 to 1073741824; rounded down "
                          "to whole pages",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&PageCache::m_maxRequestSize),
                          MakeUintegerChecker<uint32_t>(PAGE_BYTES, 1073741824))
            .AddAttribute("WriteBackDepth",
                          "Most write-back requests at the device at once, at least 1",
                          UintegerValue(32),
                          MakeUintegerAccessor(&PageCache::m_writeBackDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MemoryRate",
                          "Rate of copies between pages and programs, 0 for no limit",
                          DataRateValue(DataRate("32Gb/s")),
                          MakeDataRateAccessor(&PageCache::m_memoryRate),
                          MakeDataRateChecker())
            .AddAttribute("CallTime",
                          "Fixed time of each read or write, 0 or more",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&PageCache::m_callTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PageCache::m_storeData),
                          MakeBooleanChecker())
            .AddAttribute("ForceUnitAccess",
                          "True if the device takes writes with FUA; otherwise a FLUSH follows "
                          "such a write, as Linux does it",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PageCache::m_forceUnitAccess),
                          MakeBooleanChecker())
            .AddAttribute("ReadAhead",
                          "Type of the read-ahead of open files; ns3::ReadAhead for none",
                          TypeIdValue(OnDemandReadAhead::GetTypeId()),
                          MakeTypeIdAccessor(&PageCache::m_readAhead),
                          MakeTypeIdChecker())
            .AddTraceSource("Read",
                            "A read has got its pages: how many were cached or on their way, and "
                            "how many were not",
                            MakeTraceSourceAccessor(&PageCache::m_readTrace),
                            "ns3::PageCache::ReadTracedCallback")
            .AddTraceSource("WriteBack",
                            "A request of a write-back goes to the device",
                            MakeTraceSourceAccessor(&PageCache::m_writeBackTrace),
                            "ns3::PageCache::WriteBackTracedCallback")
            .AddTraceSource("WriteBackFailed",
                            "A request of a write-back has failed. Its pages count as clean, and "
                            "the device has some of them or none",
                            MakeTraceSourceAccessor(&PageCache::m_failedTrace),
                            "ns3::PageCache::WriteBackTracedCallback")
            .AddTraceSource("Throttled",
                            "A writer goes on that was stopped because too many pages were dirty",
                            MakeTraceSourceAccessor(&PageCache::m_throttledTrace),
                            "ns3::PageCache::ThrottledTracedCallback")
            .AddTraceSource("CachedPages",
                            "Number of pages in the cache",
                            MakeTraceSourceAccessor(&PageCache::m_cachedPages),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("DirtyPages",
                            "Number of pages that are dirty or being written",
                            MakeTraceSourceAccessor(&PageCache::m_dirtyPages),
                            "ns3::TracedValueCallback::Uint64");
    return tid;
}

PageCache::PageCache()
    : m_core(std::make_unique<PageCacheCore>(this,
                                             PageCacheTraces{m_readTrace,
                                                             m_writeBackTrace,
                                                             m_failedTrace,
                                                             m_throttledTrace,
                                                             m_cachedPages,
                                                             m_dirtyPages}))
{
}

PageCache::~PageCache() = default;

void
PageCache::DoDispose()
{
    m_core->LosePower();
    m_core->GetDevice().SetDevice(nullptr, false, true);
    m_device = nullptr;
    Object::DoDispose();
}

void
PageCache::SetDevice(Ptr<BlockDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    m_device = device;
    if (device)
    {
        device->CallWhenReady(MakeCallback(&PageCache::DeviceReady, this));
    }
}

Ptr<BlockDevice>
PageCache::GetDevice() const
{
    return m_device;
}

void
PageCache::DeviceReady()
{
    if (!m_device)
    {
        return;
    }
    const auto blockSize = m_device->GetBlockSize();
    if (blockSize == 0 || PAGE_BYTES % blockSize != 0)
    {
        throw UserError("PageCache::Device: a page of 4096 bytes is not a whole number of "
                        "the device's blocks of " +
                        std::to_string(blockSize) + " bytes");
    }
}

PageCacheCore&
PageCache::Core()
{
    if (m_configured)
    {
        return *m_core;
    }
    if (!m_device)
    {
        throw UserError("PageCache::Device: no device is set");
    }
    m_configured = true;
    const auto pages = m_memory / PAGE_BYTES;
    m_core->Configure({pages,
                       DirtyLimits(pages, m_backgroundRatio, m_dirtyRatio, m_throttleRatio),
                       m_maxRequestSize / PAGE_BYTES,
                       m_writeBackDepth,
                       m_flushInterval,
                       m_dirtyExpire,
                       m_memoryRate,
                       m_callTime});
    m_core->GetDevice().SetDevice(m_device, m_storeData, m_forceUnitAccess);
    return *m_core;
}

Ptr<ReadAhead>
PageCache::CreateReadAhead() const
{
    if (m_readAhead == ReadAhead::GetTypeId())
    {
        return nullptr;
    }
    if (!m_readAhead.IsChildOf(ReadAhead::GetTypeId()) || !m_readAhead.HasConstructor())
    {
        throw UserError("PageCache::ReadAhead: " + m_readAhead.GetName() +
                        " is not a type of read-ahead, such as ns3::OnDemandReadAhead");
    }
    ObjectFactory factory;
    factory.SetTypeId(m_readAhead);
    return factory.Create<ReadAhead>();
}

void
PageCache::Start(Ptr<PageOperation> operation, Ptr<IoTimeline> timeline)
{
    operation->Record(timeline);
    operation->Resume();
}

void
PageCache::Read(Ptr<PageMapping> mapping,
                uint64_t offset,
                uint64_t bytes,
                Ptr<ReadAhead> readAhead,
                Completion completion,
                Ptr<IoTimeline> timeline)
{
    NS_LOG_FUNCTION(this << offset << bytes);
    Start(Create<PageRead>(Core(), mapping, offset, bytes, readAhead, completion), timeline);
}

void
PageCache::Write(Ptr<PageMapping> mapping,
                 uint64_t offset,
                 uint64_t bytes,
                 Ptr<const Packet> data,
                 Completion completion,
                 Ptr<IoTimeline> timeline)
{
    NS_LOG_FUNCTION(this << offset << bytes);
    Start(Create<PageWrite>(Core(), mapping, offset, bytes, data, completion), timeline);
}

void
PageCache::ReadDirect(Ptr<PageMapping> mapping,
                      uint64_t offset,
                      uint64_t bytes,
                      Completion completion,
                      bool forceUnitAccess,
                      Ptr<IoTimeline> timeline)
{
    NS_LOG_FUNCTION(this << offset << bytes << forceUnitAccess);
    Start(Create<PageDirect>(Core(),
                             BlockOperation::READ,
                             forceUnitAccess,
                             mapping,
                             offset,
                             bytes,
                             nullptr,
                             completion),
          timeline);
}

void
PageCache::WriteDirect(Ptr<PageMapping> mapping,
                       uint64_t offset,
                       uint64_t bytes,
                       Ptr<const Packet> data,
                       Completion completion,
                       bool forceUnitAccess,
                       Ptr<IoTimeline> timeline)
{
    NS_LOG_FUNCTION(this << offset << bytes << forceUnitAccess);
    Start(Create<PageDirect>(Core(),
                             BlockOperation::WRITE,
                             forceUnitAccess,
                             mapping,
                             offset,
                             bytes,
                             data,
                             completion),
          timeline);
}

void
PageCache::WriteBack(Ptr<PageMapping> mapping, Completion completion)
{
    NS_LOG_FUNCTION(this);
    Create<PageSync>(Core(), mapping, completion)->Start();
}

void
PageCache::WriteBackPages(Ptr<PageMapping> mapping,
                          std::vector<uint64_t> pages,
                          Completion completion)
{
    NS_LOG_FUNCTION(this << pages.size());
    Create<PageListSync>(Core(), mapping, std::move(pages), completion)->Start();
}

void
PageCache::WriteBackAll(Completion completion)
{
    NS_LOG_FUNCTION(this);
    Create<PageSync>(Core(), nullptr, completion)->Start();
}

void
PageCache::FlushDevice(Completion completion, Ptr<IoTimeline> timeline)
{
    NS_LOG_FUNCTION(this);
    Core().Flush(completion, timeline);
}

void
PageCache::WaitForWriting(Ptr<PageMapping> mapping, Completion completion)
{
    NS_LOG_FUNCTION(this);
    Create<PageWriteWait>(Core(), mapping, completion)->Resume();
}

void
PageCache::Drop(Ptr<PageMapping> mapping, uint64_t page)
{
    NS_LOG_FUNCTION(this << page);
    auto& core = Core();
    auto& table = core.GetMemory().GetTable();
    if (!table.Find(PeekPointer(mapping)))
    {
        return;
    }
    MappingUse use(table, mapping);
    auto& pages = use.Get().pages;
    for (auto it = pages.lower_bound(page); it != pages.end();)
    {
        core.Drop(*(it++)->second);
    }
    if (page == 0)
    {
        use.Get().error.reset();
    }
}

void
PageCache::Hold(Ptr<PageMapping> mapping, uint64_t page, Ptr<const Packet> data)
{
    NS_LOG_FUNCTION(this << page);
    auto& core = Core();
    MappingUse use(core.GetMemory().GetTable(), mapping);
    Ptr<CachedPage> held(use.Get().Find(page));
    if (!held)
    {
        core.MayAdd();
        held = core.GetMemory().Add(use.Get(), page);
    }
    held->valid = true;
    if (data && core.GetDevice().StoresData())
    {
        NS_ASSERT_MSG(data->GetSize() == PAGE_BYTES, "a page has " << PAGE_BYTES << " bytes");
        held->bytes.resize(PAGE_BYTES);
        data->CopyData(held->bytes.data(), PAGE_BYTES);
    }
    core.GetMemory().GetLru().Use(*held);
    core.Hold(*held);
    core.ReportPages();
}

void
PageCache::Release(Ptr<PageMapping> mapping, uint64_t page, bool dirty)
{
    NS_LOG_FUNCTION(this << page << dirty);
    auto& core = Core();
    const auto known = core.GetMemory().GetTable().Find(PeekPointer(mapping));
    const auto held = known ? known->Find(page) : nullptr;
    if (held && held->holds > 0)
    {
        core.Release(*held, dirty);
    }
}

bool
PageCache::IsCached(Ptr<const PageMapping> mapping, uint64_t page) const
{
    const auto known = m_core->GetMemory().GetTable().Find(PeekPointer(mapping));
    const auto cached = known ? known->Find(page) : nullptr;
    return cached && cached->valid;
}

bool
PageCache::Use(Ptr<const PageMapping> mapping, uint64_t page)
{
    const auto known = m_core->GetMemory().GetTable().Find(PeekPointer(mapping));
    const auto cached = known ? known->Find(page) : nullptr;
    if (!cached || !cached->valid)
    {
        return false;
    }
    m_core->GetMemory().GetLru().Use(*cached);
    return true;
}

PageCacheStatistics
PageCache::GetStatistics() const
{
    return m_core->GetStatistics();
}

void
PageCache::LosePower()
{
    NS_LOG_INFO("power lost: " << m_cachedPages << " pages, " << m_dirtyPages << " of them dirty");
    m_core->LosePower();
}

} // namespace ns3
