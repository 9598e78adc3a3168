/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/scsi-transport-id.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * Names of nexuses and what is in them.
 */
class ScsiNexusNameTest : public TestCase
{
  public:
    ScsiNexusNameTest()
        : TestCase("Names of nexuses tell initiator port and target port; TransportIDs the first")
    {
    }

  private:
    void DoRun() override
    {
        const std::string port = "iqn.2026-01.com.example:h,i,0x400001370001";
        for (const uint16_t first : {0, 1})
        {
            NS_TEST_EXPECT_MSG_EQ(MakeScsiNexusName(port, first), port, "the first target port");
        }
        const auto other = MakeScsiNexusName(port, 0x1a2);
        NS_TEST_EXPECT_MSG_EQ(other, port + ",t,0x01a2", "another one");
        NS_TEST_EXPECT_MSG_EQ(GetScsiInitiatorPort(other), port, "its initiator port");
        NS_TEST_EXPECT_MSG_EQ(GetScsiTargetPort(other), 0x1a2, "its target port");
        NS_TEST_EXPECT_MSG_EQ(GetScsiInitiatorPort(port), port, "initiator port");
        NS_TEST_EXPECT_MSG_EQ(GetScsiTargetPort(port), 1, "target port");
        NS_TEST_EXPECT_MSG_EQ(GetScsiTargetPort(""), 1, "no name");
        // TransportIDs, one behind the other.
        auto bytes = MakeScsiTransportId(port);
        const auto border = bytes.size();
        const auto more = MakeScsiTransportId("5000c50012345678");
        bytes.insert(bytes.end(), more.begin(), more.end());
        std::size_t at = 0;
        NS_TEST_EXPECT_MSG_EQ(ReadScsiTransportId(bytes, at).value_or(""), port, "iSCSI");
        NS_TEST_EXPECT_MSG_EQ(at, border, "the next one");
        NS_TEST_EXPECT_MSG_EQ(ReadScsiTransportId(bytes, at).value_or(""),
                              "5000c50012345678",
                              "no specific protocol");
        NS_TEST_EXPECT_MSG_EQ(at, bytes.size(), "the end");
        NS_TEST_EXPECT_MSG_EQ(ReadScsiTransportId(bytes, at).has_value(), false, "no more");
        at = 0;
        bytes.resize(border - 1);
        NS_TEST_EXPECT_MSG_EQ(ReadScsiTransportId(bytes, at).has_value(), false, "not whole");
        Bytes sas(24);
        sas[0] = 0x06;
        sas[3] = 20;
        NS_TEST_EXPECT_MSG_EQ(ReadScsiTransportId(sas, at).has_value(), false, "another protocol");
    }
};

/**
 * @ingroup scsi-tests
 *
 * A disk that an initiator port reaches through two target ports.
 */
class ScsiSecondPortTestCase : public ScsiDiskTestCase
{
  protected:
    // Service actions of PERSISTENT RESERVE OUT (SPC-4, 6.16.2).
    static constexpr uint8_t REGISTER = 0;   //!< REGISTER
    static constexpr uint8_t RESERVE = 1;    //!< RESERVE
    static constexpr uint8_t PREEMPT = 4;    //!< PREEMPT
    static constexpr uint8_t IGNORE_KEY = 6; //!< REGISTER AND IGNORE EXISTING KEY
    // Flags of its parameter list.
    static constexpr uint8_t SPEC_I_PT = 0x08; //!< SPEC_I_PT
    static constexpr uint8_t ALL_TG_PT = 0x04; //!< ALL_TG_PT

    /**
     * @param name the name
     */
    explicit ScsiSecondPortTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    /**
     * Run PERSISTENT RESERVE OUT.
     *
     * @param targetPort relative target port identifier
     * @param action service action and type, bytes 1 and 2 of the CDB
     * @param key RESERVATION KEY
     * @param actionKey SERVICE ACTION RESERVATION KEY
     * @param flags flags
     * @param more what is behind the first 24 bytes of the list
     * @return the status
     */
    ScsiStatus Out(uint16_t targetPort,
                   std::pair<uint8_t, uint8_t> action,
                   uint64_t key,
                   uint64_t actionKey,
                   uint8_t flags = 0,
                   const Bytes& more = {})
    {
        Bytes list;
        AppendScsiNumber(list, 8, key);
        AppendScsiNumber(list, 8, actionKey);
        list.resize(24);
        list[20] = flags;
        list.insert(list.end(), more.begin(), more.end());
        port.initiator = MakeScsiNexusName(m_name, targetPort);
        const auto size = static_cast<uint8_t>(list.size());
        port.Run({0x5f, action.first, action.second, 0, 0, 0, 0, 0, size}, 0, list);
        return port.task->status;
    }

    /**
     * Expect that PERSISTENT RESERVE OUT ends so.
     *
     * @param found its status
     * @param expected what it should be
     * @param what the command
     */
    void Expect(ScsiStatus found, ScsiStatus expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(found), static_cast<int>(expected), what);
    }

    /**
     * @return the keys, of one byte each, that are registered
     */
    Bytes GetKeys()
    {
        port.Run({0x5e, 0, 0, 0, 0, 0, 0, 1, 0}, 256);
        Bytes keys;
        for (std::size_t at = 15; at < port.dataIn.size(); at += 8)
        {
            keys.push_back(port.dataIn[at]);
        }
        return keys;
    }

    /**
     * @param names names of initiator ports
     * @return what is behind the first 24 bytes of a list with SPEC_I_PT
     */
    static Bytes MakeTransportIds(const std::vector<std::string>& names)
    {
        Bytes bytes(4);
        for (const auto& name : names)
        {
            const auto one = MakeScsiTransportId(name);
            bytes.insert(bytes.end(), one.begin(), one.end());
        }
        PutScsiNumber(bytes.data(), 4, bytes.size() - 4);
        return bytes;
    }

    std::string m_name{"iqn.2026-01.com.example:h,i,0x400001370001"}; //!< the initiator port
};

/**
 * @ingroup scsi-tests
 *
 * A registration is of a nexus (SPC-4, 5.12.7).
 */
class ScsiNexusRegistrationTest : public ScsiSecondPortTestCase
{
  public:
    ScsiNexusRegistrationTest()
        : ScsiSecondPortTestCase("A registration counts for one target port, or for all")
    {
    }

  private:
    /**
     * @param targetPort relative target port identifier
     * @return the status of a WRITE of one block
     */
    ScsiStatus Write(uint16_t targetPort)
    {
        port.initiator = MakeScsiNexusName(m_name, targetPort);
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 1, 0}.Encode(), 0, Bytes(512));
        return port.task->status;
    }

    /**
     * Each path is on its own.
     */
    void Paths()
    {
        Expect(Out(1, {REGISTER, 0}, 0, 1), ScsiStatus::GOOD, "register on path 1");
        Expect(Out(2, {RESERVE, 5}, 1, 0), ScsiStatus::RESERVATION_CONFLICT, "path 2 has no key");
        Expect(Out(1, {RESERVE, 5}, 1, 0), ScsiStatus::GOOD, "reserve on path 1");
        Expect(Write(1), ScsiStatus::GOOD, "write on path 1");
        Expect(Write(2), ScsiStatus::RESERVATION_CONFLICT, "write on path 2");
        Expect(Out(2, {REGISTER, 0}, 0, 2), ScsiStatus::GOOD, "register on path 2");
        Expect(Write(2), ScsiStatus::GOOD, "both are registrants");
        // Generation 2; each descriptor is 24 bytes and a TransportID of 4 + 44.
        port.Run({0x5e, 3, 0, 0, 0, 0, 0, 1, 0}, 256);
        NS_TEST_ASSERT_MSG_EQ(port.dataIn.size(), 8 + 2 * (24 + 48), "READ FULL STATUS");
        const Bytes one{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1, 0, 0, 0, 48};
        const Bytes two{0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 48};
        const auto id = MakeScsiTransportId(m_name);
        auto at = port.dataIn.begin() + 8;
        for (const auto& head : {one, two})
        {
            NS_TEST_EXPECT_MSG_EQ((Bytes(at, at + 24) == head), true, "key and target port");
            NS_TEST_EXPECT_MSG_EQ((Bytes(at + 24, at + 72) == id), true, "the initiator port");
            at += 72;
        }
        // Path 2 takes the reservation from path 1.
        Expect(Out(2, {PREEMPT, 5}, 2, 1), ScsiStatus::GOOD, "preempt");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{2}), true, "path 1 has no key");
        port.initiator = m_name;
        port.Run({0x00});
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2a05, "path 1 is told");
        Expect(Write(1), ScsiStatus::RESERVATION_CONFLICT, "write on path 1");
        Expect(Out(2, {REGISTER, 0}, 2, 0), ScsiStatus::GOOD, "the end");
    }

    /**
     * ALL_TG_PT: one command for all target ports.
     */
    void AllPorts()
    {
        // Without target port groups the disk knows the port of the command alone.
        Expect(Out(2, {REGISTER, 0}, 0, 3, ALL_TG_PT), ScsiStatus::GOOD, "one port");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{3}), true, "one key");
        Expect(Out(2, {IGNORE_KEY, 0}, 0, 0), ScsiStatus::GOOD, "the end");
        auto groups = CreateObject<ScsiTargetPortGroups>();
        groups->AddGroup(1, ScsiAccessState::ACTIVE_OPTIMIZED);
        for (const uint16_t one : {1, 2, 3})
        {
            groups->AddPort(1, one);
        }
        disk->SetTargetPortGroups(groups);
        Expect(Out(2, {REGISTER, 0}, 0, 4, ALL_TG_PT), ScsiStatus::GOOD, "three ports");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{4, 4, 4}), true, "three keys");
        Expect(Out(3, {RESERVE, 1}, 4, 0), ScsiStatus::GOOD, "reserve on path 3");
        Expect(Write(1), ScsiStatus::RESERVATION_CONFLICT, "path 1 does not hold it");
        Expect(Out(1, {REGISTER, 0}, 4, 0, ALL_TG_PT), ScsiStatus::GOOD, "unregister all");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{}), true, "no key");
        Expect(Write(1), ScsiStatus::GOOD, "no reservation");
        disk->SetTargetPortGroups(nullptr);
    }

    void DoRun() override
    {
        Paths();
        AllPorts();
    }
};

/**
 * @ingroup scsi-tests
 *
 * SPEC_I_PT: a nexus registers others with itself (SPC-4, 6.16.3).
 */
class ScsiSpecifiedPortsTest : public ScsiSecondPortTestCase
{
  public:
    ScsiSpecifiedPortsTest()
        : ScsiSecondPortTestCase("SPEC_I_PT registers the initiator ports of a list, or none")
    {
    }

  private:
    /**
     * Expect that a list is refused.
     *
     * @param more what is behind its first 24 bytes
     * @param additional additional sense code and its qualifier
     * @param field the field at fault
     * @param what the list
     * @param action service action
     */
    void ExpectRefused(const Bytes& more,
                       uint16_t additional,
                       std::optional<ScsiFieldPointer> field,
                       const std::string& what,
                       uint8_t action = REGISTER)
    {
        Out(1, {action, 0}, 0, 9, SPEC_I_PT, more);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, additional, what);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == field), true, what << ": field");
    }

    void DoRun() override
    {
        const std::string node = "iqn.2026-01.com.example:g";
        const auto others = MakeTransportIds({node + ",i,0x400001370002", "5000c50012345678"});
        ExpectRefused({}, 0x1a00, std::nullopt, "no length");
        ExpectRefused(Bytes(others.begin(), others.end() - 4), 0x1a00, std::nullopt, "cut");
        auto wrong = others;
        wrong[4] = 0x06;
        ExpectRefused(wrong, 0x2600, ScsiFieldPointer{28}, "another protocol");
        ExpectRefused(others, 0x2600, ScsiFieldPointer{20, 3}, "not of REGISTER", IGNORE_KEY);
        Out(1, {REGISTER, 0}, 0, 9, 0, others);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "a list without the flag");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{}), true, "nobody");

        Expect(Out(1, {REGISTER, 0}, 0, 5, SPEC_I_PT, others), ScsiStatus::GOOD, "three");
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{5, 5, 5}), true, "with itself");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(3), 1, "one generation");
        Out(1, {REGISTER, 0}, 5, 6, SPEC_I_PT, others);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "it has a key");
        // Through the other target port they have none.
        Expect(Out(2, {REGISTER, 0}, 0, 6, SPEC_I_PT, others), ScsiStatus::GOOD, "port 2");
        NS_TEST_EXPECT_MSG_EQ(GetKeys().size(), 6, "three more");
        // One of the list is registered: nobody is.
        m_name = "another";
        Expect(Out(2, {REGISTER, 0}, 0, 7, SPEC_I_PT, others),
               ScsiStatus::RESERVATION_CONFLICT,
               "some have a key");
        NS_TEST_EXPECT_MSG_EQ(GetKeys().size(), 6, "as before");
        // The name of a node means its ports that are known.
        port.initiator = node + ",i,0x400001370009";
        port.Run({0x00});
        Expect(Out(1, {REGISTER, 0}, 0, 8, SPEC_I_PT, MakeTransportIds({node})),
               ScsiStatus::GOOD,
               "a node");
        NS_TEST_EXPECT_MSG_EQ(GetKeys().size(), 8, "itself and the one that sent a command");
        port.Run({0x5e, 2, 0, 0, 0, 0, 0, 1, 0}, 256);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(2), 0x0d, "SIP_C, ATP_C, PTPL_C");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Reservations of ScsiDisk over several target ports.
 */
class ScsiSecondPortTestSuite : public TestSuite
{
  public:
    ScsiSecondPortTestSuite()
        : TestSuite("scsi-second-port", Type::UNIT)
    {
        AddTestCase(new ScsiNexusNameTest, Duration::QUICK);
        AddTestCase(new ScsiNexusRegistrationTest, Duration::QUICK);
        AddTestCase(new ScsiSpecifiedPortsTest, Duration::QUICK);
    }
};

static ScsiSecondPortTestSuite g_scsiSecondPortTestSuite; //!< registers the suite
