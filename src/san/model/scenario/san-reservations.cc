/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-reservations.h"

#include "ns3/log.h"
#include "ns3/scsi-access.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-persistent-reservations.h"

#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanReservations");

namespace
{

/// Bytes of a parameter list without TransportIDs (SPC-4, 6.16.3).
constexpr std::size_t LIST_SIZE = 24;

} // namespace

void
SanReservations::Send(const Ptr<ScsiInitiatorPort>& port, uint64_t lun, ScsiOpcode opcode)
{
    const auto task = Create<ScsiTask>();
    task->lun = lun;
    task->cdb[0] = static_cast<uint8_t>(opcode);
    Start(port, task, Create<Packet>());
}

void
SanReservations::SendPersistent(const Ptr<ScsiInitiatorPort>& port,
                                uint64_t lun,
                                ScsiReserveOutAction action,
                                uint64_t key)
{
    const auto task = Create<ScsiTask>();
    task->lun = lun;
    task->dataOutLength = LIST_SIZE;
    task->cdb[0] = static_cast<uint8_t>(ScsiOpcode::PERSISTENT_RESERVE_OUT);
    task->cdb[1] = static_cast<uint8_t>(action);
    task->cdb[2] = static_cast<uint8_t>(ScsiReservationType::EXCLUSIVE_ACCESS);
    PutScsiNumber(&task->cdb[5], 4, LIST_SIZE);
    std::array<uint8_t, LIST_SIZE> list{};
    PutScsiNumber(&list[0], 8, key);
    PutScsiNumber(&list[8], 8, key);
    Start(port, task, Create<Packet>(list.data(), list.size()));
}

void
SanReservations::Start(const Ptr<ScsiInitiatorPort>& port,
                       const Ptr<ScsiTask>& task,
                       Ptr<Packet> list)
{
    task->client = this;
    m_commands[task] = {port, std::move(list)};
    port->SendScsiCommand(task);
}

void
SanReservations::DataInReceived(Ptr<ScsiTask> /* task */,
                                uint32_t /* offset */,
                                Ptr<Packet> /* data */)
{
}

void
SanReservations::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    const auto& [port, list] = m_commands.at(task);
    port->SendDataOut(task, offset, list->CreateFragment(offset, length));
}

void
SanReservations::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    NS_LOG_DEBUG("command " << +task->cdb[0] << " ends with status "
                            << +static_cast<uint8_t>(task->status));
    m_commands.erase(task);
}

} // namespace ns3
