/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/san-reservations.h"
#include "ns3/scsi-cdb.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A logical unit that can be reserved, or says that it can.
struct ReservedUnit
{
    bool isStrict{true};                      //!< whether it refuses others
    const ScsiInitiatorPort* holder{nullptr}; //!< who has reserved it
    std::vector<uint8_t> opcodes;             //!< of all commands, in order
    std::vector<uint8_t> actions;             //!< of PERSISTENT RESERVE OUT, in order
};

/// A way to the unit.
class ReservingPort : public ScsiInitiatorPort
{
  public:
    /**
     * @param unit the unit
     */
    explicit ReservingPort(ReservedUnit& unit)
        : m_unit(unit)
    {
    }

    void SendScsiCommand(Ptr<ScsiTask> task) override
    {
        const auto opcode = GetScsiOpcode(task->cdb);
        m_unit.opcodes.push_back(static_cast<uint8_t>(opcode));
        const bool isRefused = m_unit.isStrict && m_unit.holder && m_unit.holder != this;
        task->status = isRefused ? ScsiStatus::RESERVATION_CONFLICT : ScsiStatus::GOOD;
        const bool isPersistent = opcode == ScsiOpcode::PERSISTENT_RESERVE_OUT;
        if (isPersistent)
        {
            m_unit.actions.push_back(task->cdb[1]);
        }
        const bool reserves =
            opcode == ScsiOpcode::RESERVE_6 || (isPersistent && task->cdb[1] == 1);
        if (reserves && !isRefused)
        {
            m_unit.holder = this;
        }
        Simulator::Schedule(MilliSeconds(1),
                            [task] { task->client->CommandCompleteReceived(task); });
    }

    void SendDataOut(Ptr<ScsiTask> /* task */,
                     uint32_t /* offset */,
                     Ptr<Packet> /* data */) override
    {
    }

    bool IsReady() const override
    {
        return true;
    }

  private:
    ReservedUnit& m_unit; //!< the unit
};

} // namespace

/**
 * @ingroup san-tests
 *
 * Reads that a reservation should refuse, of a unit that does and of one that does not.
 */
class SanReservationsTestCase : public TestCase
{
  public:
    SanReservationsTestCase()
        : TestCase("reservations exclude others")
    {
    }

  private:
    /**
     * @param isStrict whether the unit refuses others
     * @param number of the unit
     * @param reserve what is done with the unit
     * @return what is wrong
     */
    std::string Run(
        bool isStrict,
        uint16_t number,
        const std::function<void(SanReservations&, const SanReservations::Unit&)>& reserve)
    {
        m_unit = {isStrict, nullptr, {}, {}};
        SanReservations::Unit unit;
        unit.target = 1;
        unit.number = number;
        for (int i = 0; i < 2; ++i)
        {
            unit.ports.push_back(CreateObject<ReservingPort>(m_unit));
        }
        SanReservations reservations;
        reserve(reservations, unit);
        Simulator::Run();
        Simulator::Destroy();
        return reservations.GetError();
    }

    void DoRun() override
    {
        const auto plain = [](auto& reservations, const auto& unit) { reservations.Reserve(unit); };
        const auto persistent = [](auto& reservations, const auto& unit) {
            reservations.ReservePersistently(unit);
        };
        const auto brief = [](auto& reservations, const auto& unit) {
            reservations.Reserve(unit);
            reservations.Release(unit);
        };
        const auto late = [](auto& reservations, const auto& unit) {
            reservations.Release(unit);
            reservations.Reserve(unit);
        };
        const auto clear = [](auto& reservations, const auto& unit) { reservations.Clear(unit); };
        NS_TEST_EXPECT_MSG_EQ(Run(true, 2, plain), "", "the other is refused");
        NS_TEST_EXPECT_MSG_EQ(m_unit.opcodes.size(), 3, "two reserve, one reads");
        NS_TEST_EXPECT_MSG_EQ(+m_unit.opcodes.at(2), 0x28, "READ (10)");
        NS_TEST_EXPECT_MSG_EQ(Run(false, 2, plain),
                              "2 reservations break a rule, the first: target 1, LUN 2, +0.002s: "
                              "read while another host has reserved it",
                              "both have it");
        NS_TEST_EXPECT_MSG_EQ(Run(false, 2, brief), "", "both have released it");
        NS_TEST_EXPECT_MSG_EQ(m_unit.opcodes.size(), 4, "nobody reads");
        NS_TEST_EXPECT_MSG_EQ(Run(false, 2, late), "", "a release is under way");
        NS_TEST_EXPECT_MSG_EQ(m_unit.opcodes.size(), 4, "nobody reads");
        Run(true, 3, clear);
        NS_TEST_EXPECT_MSG_EQ((m_unit.actions == std::vector<uint8_t>{6, 3, 6, 3}),
                              true,
                              "each host registers before it clears: who is not may not clear");
        NS_TEST_EXPECT_MSG_EQ(Run(true, 3, persistent), "", "who is not registered is refused");
        NS_TEST_EXPECT_MSG_EQ(m_unit.opcodes.size(), 3, "one registers and reserves, one reads");
        NS_TEST_EXPECT_MSG_EQ(Run(false, 3, persistent),
                              "1 reservations break a rule, the first: target 1, LUN 3, +0.002s: "
                              "read while another host has reserved it",
                              "who is not registered reads");
    }

    ReservedUnit m_unit; //!< what is reserved
};

/**
 * @ingroup san-tests
 *
 * @brief Tests of reservations.
 */
class SanReservationsTestSuite : public TestSuite
{
  public:
    SanReservationsTestSuite()
        : TestSuite("san-reservations", Type::UNIT)
    {
        AddTestCase(new SanReservationsTestCase, Duration::QUICK);
    }
};

static SanReservationsTestSuite g_sanReservationsTestSuite; //!< registers the suite
