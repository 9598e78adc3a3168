/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-fuzz-target.h"

#include "ns3/fc-ba-reply-header.h"
#include "ns3/fc-iu.h"
#include "ns3/fc-logo-header.h"
#include "ns3/fc-ls-reply-header.h"
#include "ns3/fc-plogi-header.h"
#include "ns3/fc-rec-header.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-prli-header.h"
#include "ns3/fcp-response-header.h"
#include "ns3/fcp-xfer-rdy-header.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

/// First byte of an input: who is hostile.
constexpr uint8_t TARGET = 0;
/// The same.
constexpr uint8_t INITIATOR = 1;
/// OX_ID of the first command, a read, behind those of the logins. The next is a write.
constexpr uint8_t READ = 2;
/// OX_ID of a write.
constexpr uint8_t WRITE = 3;
/// OX_ID of no command.
constexpr uint8_t UNKNOWN = 200;
/// RX_ID that is not given.
constexpr uint8_t NONE = 0xff;

/**
 * @param header a header
 * @return its bytes
 */
Bytes
Write(const Header& header)
{
    Packet packet;
    packet.AddHeader(header);
    Bytes bytes(packet.GetSize());
    packet.CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @param iu a kind of unit
 * @param oxId its exchange
 * @param payload its payload
 * @param parameter its Parameter
 * @param change bits 4 to 7 of its first byte (FcpFuzzTarget)
 * @return the unit as the input has it
 */
Bytes
Unit(FcIu iu, uint8_t oxId, const Bytes& payload, uint16_t parameter = 0, uint8_t change = 0)
{
    Bytes unit{static_cast<uint8_t>(static_cast<uint8_t>(iu) | change),
               oxId,
               NONE,
               static_cast<uint8_t>(parameter >> 8),
               static_cast<uint8_t>(parameter),
               static_cast<uint8_t>(payload.size())};
    unit.insert(unit.end(), payload.begin(), payload.end());
    return unit;
}

/**
 * @param offset first byte wanted
 * @param length bytes wanted
 * @return payload of an FCP_XFER_RDY
 */
Bytes
Ready(uint32_t offset, uint32_t length)
{
    FcpXferRdyHeader ready;
    ready.dataOffset = offset;
    ready.burstLength = length;
    return Write(ready);
}

/**
 * @return payload of an FCP_CMND: a WRITE of eight blocks
 */
Bytes
Command()
{
    FcpCommandHeader command;
    command.cdb = {0x2a, 0, 0, 0, 0, 0, 0, 0, 8};
    command.writeData = true;
    command.dataLength = 8 * 512;
    return Write(command);
}

/**
 * @param flag a task management flag
 * @return payload of an FCP_CMND with it
 */
Bytes
Manage(uint8_t flag)
{
    FcpCommandHeader command;
    command.taskManagement = flag;
    return Write(command);
}

/**
 * @param bytes bytes
 * @param size how many of them to keep
 * @return these
 */
Bytes
Cut(Bytes bytes, std::size_t size)
{
    bytes.resize(size);
    return bytes;
}

/// What a port sends, and what that is.
using Case = std::pair<std::string, Bytes>;

/**
 * @return what a hostile target sends
 */
std::vector<Case>
MakeTargetCases()
{
    using enum FcIu;
    FcpResponseHeader failure;
    failure.status = ScsiStatus::CHECK_CONDITION;
    failure.sense = Bytes(64, 0xff);
    return {
        {"a status of no command", Unit(FCP_RSP, UNKNOWN, Write(FcpResponseHeader()))},
        {"a status before any data", Unit(FCP_RSP, READ, Write(FcpResponseHeader()))},
        {"a status of a write", Unit(FCP_RSP, WRITE, Write(failure))},
        {"a status cut short", Unit(FCP_RSP, READ, Cut(Write(FcpResponseHeader()), 11))},
        {"a status without its sense", Unit(FCP_RSP, WRITE, Cut(Write(failure), 30))},
        {"no status at all", Unit(FCP_RSP, READ, {})},
        {"data behind the buffer", Unit(FCP_DATA_IN, READ, Bytes(200), 0xf000)},
        {"data across its end", Unit(FCP_DATA_IN, READ, Bytes(200), 8 * 512 - 100)},
        {"data of a write", Unit(FCP_DATA_IN, WRITE, Bytes(200))},
        {"data without an offset", Unit(FCP_DATA_IN, READ, Bytes(200), 0, 0x20)},
        {"data of nobody", Unit(FCP_DATA_IN, UNKNOWN, Bytes(200))},
        {"data to be written", Unit(FCP_DATA_OUT, WRITE, Bytes(200))},
        {"more data wanted than there are", Unit(FCP_XFER_RDY, WRITE, Ready(512, 0xffffffff))},
        {"data wanted from behind", Unit(FCP_XFER_RDY, WRITE, Ready(0xffffff00, 512))},
        {"no data wanted", Unit(FCP_XFER_RDY, WRITE, Ready(0, 0))},
        {"data of a read wanted", Unit(FCP_XFER_RDY, READ, Ready(0, 512))},
        {"a request cut short", Unit(FCP_XFER_RDY, WRITE, Cut(Ready(0, 512), 5))},
        {"a command", Unit(FCP_CMND, READ, Command())},
        {"an abort", Unit(ABTS, READ, {})},
        {"an abort accepted that nobody sent", Unit(BA_ACC, READ, Write(FcBaAccHeader()))},
        {"one rejected", Unit(BA_RJT, WRITE, Write(FcBaRjtHeader()))},
        {"one cut short", Unit(BA_ACC, WRITE, {1, 2, 3})},
        {"a login", Unit(ELS_REQUEST, UNKNOWN, Write(FcPlogiHeader()))},
        {"an answer to no login", Unit(ELS_REPLY, READ, Write(FcPlogiHeader()))},
        {"an unknown link service", Unit(ELS_REQUEST, UNKNOWN, {0x7e, 0, 0, 0})},
        {"an empty link service", Unit(ELS_REQUEST, UNKNOWN, {})},
        {"an empty answer", Unit(ELS_REPLY, WRITE, {})},
        {"a status said to be of an originator",
         Unit(FCP_RSP, READ, Write(FcpResponseHeader()), 0, 0x10)},
        {"a sequence without an end", Unit(FCP_DATA_IN, READ, Bytes(100), 0, 0x40)},
    };
}

/**
 * @return what a hostile initiator sends
 */
std::vector<Case>
MakeInitiatorCases()
{
    using enum FcIu;
    auto longCommand = Command();
    longCommand[11] |= 0xf8;
    FcRecHeader rec;
    rec.oxId = READ;
    return {
        {"a command in an open exchange", Unit(FCP_CMND, READ, Command())},
        {"a command twice", Unit(FCP_CMND, UNKNOWN, Command())},
        {"a command cut short", Unit(FCP_CMND, UNKNOWN, Cut(Command(), 13))},
        {"a command without its end", Unit(FCP_CMND, UNKNOWN, longCommand)},
        {"no command", Unit(FCP_CMND, UNKNOWN, {})},
        {"two task management flags", Unit(FCP_CMND, UNKNOWN, Manage(0x06))},
        {"a reset", Unit(FCP_CMND, UNKNOWN, Manage(FcpCommandHeader::TARGET_RESET))},
        {"data of a read", Unit(FCP_DATA_OUT, READ, Bytes(200))},
        {"data behind the buffer", Unit(FCP_DATA_OUT, WRITE, Bytes(200), 0xf000)},
        {"data across its end", Unit(FCP_DATA_OUT, WRITE, Bytes(200), 8 * 512 - 100)},
        {"data without an offset", Unit(FCP_DATA_OUT, WRITE, Bytes(200), 0, 0x20)},
        {"data of nobody", Unit(FCP_DATA_OUT, UNKNOWN, Bytes(200))},
        {"no data", Unit(FCP_DATA_OUT, WRITE, {})},
        {"a status", Unit(FCP_RSP, READ, Write(FcpResponseHeader()))},
        {"an abort of a command", Unit(ABTS, READ, {})},
        {"an abort of nothing", Unit(ABTS, UNKNOWN, {})},
        {"a login in the middle", Unit(ELS_REQUEST, UNKNOWN, Write(FcPlogiHeader()))},
        {"a process login without one", Unit(ELS_REQUEST, UNKNOWN, Write(FcpPrliHeader()))},
        {"a logout", Unit(ELS_REQUEST, UNKNOWN, Write(FcLogoHeader()))},
        {"a logout cut short", Unit(ELS_REQUEST, UNKNOWN, Cut(Write(FcLogoHeader()), 6))},
        {"a question for an exchange", Unit(ELS_REQUEST, UNKNOWN, Write(rec))},
        {"one cut short", Unit(ELS_REQUEST, UNKNOWN, Cut(Write(rec), 7))},
        {"an answer to nothing", Unit(ELS_REPLY, UNKNOWN, Write(FcPlogiHeader()))},
        {"an unknown link service", Unit(ELS_REQUEST, UNKNOWN, {0x7e, 0, 0, 0})},
    };
}

/**
 * @param flags first byte of an input
 * @param units its units
 * @return the input
 */
Bytes
MakeInput(uint8_t flags, const Bytes& units)
{
    Bytes bytes{flags};
    bytes.insert(bytes.end(), units.begin(), units.end());
    return bytes;
}

} // namespace

/**
 * @ingroup fcal
 *
 * A port sends what it should not. Commands end all the same, once, and exchanges too.
 */
class FcalHostileTest : public TestCase
{
  public:
    /**
     * @param name who sends it
     * @param flags first byte of the input
     * @param cases what it sends
     */
    FcalHostileTest(const std::string& name, uint8_t flags, const std::vector<Case>& cases)
        : TestCase(name),
          m_flags(flags),
          m_cases(cases)
    {
    }

  private:
    static constexpr int RUNS = 300; //!< inputs that are changed at random

    /**
     * @param limit a number
     * @return a number from 0 to below it
     */
    std::size_t Draw(std::size_t limit)
    {
        return m_random() % limit; // a distribution may differ from library to library
    }

    void DoRun() override
    {
        for (const auto& [name, unit] : m_cases)
        {
            for (const uint8_t more : {0, 2, 4})
            {
                auto twice = unit;
                twice.insert(twice.end(), unit.begin(), unit.end());
                const auto input = MakeInput(m_flags | more, twice);
                NS_TEST_EXPECT_MSG_EQ(FcpFuzzTarget::SendUnits(input.data(), input.size()),
                                      "",
                                      name << ", " << +more);
            }
        }
        for (int run = 0; run < RUNS; ++run)
        {
            auto input = MakeInput(m_flags | Draw(4) << 1, {});
            for (auto units = 1 + Draw(8); units > 0; --units)
            {
                const auto& unit = m_cases[Draw(m_cases.size())].second;
                input.insert(input.end(), unit.begin(), unit.end());
            }
            for (auto changes = Draw(5); changes > 0; --changes)
            {
                input[1 + Draw(input.size() - 1)] = Draw(256);
            }
            NS_TEST_EXPECT_MSG_EQ(FcpFuzzTarget::SendUnits(input.data(), input.size()),
                                  "",
                                  "run " << run);
        }
    }

    uint8_t m_flags;           //!< first byte of the input
    std::vector<Case> m_cases; //!< what is sent
    std::mt19937 m_random;     //!< what changes it
};

/**
 * @ingroup fcal
 *
 * Hostile ports.
 */
class FcalHostileTestSuite : public TestSuite
{
  public:
    FcalHostileTestSuite()
        : TestSuite("fcal-hostile", Type::UNIT)
    {
        AddTestCase(new FcalHostileTest("a target", TARGET, MakeTargetCases()), Duration::QUICK);
        AddTestCase(new FcalHostileTest("an initiator", INITIATOR, MakeInitiatorCases()),
                    Duration::QUICK);
    }
};

static FcalHostileTestSuite g_fcalHostileTestSuite; //!< the suite
