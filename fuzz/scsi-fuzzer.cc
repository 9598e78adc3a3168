/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-disk.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

/// Takes bytes off the front of the input; zeros when there are no more.
class Input
{
  public:
    /**
     * @param data the input
     * @param size its size
     */
    Input(const uint8_t* data, std::size_t size)
        : m_data(data),
          m_left(size)
    {
    }

    /**
     * @return true if nothing is left
     */
    bool IsEmpty() const
    {
        return m_left == 0;
    }

    /**
     * @return the next byte
     */
    uint8_t Take()
    {
        if (m_left == 0)
        {
            return 0;
        }
        --m_left;
        return *m_data++;
    }

  private:
    const uint8_t* m_data; //!< what comes next
    std::size_t m_left;    //!< bytes of it
};

/// Brings commands to a disk and checks that each ends once.
class Port : public ScsiTargetPort
{
  public:
    /**
     * @param input where commands and data come from
     */
    explicit Port(Input& input)
        : m_input(input),
          m_disk(CreateObject<ScsiDisk>())
    {
        auto drive = CreateObject<RamDisk>();
        drive->SetAttribute("BlockCount", UintegerValue(4096));
        drive->SetAttribute("StoreData", BooleanValue(true));
        m_disk->SetBlockDevice(drive);
        m_disk->SetAttribute("StoreData", BooleanValue(true));
        m_disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        for (std::size_t i = 0; i < m_names.size(); ++i)
        {
            m_names[i] = std::make_shared<const std::string>("iqn." + std::to_string(i));
        }
    }

    ~Port() override
    {
        m_disk->Dispose();
    }

    /**
     * Do what the next bytes of the input say: bring a command, or manage those under way. The
     * first byte has the initiator in bits 0 and 1, the task attribute in 2 to 4, bit 5 for a CDB
     * of 32 bytes, bit 6 for task management, bit 7 to let the simulation run.
     */
    void Step()
    {
        const auto control = m_input.Take();
        const auto& name = m_names[control & 3];
        if (control & 0x40)
        {
            Manage(name);
        }
        else
        {
            Bring(name, control);
        }
        if (control & 0x80)
        {
            Simulator::Run();
        }
    }

    /**
     * Let everything end, and check that it did.
     */
    void End()
    {
        Simulator::Run();
        if (!m_tasks.empty())
        {
            std::abort();
        }
    }

    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override
    {
        Check(task);
        if (offset + data->GetSize() > task->dataInLength)
        {
            std::abort();
        }
    }

    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        Check(task);
        if (offset + length > task->dataOutLength || length == 0)
        {
            std::abort();
        }
        std::vector<uint8_t> bytes(length);
        std::generate_n(bytes.begin(), std::min(length, 64U), [this] { return m_input.Take(); });
        Simulator::ScheduleNow(&ScsiDevice::DataOutReceived,
                               m_disk,
                               task,
                               offset,
                               Create<Packet>(bytes.data(), length));
    }

    void SendCommandComplete(Ptr<ScsiTask> task) override
    {
        Check(task);
        if (!task->sense.empty() && !ScsiSense::Decode(task->sense))
        {
            std::abort();
        }
        m_tasks.erase(PeekPointer(task));
    }

    void TaskAborted(Ptr<ScsiTask> task) override
    {
        Check(task);
        m_tasks.erase(PeekPointer(task));
    }

  private:
    /**
     * @param task a task that the disk speaks of, which must be under way
     */
    void Check(const Ptr<ScsiTask>& task) const
    {
        if (!m_tasks.contains(PeekPointer(task)))
        {
            std::abort();
        }
    }

    /**
     * Bring a command.
     *
     * @param name the initiator
     * @param control the first byte
     */
    void Bring(const std::shared_ptr<const std::string>& name, uint8_t control)
    {
        auto task = Create<ScsiTask>();
        task->initiatorPort = name;
        task->attribute = static_cast<ScsiTaskAttribute>(std::min(control >> 2 & 7, 4));
        task->dataInLength = m_input.Take() * 64;
        task->dataOutLength = m_input.Take() * 8;
        task->port = this;
        std::generate(task->cdb.begin(), task->cdb.end(), [this] { return m_input.Take(); });
        if (control & 0x20)
        {
            task->extendedCdb.resize(16);
            std::generate(task->extendedCdb.begin(), task->extendedCdb.end(), [this] {
                return m_input.Take();
            });
        }
        m_tasks.emplace(PeekPointer(task), task);
        m_disk->CommandReceived(task);
    }

    /**
     * Manage the tasks under way.
     *
     * @param name the initiator
     */
    void Manage(const std::shared_ptr<const std::string>& name)
    {
        const auto what = m_input.Take() % 13;
        const auto task = m_tasks.empty() ? Ptr<ScsiTask>() : m_tasks.begin()->second;
        if (what == 10)
        {
            m_disk->NexusLost(*name);
        }
        else if (what == 11 && task)
        {
            m_tasks.erase(PeekPointer(task));
            m_disk->TaskLost(task);
        }
        else if (what < 10)
        {
            ScsiTaskManagementRequest request;
            request.function = static_cast<ScsiTaskManagementFunction>(what);
            request.initiatorPort = name;
            request.task = task;
            request.port = this;
            m_disk->ManageTasks(request);
        }
    }

    Input& m_input;                                            //!< commands and data
    Ptr<ScsiDisk> m_disk;                                      //!< the disk
    std::array<std::shared_ptr<const std::string>, 4> m_names; //!< initiators
    std::map<const ScsiTask*, Ptr<ScsiTask>> m_tasks;          //!< tasks under way
};

} // namespace

/**
 * Bring commands and task management functions of several initiators to a disk.
 *
 * @param data what they are
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    {
        Input input(data, size);
        Port port(input);
        while (!input.IsEmpty())
        {
            port.Step();
        }
        port.End();
    }
    Simulator::Destroy();
    return 0;
}
