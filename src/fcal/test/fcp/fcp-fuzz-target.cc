/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-fuzz-target.h"

#include "ns3/boolean.h"
#include "ns3/fc-iu.h"
#include "ns3/fc-sequence.h"
#include "ns3/fcal-helper.h"
#include "ns3/fcal-loop.h"
#include "ns3/fcal-port.h"
#include "ns3/fcp-initiator.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-target.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes of a block of the device.
constexpr uint32_t BLOCK = 512;
/// Bytes that each command reads or writes.
constexpr uint32_t LENGTH = 8 * BLOCK;
/// Commands that are open while units arrive.
constexpr uint32_t COMMANDS = 4;
/// Kinds of units.
constexpr uint8_t KINDS = 10;
/// Between units.
const Time STEP = MicroSeconds(30);

/**
 * A command and how often it has ended.
 */
struct FuzzTask : public ScsiTask
{
    uint32_t completions{0}; //!< how often it ended
};

/**
 * Who sends the commands.
 */
class FuzzClient : public ScsiInitiatorClient
{
  public:
    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override
    {
        Check(*task, task->dataInLength, offset, data->GetSize());
    }

    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        Check(*task, task->dataOutLength, offset, length);
        port->SendDataOut(task, offset, Create<Packet>(length));
    }

    void CommandCompleteReceived(Ptr<ScsiTask> task) override
    {
        ++StaticCast<FuzzTask>(task)->completions;
    }

    Ptr<FcpInitiator> port; //!< where to send data
    std::string wrong;      //!< what may not be

  private:
    /**
     * @param task a task
     * @param length bytes of its data
     * @param offset where data are that have come, or are wanted
     * @param bytes how many
     */
    void Check(const ScsiTask& task, uint32_t length, uint32_t offset, uint32_t bytes)
    {
        if (offset > length || bytes > length - offset)
        {
            wrong = "bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                    " of " + std::to_string(length) + ", operation code " +
                    std::to_string(task.cdb[0]);
        }
    }
};

/**
 * Takes bytes from an input; behind its end there are zeros.
 */
class FuzzInput
{
  public:
    /**
     * @param data the bytes
     * @param size how many
     */
    FuzzInput(const uint8_t* data, std::size_t size)
        : m_data(data),
          m_end(data + size)
    {
    }

    /**
     * @return whether there are more
     */
    bool IsAny() const
    {
        return m_data < m_end;
    }

    /**
     * @return the next
     */
    uint8_t Take()
    {
        return m_data < m_end ? *m_data++ : 0;
    }

  private:
    const uint8_t* m_data; //!< the next
    const uint8_t* m_end;  //!< behind the last
};

/**
 * A loop with an initiator and a target, and commands between them.
 */
class FuzzLoop
{
  public:
    /**
     * @param flags first byte of the input
     */
    explicit FuzzLoop(uint8_t flags)
    {
        FcalHelper helper;
        helper.SetLoopAttribute("AlTime", TimeValue(Time(0)));
        helper.SetNodeAttribute("ReadExchangeConcise", BooleanValue((flags & 2) == 0));
        helper.SetInitiatorAttribute("FirstBurstLength", UintegerValue((flags & 4) ? LENGTH : 0));
        helper.SetTargetAttribute("FirstBurst", BooleanValue((flags & 4) != 0));
        m_loop = helper.CreateLoop();
        auto ram = CreateObjectWithAttributes<RamDisk>("Latency", TimeValue(MilliSeconds(1)));
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(ram);
        const auto target = helper.InstallTarget(m_loop, disk);
        m_client.port = helper.InstallInitiator(m_loop).front();
        m_initiatorPort = m_client.port->GetNode()->GetPort();
        m_targetPort = target->GetObject<FcalPort>();
        while (!m_client.port->IsReady())
        {
            RunFor(MilliSeconds(1));
        }
        for (uint32_t i = 0; i < COMMANDS; ++i)
        {
            SendCommand(i, i % 2 == 0);
        }
        RunFor(MicroSeconds(100));
    }

    ~FuzzLoop()
    {
        Simulator::Destroy();
        m_loop->Dispose();
    }

    FuzzLoop(const FuzzLoop&) = delete;
    FuzzLoop& operator=(const FuzzLoop&) = delete;

    /**
     * Send a unit that does not belong there.
     *
     * @param input where its bytes are (FcpFuzzTarget::SendUnits)
     * @param isInitiator whether the initiator's port sends it
     */
    void SendUnit(FuzzInput& input, bool isInitiator)
    {
        const auto& from = isInitiator ? m_initiatorPort : m_targetPort;
        const auto& to = isInitiator ? m_targetPort : m_initiatorPort;
        if (!from->GetAlpa() || !to->GetAlpa())
        {
            return;
        }
        const auto first = input.Take();
        auto sequence = Create<FcSequence>();
        sequence->header = MakeHeader(input, first, {*to->GetAlpa(), *from->GetAlpa()});
        std::vector<uint8_t> payload(input.Take());
        std::generate(payload.begin(), payload.end(), [&input] { return input.Take(); });
        sequence->payload = Create<Packet>(payload.data(), payload.size());
        RunFor((first & 0x80) ? MilliSeconds(1) : STEP);
        from->SendSequence(sequence);
    }

    /**
     * Let all end.
     *
     * @return what is wrong, empty if nothing is
     */
    std::string Finish()
    {
        Simulator::Run();
        for (const auto& task : m_tasks)
        {
            if (task->completions != 1)
            {
                return "a command has ended " + std::to_string(task->completions) + " times";
            }
        }
        const auto open = m_client.port->GetNode()->GetNOpen();
        return open > 0 ? std::to_string(open) + " exchanges are open" : m_client.wrong;
    }

  private:
    /**
     * @param time how long to run
     */
    static void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /**
     * @param number number of a command
     * @param isRead whether it reads
     */
    void SendCommand(uint32_t number, bool isRead)
    {
        auto task = Create<FuzzTask>();
        task->client = &m_client;
        task->cdb[0] = isRead ? 0x28 : 0x2a;
        task->cdb[5] = static_cast<uint8_t>(number * LENGTH / BLOCK);
        task->cdb[8] = LENGTH / BLOCK;
        (isRead ? task->dataInLength : task->dataOutLength) = LENGTH;
        m_tasks.push_back(task);
        m_client.port->SendScsiCommand(task);
    }

    /**
     * @param input what to take from
     * @param first first byte of the unit
     * @param ids who sends it to whom
     * @return its header
     */
    static FcHeader MakeHeader(FuzzInput& input, uint8_t first, FcExchangeIds ids)
    {
        const auto kind = first & 0x0f;
        const auto rCtl = kind < KINDS ? uint8_t{0} : input.Take();
        const auto type = kind < KINDS ? uint8_t{0} : input.Take();
        ids.oxId = input.Take();
        const auto rxId = input.Take();
        ids.rxId = rxId == 0xff ? FcHeader::UNASSIGNED_ID : rxId;
        auto header = MakeFcHeader(static_cast<FcIu>(kind < KINDS ? kind : 0), ids);
        if (kind >= KINDS)
        {
            header.rCtl = static_cast<FcRCtl>(rCtl);
            header.type = static_cast<FcType>(type);
        }
        header.fCtl ^= (first & 0x10) ? FcHeader::EXCHANGE_RESPONDER : 0;
        header.fCtl ^= (first & 0x20) ? FcHeader::RELATIVE_OFFSET_PRESENT : 0;
        header.fCtl ^= (first & 0x40) ? FcHeader::END_SEQUENCE : 0;
        header.parameter = input.Take() << 8;
        header.parameter |= input.Take();
        return header;
    }

    FuzzClient m_client;                //!< sends the commands
    Ptr<FcalLoop> m_loop;               //!< the loop
    Ptr<FcalPort> m_initiatorPort;      //!< port of the initiator
    Ptr<FcalPort> m_targetPort;         //!< port of the target
    std::vector<Ptr<FuzzTask>> m_tasks; //!< the commands
};

} // namespace

std::string
FcpFuzzTarget::SendUnits(const uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const auto flags = input.Take();
    FuzzLoop loop(flags);
    while (input.IsAny())
    {
        loop.SendUnit(input, (flags & 1) != 0);
    }
    return loop.Finish();
}

} // namespace ns3
