/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-fuzz-target.h"
#include "iscsi-test-bench.h"

#include "ns3/iscsi-crc32c.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-framer.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/test.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

/// What reads bytes: IscsiFuzzTarget's.
using Reader = std::string (*)(const uint8_t* data, std::size_t size);

/**
 * @param options the byte for IscsiFuzzTarget::ReadPdus
 * @return a good stream of PDUs of an initiator, with the digests that the options say
 */
Bytes
MakeStream(uint8_t options)
{
    Bytes bytes{options};
    IscsiPduFramer framer;
    framer.SetDigests((options & 2) != 0, (options & 4) != 0);
    const auto add = [&](IscsiHeader& header, Ptr<Packet> data, uint32_t ahs) {
        header.totalAhsLength = ahs / 4;
        header.dataSegmentLength = data->GetSize() - ahs;
        data->AddHeader(header);
        const auto framed = framer.Frame(data);
        for (const auto& part : {framed.segments, framed.digest})
        {
            const auto more = part ? IscsiTestBench::GetBytes(part) : Bytes();
            bytes.insert(bytes.end(), more.begin(), more.end());
        }
    };
    IscsiLoginRequestHeader login;
    IscsiScsiCommandHeader command;
    IscsiDataOutHeader data;
    IscsiNopOutHeader nop;
    add(login, IscsiTestBench::MakeData(30, 1), 0);
    add(command, IscsiTestBench::MakeData(8 + 21, 2), 8);
    add(data, Create<Packet>(64), 0);
    add(nop, Create<Packet>(), 0);
    return bytes;
}

/**
 * @param side the side that reads: 0 for an initiator, 1 for a target
 * @return the good texts of a login that it gets
 */
Bytes
MakeTexts(uint8_t side)
{
    IscsiSessionParameters proposals;
    proposals.initiatorName = "iqn.2026-01.com.example:host";
    proposals.targetName = "iqn.2026-01.com.example:disk";
    IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
    IscsiNegotiator target(IscsiRole::TARGET, proposals);
    std::string text(1, static_cast<char>(side));
    for (const auto stage :
         {IscsiLoginStage::SECURITY_NEGOTIATION, IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION})
    {
        const auto offer = initiator.Offer(stage);
        const auto answer = target.Respond(offer, stage);
        initiator.Accept(answer, stage);
        text += stage == IscsiLoginStage::SECURITY_NEGOTIATION ? "0" : "\0021";
        text += side == 1 ? offer.ToText() : answer.ToText();
    }
    return Bytes(text.begin(), text.end());
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Bytes changed at random are read or refused, each time in the same way.
 */
class IscsiFuzzTestCase : public TestCase
{
  public:
    /**
     * @param name what is read
     * @param seeds good bytes
     * @param pieces what is put into them
     * @param read reads them
     */
    IscsiFuzzTestCase(const std::string& name,
                      const std::vector<Bytes>& seeds,
                      const std::vector<std::string>& pieces,
                      Reader read)
        : TestCase("changed at random: " + name),
          m_seeds(seeds),
          m_pieces(pieces),
          m_read(read)
    {
    }

  private:
    static constexpr int RUNS = 5000; //!< inputs that are read

    /**
     * @param max a number
     * @return a number from 0 to below it
     */
    std::size_t Draw(std::size_t max)
    {
        return m_random() % max; // a distribution may differ from library to library
    }

    /**
     * Change bytes in one place.
     *
     * @param bytes the bytes
     */
    void Change(Bytes& bytes)
    {
        const auto place = bytes.begin() + Draw(bytes.size());
        const auto& piece = m_pieces[Draw(m_pieces.size())];
        switch (Draw(4))
        {
        case 0:
            *place ^= 1 << Draw(8);
            break;
        case 1:
            *place = Draw(256);
            break;
        case 2:
            bytes.erase(place, bytes.begin() + (place - bytes.begin()) + Draw(bytes.end() - place));
            break;
        default:
            bytes.insert(place, piece.begin(), piece.end());
        }
    }

    void DoRun() override
    {
        for (const auto& seed : m_seeds)
        {
            NS_TEST_EXPECT_MSG_EQ(m_read(seed.data(), seed.size()), "", "the good bytes");
        }
        for (int run = 0; run < RUNS; ++run)
        {
            auto bytes = m_seeds[Draw(m_seeds.size())];
            for (auto changes = 1 + Draw(4); changes > 0 && !bytes.empty(); --changes)
            {
                Change(bytes);
            }
            NS_TEST_EXPECT_MSG_EQ(m_read(bytes.data(), bytes.size()), "", "run " << run);
        }
    }

    std::mt19937 m_random{1};          //!< what changes them
    std::vector<Bytes> m_seeds;        //!< good bytes
    std::vector<std::string> m_pieces; //!< what is put into them
    Reader m_read;                     //!< reads bytes
};

/**
 * @ingroup iscsi-tests
 *
 * A damaged length that makes one good PDU of bytes that were sent as two: no digest can tell, so
 * it is no fault that the PDU comes out.
 */
class IscsiForgedDigestTestCase : public TestCase
{
  public:
    IscsiForgedDigestTestCase()
        : TestCase("a digest made for a damaged length")
    {
    }

  private:
    void DoRun() override
    {
        // Four NOP-Outs with digests are 208 bytes; pieces of 141 bytes damage bit 141 * 7919
        // modulo 1664 = 35, which makes a TotalAHSLength of 8: 32 bytes, of which the digest has 4.
        constexpr uint8_t OPTIONS = 1 | 2 | 4 | (28 << 3);
        constexpr std::size_t SIZE = IscsiHeader::BHS_SIZE;
        Bytes stream(1 + 4 * SIZE);
        stream[0] = OPTIONS;
        Bytes forged(SIZE);
        IscsiCrc32c digest;
        digest.Add(forged.data(), SIZE);
        const auto good = digest.GetDigest();
        forged[4] = 8;
        forged.insert(forged.end(), good.begin(), good.end());
        forged.resize(SIZE + 32);
        digest = IscsiCrc32c();
        digest.Add(forged.data(), forged.size());
        const auto fits = digest.GetDigest();
        std::copy(fits.begin(), fits.end(), stream.begin() + 1 + SIZE + 28);
        NS_TEST_EXPECT_MSG_EQ(IscsiFuzzTarget::ReadPdus(stream.data(), stream.size()),
                              "",
                              "no fault");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * What reads a peer's bytes, on bytes changed at random.
 */
class IscsiFuzzTestSuite : public TestSuite
{
  public:
    IscsiFuzzTestSuite()
        : TestSuite("iscsi-fuzz", Type::SYSTEM)
    {
        std::vector<Bytes> streams;
        for (const int digests : {0, 1, 2, 3})
        {
            streams.push_back(MakeStream(1 | (digests << 1) | (9 << 3)));
        }
        AddTestCase(new IscsiFuzzTestCase("PDUs",
                                          streams,
                                          {std::string(48, '\0'), std::string(4, '\xff')},
                                          &IscsiFuzzTarget::ReadPdus),
                    TestCase::Duration::QUICK);
        AddTestCase(new IscsiForgedDigestTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiFuzzTestCase("text keys",
                                          {MakeTexts(0), MakeTexts(1)},
                                          {"Yes",
                                           "No",
                                           "0x",
                                           "16777215",
                                           "4294967296",
                                           "Irrelevant",
                                           "Reject",
                                           "NotUnderstood",
                                           ",CRC32C",
                                           "=",
                                           std::string(1, '\0'),
                                           std::string(300, 'a'),
                                           "MaxBurstLength=512"},
                                          &IscsiFuzzTarget::ReadTexts),
                    TestCase::Duration::QUICK);
    }
};

static IscsiFuzzTestSuite g_iscsiFuzzTestSuite; //!< registers the suite
