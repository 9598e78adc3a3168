/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fc-exchange-checker.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Exchanges of a port, written here, and what its checker says of them.
class CheckedPort
{
  public:
    static constexpr uint32_t OWN = 0x01;  //!< address of the port
    static constexpr uint32_t PEER = 0xef; //!< address of another one

    CheckedPort()
        : m_checker([this](const std::string& what) { said += what + "; "; })
    {
    }

    /**
     * @param oxId an OX_ID
     * @param rxId an RX_ID
     * @param isOriginator whether the port begins it
     * @param peer the other port
     * @return an exchange, which is open now
     */
    Ptr<FcExchange> Open(uint16_t oxId, uint16_t rxId, bool isOriginator, uint32_t peer = PEER)
    {
        const auto exchange = Create<FcExchange>(nullptr);
        exchange->ids = {peer, OWN, oxId, rxId};
        exchange->isOriginator = isOriginator;
        m_checker.NoteOpened(exchange);
        return exchange;
    }

    /**
     * @param exchange an exchange that ends
     */
    void Close(Ptr<FcExchange> exchange)
    {
        m_checker.NoteClosed(exchange);
    }

    /**
     * Send a unit.
     *
     * @param exchange of which exchange
     * @param iu what it is
     * @param seqId its SEQ_ID
     * @param offset of data: where they belong
     */
    void Send(Ptr<FcExchange> exchange, FcIu iu, uint8_t seqId, uint32_t offset = 0)
    {
        auto header = MakeFcHeader(iu, exchange->ids, seqId);
        header.parameter = offset;
        m_checker.NoteSent(iu, header, 512);
    }

    std::string said; //!< by the checker

  private:
    FcExchangeChecker m_checker; //!< what is tested
};

} // namespace

/**
 * @ingroup fcal
 *
 * Exchanges that obey the rules.
 */
class FcExchangeCheckerGoodTestCase : public TestCase
{
  public:
    FcExchangeCheckerGoodTestCase()
        : TestCase("nothing is wrong")
    {
    }

  private:
    void DoRun() override
    {
        CheckedPort port;
        const auto write = port.Open(1, 0xffff, true);
        const auto other = port.Open(2, 0xffff, true);
        port.Send(write, FcIu::FCP_CMND, 0);
        port.Send(other, FcIu::FCP_CMND, 0);
        port.Send(write, FcIu::FCP_DATA_OUT, 1, 0);
        port.Send(write, FcIu::FCP_DATA_OUT, 2, 512);
        port.Close(write);
        const auto again = port.Open(1, 0xffff, true);
        port.Send(again, FcIu::FCP_CMND, 0);
        // Two ports have an exchange of the same name, and this one has it itself.
        const auto read = port.Open(1, 7, false);
        port.Open(1, 8, false, CheckedPort::PEER + 1);
        port.Send(read, FcIu::FCP_DATA_IN, 0, 0);
        port.Send(read, FcIu::FCP_DATA_IN, 1, 512);
        port.Send(read, FcIu::FCP_RSP, 2);
        port.Close(read);
        port.Send(read, FcIu::BA_ACC, 0);
        // Identifiers that were never used come whenever they like, others in order.
        port.Close(other);
        port.Open(4, 0xffff, true);
        port.Open(2, 0xffff, true);
        const auto many = port.Open(3, 9, false);
        for (uint32_t i = 0; i < 300; ++i)
        {
            port.Send(many, FcIu::FCP_DATA_IN, static_cast<uint8_t>(i), 512 * i);
        }
        NS_TEST_EXPECT_MSG_EQ(port.said, "", "all is well");
    }
};

/**
 * @ingroup fcal
 *
 * Each rule, broken.
 */
class FcExchangeCheckerBadTestCase : public TestCase
{
  public:
    FcExchangeCheckerBadTestCase()
        : TestCase("each rule, broken")
    {
    }

  private:
    void DoRun() override
    {
        using Exchange = Ptr<FcExchange>;
        const std::vector<std::pair<std::function<void(CheckedPort&, Exchange)>, std::string>>
            cases{{[](CheckedPort& port, Exchange) { port.Open(1, 0xffff, true); },
                   "OX_ID 0x1 is that of an open exchange; "},
                  {[](CheckedPort& port, Exchange) {
                       port.Open(5, 7, false);
                       port.Open(5, 8, false);
                   },
                   "OX_ID 0x5 is that of an open exchange; "},
                  {[](CheckedPort& port, Exchange) {
                       port.Open(5, 7, false);
                       port.Open(6, 7, false);
                   },
                   "RX_ID 0x7 is that of an open exchange; "},
                  {[](CheckedPort& port, Exchange one) {
                       const auto two = port.Open(2, 0xffff, true);
                       port.Close(one);
                       port.Close(two);
                       port.Open(2, 0xffff, true);
                   },
                   "OX_ID 0x2 is used again before 0x1, which was given back earlier; "},
                  {[](CheckedPort& port, Exchange) {
                       port.Close(port.Open(5, 7, false));
                       port.Close(port.Open(5, 8, false));
                       port.Open(5, 8, false);
                   },
                   "RX_ID 0x8 is used again before 0x7, which was given back earlier; "},
                  {[](CheckedPort& port, Exchange one) {
                       port.Close(one);
                       port.Close(one);
                   },
                   "the exchange with OX_ID 0x1 ends and was not open; "},
                  {[](CheckedPort& port, Exchange one) {
                       port.Close(one);
                       port.Send(one, FcIu::FCP_CMND, 0);
                   },
                   "FCP_CMND of OX_ID 0x1, which is not open; "},
                  {[](CheckedPort& port, Exchange one) { port.Send(one, FcIu::FCP_CMND, 1); },
                   "FCP_CMND of OX_ID 0x1: SEQ_ID 1, SEQ_CNT 0 where 0, 0 are next; "},
                  {[](CheckedPort& port, Exchange one) {
                       port.Send(one, FcIu::FCP_DATA_OUT, 0, 0);
                       port.Send(one, FcIu::FCP_DATA_OUT, 1, 0);
                   },
                   "FCP_DATA of OX_ID 0x1: offset 0 where 512 is next; "}};
        for (const auto& [act, said] : cases)
        {
            CheckedPort port;
            act(port, port.Open(1, 0xffff, true));
            NS_TEST_EXPECT_MSG_EQ(port.said, said, said);
        }
    }
};

/**
 * @ingroup fcal
 *
 * @brief Tests of what watches exchanges.
 */
class FcExchangeCheckerTestSuite : public TestSuite
{
  public:
    FcExchangeCheckerTestSuite()
        : TestSuite("fc-exchange-checker", Type::UNIT)
    {
        AddTestCase(new FcExchangeCheckerGoodTestCase, Duration::QUICK);
        AddTestCase(new FcExchangeCheckerBadTestCase, Duration::QUICK);
    }
};

static FcExchangeCheckerTestSuite
    g_fcExchangeCheckerTestSuite; //!< Static variable for test initialization
