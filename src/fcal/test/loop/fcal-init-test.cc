/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-layout-test.h"

#include "ns3/fcal-init-frames.h"

#include <string>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * The bit map of addresses.
 */
class FcalAlpaMapTest : public TestCase
{
  public:
    FcalAlpaMapTest()
        : TestCase("the bit map of addresses")
    {
    }

  private:
    void DoRun() override;
};

void
FcalAlpaMapTest::DoRun()
{
    // The drive manual counts bits from the L bit, 0: FL_Port 1, AL_PA 01 2, 10 7, EF 127.
    NS_TEST_EXPECT_MSG_EQ(+GetFcalMapBit(0x00).value(), 1, "FL_Port");
    NS_TEST_EXPECT_MSG_EQ(+GetFcalMapBit(0x01).value(), 2, "AL_PA 01");
    NS_TEST_EXPECT_MSG_EQ(+GetFcalMapBit(0x10).value(), 7, "AL_PA 10");
    NS_TEST_EXPECT_MSG_EQ(+GetFcalMapBit(0xef).value(), 127, "AL_PA EF");
    NS_TEST_EXPECT_MSG_EQ(GetFcalMapBit(0x03).has_value(), false, "03 is no AL_PA");

    FcalAlpaMap map;
    NS_TEST_EXPECT_MSG_EQ(map.GetCount(), 0, "empty");
    NS_TEST_EXPECT_MSG_EQ(+map.FindFree().value(), 0x01, "not the FL_Port's");
    map.Assign(0x00);
    map.Assign(0x01);
    map.Assign(0xef);
    map.Assign(0xef);
    NS_TEST_EXPECT_MSG_EQ(map.GetCount(), 3, "three taken");
    NS_TEST_EXPECT_MSG_EQ(map.Has(0xef), true, "taken");
    NS_TEST_EXPECT_MSG_EQ(map.Has(0xe8), false, "free");
    NS_TEST_EXPECT_MSG_EQ(map.Has(0x03), false, "no AL_PA");
    NS_TEST_EXPECT_MSG_EQ(+map.FindFree().value(), 0x02, "first free");
    map.RequireLogin();
    NS_TEST_EXPECT_MSG_EQ(map.IsLoginRequired(), true, "L bit");
    NS_TEST_EXPECT_MSG_EQ(map.GetCount(), 3, "the L bit is no address");
    NS_TEST_EXPECT_MSG_EQ(ToFcalHex({map.GetBytes().begin(), map.GetBytes().end()}),
                          "e0000000 00000000 00000000 00000001",
                          "bits 0, 1, 2 and 127");
    NS_TEST_EXPECT_MSG_EQ((FcalAlpaMap(map.GetBytes()) == map), true, "made from its bytes");
    NS_TEST_EXPECT_MSG_EQ((FcalAlpaMap() == map), false, "another");

    FcalAlpaMap full;
    for (uint32_t i = 1; i < FCAL_ALPA_COUNT; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ(+full.FindFree().value(), +FCAL_ALPA_TABLE[i], "by priority");
        full.Assign(FCAL_ALPA_TABLE[i]);
    }
    NS_TEST_EXPECT_MSG_EQ(full.FindFree().has_value(), false, "none left for an NL_Port");
}

/**
 * @ingroup fcal
 *
 * The payloads of loop initialisation against hand-written bytes.
 */
class FcalInitPayloadTest : public FcalLayoutTest
{
  public:
    FcalInitPayloadTest()
        : FcalLayoutTest("payloads of loop initialisation")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param code LIFA, LIPA, LIHA or LISA
     * @param flags lower half of the identifier
     * @param identifier both halves, printed
     * @param printed what the header prints before its map
     */
    void CheckMap(FcalInitCode code,
                  uint16_t flags,
                  const std::string& identifier,
                  const std::string& printed);

    /**
     * @param code LIRP or LILP
     * @param identifier its identifier, printed
     * @param name its name
     */
    void CheckPositions(FcalInitCode code, const std::string& identifier, const std::string& name);
};

void
FcalInitPayloadTest::CheckMap(FcalInitCode code,
                              uint16_t flags,
                              const std::string& identifier,
                              const std::string& printed)
{
    FcalAddressMapHeader header;
    header.code = code;
    header.flags = flags;
    header.map.RequireLogin();
    header.map.Assign(0x01);
    header.map.Assign(0xe8);
    CheckLayout(header,
                identifier + " a0000000 00000000 00000000 00000002",
                printed + " L taken=2");
}

void
FcalInitPayloadTest::CheckPositions(FcalInitCode code,
                                    const std::string& identifier,
                                    const std::string& name)
{
    FcalPositionMapHeader header;
    header.code = code;
    header.count = 2;
    header.positions[0] = 0x01;
    header.positions[1] = 0xe8;
    std::string hex = identifier + " 0201e8ff";
    for (uint32_t word = 2; word < FcalPositionMapHeader::SIZE / 4; ++word)
    {
        hex += " ffffffff";
    }
    CheckLayout(header, hex, name + " count=2 1 e8");
}

void
FcalInitPayloadTest::DoRun()
{
    FcalLismHeader select;
    select.portName = 0x2100000c5012aa01;
    CheckLayout(select, "11010000 2100000c 5012aa01", "LISM port=0x2100000c5012aa01");
    CheckRefused<FcalLismHeader>("11020000 2100000c 5012aa01");

    CheckMap(FcalInitCode::LIFA, 0, "11020000", "LIFA flags=0x0");
    CheckMap(FcalInitCode::LIPA, 0, "11030000", "LIPA flags=0x0");
    CheckMap(FcalInitCode::LIHA, 0, "11040000", "LIHA flags=0x0");
    CheckMap(FcalInitCode::LISA, FCAL_LISA_POSITIONS, "11050100", "LISA flags=0x100");
    const std::string map = " a0000000 00000000 00000000 00000002";
    CheckRefused<FcalAddressMapHeader>("11010000" + map);
    CheckRefused<FcalAddressMapHeader>("11060000" + map);

    CheckPositions(FcalInitCode::LIRP, "11060000", "LIRP");
    CheckPositions(FcalInitCode::LILP, "11070000", "LILP");
    const std::string positions(2 * 127, '0');
    CheckRefused<FcalPositionMapHeader>("1105000000" + positions);
    // 128 addresses: one more than fit.
    CheckRefused<FcalPositionMapHeader>("1106000080" + positions);
    FcalPositionMapHeader full;
    NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(FromFcalHex("110600007f" + positions), full),
                          132,
                          "127 addresses");
    NS_TEST_EXPECT_MSG_EQ(+full.count, 127, "all of them");
}

/**
 * @ingroup fcal
 *
 * The frames around those payloads.
 */
class FcalInitFrameTest : public TestCase
{
  public:
    FcalInitFrameTest()
        : TestCase("frames of loop initialisation")
    {
    }

  private:
    void DoRun() override;
};

void
FcalInitFrameTest::DoRun()
{
    FcalLismHeader select;
    select.portName = 0x2100000c5012aa01;
    const auto frame = MakeFcalInitFrame(select);
    NS_TEST_EXPECT_MSG_EQ(
        ToFcalHex(GetFcalBytes(frame->ToPacket(FcFraming::HEADER_TO_PAYLOAD))),
        "220000ef 000000ef 01380000 00000000 ffffffff 00000000 11010000 2100000c 5012aa01",
        "LISM of an NL_Port");
    // SOF, header, three words, CRC, EOF.
    NS_TEST_EXPECT_MSG_EQ(frame->GetWords(), 12, "words of a LISM");
    NS_TEST_EXPECT_MSG_EQ((frame->sof == FcSof::SOFIL), true, "SOFil");
    NS_TEST_EXPECT_MSG_EQ((GetFcalInitCode(*frame) == FcalInitCode::LISM), true, "code");

    const auto fabric = MakeFcalInitFrame(FcalPositionMapHeader(), true);
    NS_TEST_EXPECT_MSG_EQ(fabric->header.dId, 0, "to AL_PA 00");
    NS_TEST_EXPECT_MSG_EQ(fabric->header.sId, 0, "from AL_PA 00");
    NS_TEST_EXPECT_MSG_EQ(fabric->GetWords(), 42, "words of a LIRP");
    NS_TEST_EXPECT_MSG_EQ((GetFcalInitCode(*fabric) == FcalInitCode::LIRP), true, "code");
    NS_TEST_EXPECT_MSG_EQ(MakeFcalInitFrame(FcalAddressMapHeader())->GetWords(), 14, "of a LIFA");

    FcFrame other = *frame;
    other.sof = FcSof::SOFI3;
    NS_TEST_EXPECT_MSG_EQ(GetFcalInitCode(other).has_value(), false, "no SOFil");
    other.sof = FcSof::SOFIL;
    other.payload = MakeFcalPacket({0x11});
    NS_TEST_EXPECT_MSG_EQ(GetFcalInitCode(other).has_value(), false, "too short");
    other.payload = MakeFcalPacket({0x11, 0x08, 0, 0});
    NS_TEST_EXPECT_MSG_EQ(GetFcalInitCode(other).has_value(), false, "no such code");
    other.payload = nullptr;
    NS_TEST_EXPECT_MSG_EQ(GetFcalInitCode(other).has_value(), false, "no payload");
    NS_TEST_EXPECT_MSG_EQ(GetFcalInitCodeName(static_cast<FcalInitCode>(0x1108)),
                          "Reserved",
                          "no name");
}

/**
 * @ingroup fcal
 *
 * The codecs of loop initialisation.
 */
class FcalInitTestSuite : public TestSuite
{
  public:
    FcalInitTestSuite()
        : TestSuite("fcal-init", Type::UNIT)
    {
        AddTestCase(new FcalAlpaMapTest, Duration::QUICK);
        AddTestCase(new FcalInitPayloadTest, Duration::QUICK);
        AddTestCase(new FcalInitFrameTest, Duration::QUICK);
    }
};

static FcalInitTestSuite g_fcalInitTestSuite; //!< registers the suite
