/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/// Bytes of a request.
constexpr uint32_t REQUEST_BYTES = 4096;

} // namespace

Ptr<SsdDrive>
MakeSsdTestDrive(const SsdParameters& parameters, bool isAged, bool storeData)
{
    auto drive = CreateObject<SsdDrive>();
    drive->SetParameters(parameters);
    drive->SetAttribute("Aged", BooleanValue(isAged));
    drive->SetAttribute("StoreData", BooleanValue(storeData));
    drive->AssignStreams(21);
    return drive;
}

Ptr<BlockRequest>
RunOnIdle(Ptr<SsdDrive> drive,
          BlockOperation operation,
          uint64_t lba,
          uint32_t blocks,
          uint8_t value)
{
    auto request = Create<BlockRequest>(operation, lba, blocks);
    if (operation == BlockOperation::WRITE)
    {
        const std::vector<uint8_t> bytes(std::size_t{blocks} * drive->GetBlockSize(), value);
        request->data = Create<Packet>(bytes.data(), bytes.size());
    }
    request->completion = BlockRequest::Completion([](Ptr<BlockRequest>) { Simulator::Stop(); });
    drive->Submit(request);
    Simulator::Run();
    return request;
}

int64_t
GetRunTime(Ptr<SsdDrive> drive, BlockOperation operation, uint64_t lba, uint32_t blocks)
{
    const auto begin = Simulator::Now();
    RunOnIdle(drive, operation, lba, blocks);
    return (Simulator::Now() - begin).GetNanoSeconds();
}

SsdTestLoad::SsdTestLoad(Ptr<BlockDevice> device,
                         BlockOperation operation,
                         uint32_t depth,
                         uint32_t count,
                         uint64_t places,
                         int64_t stream)
    : m_device(device),
      m_operation(operation),
      m_depth(depth),
      m_left(count),
      m_places(places > 0 ? places
                          : device->GetBlockCount() / (REQUEST_BYTES / device->GetBlockSize())),
      m_random(CreateObject<UniformRandomVariable>())
{
    m_random->SetStream(stream);
    for (uint32_t i = 0; i < depth; ++i)
    {
        Submit();
    }
    Simulator::Run();
}

double
SsdTestLoad::GetRate(uint32_t skipped) const
{
    const auto last = m_ends.size() - m_depth;
    return (last - skipped) / (m_ends[last] - m_ends[skipped]).GetSeconds();
}

const std::vector<Time>&
SsdTestLoad::GetLatencies() const
{
    return m_latencies;
}

void
SsdTestLoad::Submit()
{
    if (m_left == 0)
    {
        return;
    }
    --m_left;
    const auto blocks = REQUEST_BYTES / m_device->GetBlockSize();
    const uint64_t place = m_random->GetInteger(0, m_places - 1);
    auto request = Create<BlockRequest>(m_operation, place * blocks, blocks);
    request->completion = MakeCallback(&SsdTestLoad::Note, this);
    m_device->Submit(request);
}

void
SsdTestLoad::Note(Ptr<BlockRequest> request)
{
    m_ends.push_back(Simulator::Now());
    m_latencies.push_back(m_ends.back() - request->issueTime);
    Submit();
}

} // namespace ns3
