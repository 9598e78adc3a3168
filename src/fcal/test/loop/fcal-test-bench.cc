/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/integer.h"
#include "ns3/string.h"

using namespace ns3;

void
FcalRecorder::SequenceReceived(Ptr<const FcReception> reception)
{
    receptions.push_back(reception);
    received.push_back(Simulator::Now());
    bytes += reception->GetSequence()->payload->GetSize();
    if (onReceived)
    {
        onReceived();
    }
}

void
FcalRecorder::ReceptionPlanned(Ptr<const FcReception> /* reception */)
{
    planned.push_back(Simulator::Now());
}

void
FcalRecorder::SequenceSent(Ptr<FcSequence> /* sequence */)
{
    sent.push_back(Simulator::Now());
    if (onSent)
    {
        onSent();
    }
}

void
FcalRecorder::SequenceFailed(Ptr<FcSequence> sequence, FcalFailure failure)
{
    failed.push_back({sequence, failure, Simulator::Now()});
    if (onFailed)
    {
        onFailed();
    }
}

void
FcalRecorder::ReceptionFailed(Ptr<const FcReception> reception)
{
    broken.push_back(reception);
}

void
FcalRecorder::PortStateChanged(FcalPortState state)
{
    states.push_back(state);
}

FcalBench::FcalBench(uint32_t count, const Setup& setup, const std::string& lineRate)
    : loop(CreateObject<FcalLoop>())
{
    loop->SetAttribute("LineRate", StringValue(lineRate));
    loop->SetAttribute("AlTime", TimeValue(Time(0)));
    Connect();
    for (uint32_t i = 0; i < count; ++i)
    {
        Add(setup);
    }
}

FcalBench::~FcalBench()
{
    Simulator::Destroy();
    for (const auto& port : ports)
    {
        port->Dispose();
    }
    loop->Dispose();
}

Ptr<FcalPort>
FcalBench::Add(const Setup& setup)
{
    const auto index = static_cast<uint32_t>(ports.size());
    auto port = CreateObject<FcalPort>();
    port->SetAttribute("HardAddress", IntegerValue(125 - static_cast<int32_t>(index)));
    recorders.push_back(std::make_unique<FcalRecorder>());
    port->SetClient(recorders.back().get());
    if (setup)
    {
        setup(index, port);
    }
    loop->Insert(port);
    ports.push_back(port);
    return port;
}

void
FcalBench::Connect()
{
    loop->TraceConnectWithoutContext(
        "Tenancy",
        Callback<void, const FcalTenancy&>(
            [this](const FcalTenancy& tenancy) { tenancies.push_back(tenancy); }));
    loop->TraceConnectWithoutContext(
        "ArbitrationWait",
        Callback<void, Ptr<const FcalPort>, Time>(
            [this](Ptr<const FcalPort>, Time wait) { waits.push_back(wait); }));
    loop->TraceConnectWithoutContext(
        "CreditStall",
        Callback<void, Ptr<const FcalPort>, Time>(
            [this](Ptr<const FcalPort>, Time wait) { stalls.push_back(wait); }));
    loop->TraceConnectWithoutContext("Lip", Callback<void, FcalLip>([this](FcalLip lip) {
                                         lips.push_back(lip);
                                     }));
    loop->TraceConnectWithoutContext("Initialised",
                                     Callback<void, const FcalInitialisation&, Time>(
                                         [this](const FcalInitialisation&, Time duration) {
                                             initialisations.push_back(duration);
                                         }));
}

void
FcalBench::Initialise()
{
    while (!loop->IsOnline())
    {
        RunFor(MicroSeconds(100));
    }
}

Ptr<FcSequence>
FcalBench::Send(uint32_t from, uint32_t to, uint32_t bytes)
{
    auto sequence = Create<FcSequence>();
    sequence->header.dId = *ports[to]->GetAlpa();
    sequence->header.fCtl = FcHeader::RELATIVE_OFFSET_PRESENT | FcHeader::END_SEQUENCE;
    sequence->payload = Create<Packet>(bytes);
    ports[from]->SendSequence(sequence);
    return sequence;
}

void
FcalBench::Saturate(uint32_t from, uint32_t to, uint32_t bytes)
{
    for (int i = 0; i < 4; ++i)
    {
        Send(from, to, bytes);
    }
    recorders[from]->onSent = [this, from, to, bytes]() { Send(from, to, bytes); };
}

Time
FcalBench::Words(uint64_t words) const
{
    return loop->GetLineRate().GetTime(words);
}

void
FcalBench::RunFor(Time time) const
{
    Simulator::Stop(time);
    Simulator::Run();
}
