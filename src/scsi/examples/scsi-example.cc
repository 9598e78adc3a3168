/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Sends commands to a logical unit, a disk over a block device, one after the other: asks what it
// is, writes a block, reads it, and reads past the end. Prints the status, or what the sense data
// say, and the first bytes of the data that came.
//
//     scsi-example --ns3::ScsiLocalPort::Delay=100us --ns3::FixedLatencyDevice::Latency=5ms

#include "ns3/boolean.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-status.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"

#include <iomanip>
#include <iostream>
#include <list>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A command and its buffers.
struct Command
{
    std::string name;    //!< as the standards print it
    ScsiCdb cdb;         //!< command descriptor block
    std::string dataOut; //!< bytes to write
    uint32_t dataIn{0};  //!< bytes that are wanted at most
};

/**
 * @param bytes some bytes
 * @return the first 16 as numbers and as text
 */
std::string
Dump(const std::vector<uint8_t>& bytes)
{
    std::ostringstream numbers;
    std::string text;
    for (std::size_t i = 0; i < 16; ++i)
    {
        numbers << std::hex << std::setfill('0') << std::setw(2) << +bytes[i] << " ";
        text += bytes[i] >= ' ' && bytes[i] <= '~' ? static_cast<char>(bytes[i]) : '.';
    }
    return numbers.str() + " " + text;
}

/// The part of an operating system that sends commands: the application client of SAM-5.
class Client : public ScsiInitiatorClient
{
  public:
    Ptr<ScsiInitiatorPort> port; //!< the way to the logical unit
    std::list<Command> commands; //!< the one under way and those that follow

    /// Send the next command.
    void SendNext()
    {
        auto task = Create<ScsiTask>();
        task->cdb = commands.front().cdb;
        task->dataOutLength = static_cast<uint32_t>(commands.front().dataOut.size());
        task->dataInLength = commands.front().dataIn;
        task->client = this;
        m_dataIn.assign(task->dataInLength, 0);
        port->SendScsiCommand(task);
    }

    void DataInReceived(Ptr<ScsiTask> /* task */, uint32_t offset, Ptr<Packet> data) override
    {
        data->CopyData(m_dataIn.data() + offset, data->GetSize());
    }

    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        const auto* bytes = reinterpret_cast<const uint8_t*>(commands.front().dataOut.data());
        port->SendDataOut(task, offset, Create<Packet>(bytes + offset, length));
    }

    void CommandCompleteReceived(Ptr<ScsiTask> task) override
    {
        std::cout << std::setw(6) << Simulator::Now().GetMicroSeconds() << " us  " << std::left
                  << std::setw(19) << commands.front().name << std::right;
        if (const auto sense = ScsiSense::Decode(task->sense))
        {
            std::cout << DescribeScsiOutcome(*task) << ", block " << sense->information.value_or(0);
        }
        else
        {
            std::cout << "GOOD" << (m_dataIn.empty() ? "" : "  " + Dump(m_dataIn));
        }
        std::cout << "\n";
        commands.pop_front();
        if (!commands.empty())
        {
            SendNext();
        }
    }

  private:
    std::vector<uint8_t> m_dataIn; //!< what came for the command under way
};

/**
 * Put a logical unit behind a port, and send commands to it.
 *
 * @return 0
 */
int
RunExample()
{
    auto medium = CreateObjectWithAttributes<RamDisk>("StoreData", BooleanValue(true));
    auto disk = CreateObjectWithAttributes<ScsiDisk>("StoreData", BooleanValue(true));
    disk->SetBlockDevice(medium);
    auto port = CreateObject<ScsiLocalPort>();
    port->SetDevice(disk);

    const auto block = "hello" + std::string(507, '\0');
    Client client;
    client.port = port;
    client.commands = {
        {"INQUIRY", ScsiInquiryCdb{false, 0, 96}.Encode(), "", 96},
        {"READ CAPACITY(16)", ScsiReadCapacity16Cdb{.allocationLength = 32}.Encode(), "", 32},
        {"WRITE(10)", ScsiBlockCdb{ScsiOpcode::WRITE_10, 7, 1}.Encode(), block},
        {"READ(10)", ScsiBlockCdb{ScsiOpcode::READ_10, 7, 1}.Encode(), "", 512},
        {"READ(10)", ScsiBlockCdb{ScsiOpcode::READ_10, 2097152, 1}.Encode(), "", 512}};
    client.SendNext();
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    ProgramOptions options("scsi-example", "Commands to a logical unit, and its answers.");
    return options.Run(argc, argv, &RunExample);
}
