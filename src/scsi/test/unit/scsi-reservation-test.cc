/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-command.h"
#include "ns3/scsi-transport-id.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk that several initiators reserve.
 */
class ScsiReservationTestCase : public ScsiDiskTestCase
{
  protected:
    // Service actions of PERSISTENT RESERVE OUT (SPC-4, 6.16.2).
    static constexpr uint8_t REGISTER = 0;   //!< REGISTER
    static constexpr uint8_t RESERVE = 1;    //!< RESERVE
    static constexpr uint8_t RELEASE = 2;    //!< RELEASE
    static constexpr uint8_t CLEAR = 3;      //!< CLEAR
    static constexpr uint8_t PREEMPT = 4;    //!< PREEMPT
    static constexpr uint8_t ABORT = 5;      //!< PREEMPT AND ABORT
    static constexpr uint8_t IGNORE_KEY = 6; //!< REGISTER AND IGNORE EXISTING KEY

    /**
     * @param name the name
     */
    explicit ScsiReservationTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    /**
     * Run PERSISTENT RESERVE OUT.
     *
     * @param name who sends it
     * @param action service action
     * @param type type of the reservation
     * @param key RESERVATION KEY
     * @param actionKey SERVICE ACTION RESERVATION KEY
     * @return the status
     */
    ScsiStatus Out(const std::string& name,
                   uint8_t action,
                   uint8_t type,
                   uint64_t key,
                   uint64_t actionKey)
    {
        Bytes list;
        AppendScsiNumber(list, 8, key);
        AppendScsiNumber(list, 8, actionKey);
        list.resize(24);
        port.initiator = name;
        port.Run({0x5f, action, type, 0, 0, 0, 0, 0, 24}, 0, list);
        return port.task->status;
    }

    /**
     * Expect that PERSISTENT RESERVE OUT ends GOOD.
     *
     * @param name who sends it
     * @param action service action
     * @param type type of the reservation
     * @param key RESERVATION KEY
     * @param actionKey SERVICE ACTION RESERVATION KEY
     */
    void Do(const std::string& name,
            uint8_t action,
            uint8_t type,
            uint64_t key,
            uint64_t actionKey = 0)
    {
        const auto status = Out(name, action, type, key, actionKey);
        NS_TEST_EXPECT_MSG_EQ((status == ScsiStatus::GOOD), true, name << " action " << +action);
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, 0, "the whole list");
    }

    /**
     * @param name who sends TEST UNIT READY, until it hears nothing more
     * @return what it was told, additional sense codes and qualifiers
     */
    std::vector<int> TakeAttentions(const std::string& name)
    {
        std::vector<int> codes;
        port.initiator = name;
        port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY));
        while (port.sense)
        {
            codes.push_back(static_cast<int>(port.sense->additional));
            port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY));
        }
        return codes;
    }

    /**
     * @param action service action of PERSISTENT RESERVE IN
     * @return what it returns
     */
    Bytes In(uint8_t action)
    {
        port.Run({0x5e, action, 0, 0, 0, 0, 0, 1, 0}, 256);
        return port.dataIn;
    }

    /**
     * @param name who sends a command
     * @param cdb the command
     * @param in size of the data-in buffer
     * @param out data-out
     * @return true if it conflicts with a reservation
     */
    bool Conflicts(const std::string& name,
                   const ScsiCdb& cdb,
                   uint32_t in = 0,
                   const Bytes& out = {})
    {
        port.initiator = name;
        port.Run(cdb, in, out);
        if (port.task->status == ScsiStatus::RESERVATION_CONFLICT)
        {
            NS_TEST_EXPECT_MSG_EQ(port.task->sense.size(), 0, "a conflict has no sense data");
        }
        return port.task->status == ScsiStatus::RESERVATION_CONFLICT;
    }
};

/**
 * @ingroup scsi-tests
 *
 * RESERVE and RELEASE of 6 and 10 bytes (SPC-2, 5.5.1), and how they go with persistent ones.
 */
class ScsiReserveTest : public ScsiReservationTestCase
{
  public:
    ScsiReserveTest()
        : ScsiReservationTestCase("RESERVE and RELEASE keep others out, and do not mix with keys")
    {
    }

  private:
    void DoRun() override
    {
        const auto read = ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode();
        for (const uint8_t group : {0x00, 0x40})
        {
            const uint8_t reserve = 0x16 | group;
            const uint8_t release = 0x17 | group;
            NS_TEST_EXPECT_MSG_EQ(Conflicts("a", {reserve}), false, "free");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("a", {reserve}), false, "has it already");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {reserve}), true, "is taken");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", read, 512), true, "READ");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x00}), true, "TEST UNIT READY");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x12, 0, 0, 0, 36}, 36), false, "INQUIRY");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x03, 0, 0, 0, 18}, 18), false, "REQUEST SENSE");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("a", read, 512), false, "its own");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {release}), false, "releases nothing");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x00}), true, "is still taken");
            // SPC-2, 5.5.1: persistent reservations conflict with it, even of the holder.
            NS_TEST_EXPECT_MSG_EQ((Out("a", REGISTER, 0, 0, 1) == ScsiStatus::RESERVATION_CONFLICT),
                                  true,
                                  "PERSISTENT RESERVE OUT");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("a", {0x5e, 0, 0, 0, 0, 0, 0, 0, 8}, 8),
                                  true,
                                  "PERSISTENT RESERVE IN");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("a", {release}), false, "releases it");
            NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x00}), false, "is free");
        }
        Do("a", REGISTER, 0, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(Conflicts("a", {0x16}), true, "a key is registered");
        NS_TEST_EXPECT_MSG_EQ(Conflicts("b", {0x57}), true, "a key is registered");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Who may do what under each type of reservation (SPC-4, 5.12.1; SBC-3, 4.16).
 */
class ScsiConflictTest : public ScsiReservationTestCase
{
  public:
    ScsiConflictTest()
        : ScsiReservationTestCase("Each type of reservation keeps out whom the tables say")
    {
    }

  private:
    /// What a type allows: reads and writes of the holder, one that registered, and another.
    struct Row
    {
        uint8_t type;          //!< type of the reservation
        bool registeredReads;  //!< true if one that registered may read
        bool registeredWrites; //!< true if it may write
        bool otherReads;       //!< true if one that did not register may read
    };

    /**
     * @param name who tries
     * @param type type of the reservation
     * @param reads true if it may read
     * @param writes true if it may write
     */
    void Try(const std::string& name, uint8_t type, bool reads, bool writes)
    {
        const auto what = name + " under type " + std::to_string(type);
        const auto run = [](ScsiOpcode opcode) { return ScsiBlockCdb{opcode, 0, 1, 0}.Encode(); };
        using enum ScsiOpcode;
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, run(READ_10), 512), !reads, what << ": READ");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, run(VERIFY_16)), !reads, what << ": VERIFY");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, {0x1a, 0, 0x3f, 0, 4}, 4), !reads, what << ": MODE");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, run(WRITE_16), 0, Bytes(512)),
                              !writes,
                              what << ": WRITE");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, run(SYNCHRONIZE_CACHE_10)),
                              !writes,
                              what << ": SYNC");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, {0x42}), !writes, what << ": UNMAP");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, {0x1b}), !writes, what << ": STOP");
        NS_TEST_EXPECT_MSG_EQ(Conflicts(name, {0x1b, 0, 0, 0, 1}), false, what << ": START");
        for (const ScsiCdb& cdb :
             {ScsiCdb{0x00}, ScsiCdb{0x12, 0, 0, 0, 4}, ScsiCdb{0x25}, ScsiCdb{0x5e, 1}})
        {
            NS_TEST_EXPECT_MSG_EQ(Conflicts(name, cdb, 8), false, what << ": " << +cdb[0]);
        }
    }

    void DoRun() override
    {
        Do("holder", REGISTER, 0, 0, 1);
        Do("registered", REGISTER, 0, 0, 2);
        for (const auto& row : {Row{1, true, false, true},
                                Row{3, false, false, false},
                                Row{5, true, true, true},
                                Row{6, true, true, false},
                                Row{7, true, true, true},
                                Row{8, true, true, false}})
        {
            Do("holder", RESERVE, row.type, 1);
            Try("holder", row.type, true, true);
            Try("registered", row.type, row.registeredReads, row.registeredWrites);
            Try("other", row.type, row.otherReads, false);
            Do("holder", RELEASE, row.type, 1);
            Try("other", 0, true, true);
            TakeAttentions("registered");
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * Registering, reserving, releasing and clearing, and what PERSISTENT RESERVE IN reports of it.
 */
class ScsiPersistentTest : public ScsiReservationTestCase
{
  public:
    ScsiPersistentTest()
        : ScsiReservationTestCase("Keys, holders and generations are as SPC-4, 5.12, has them")
    {
    }

  private:
    /**
     * Expect that PERSISTENT RESERVE OUT ends with RESERVATION CONFLICT.
     *
     * @param name who sends it
     * @param action service action
     * @param type type of the reservation
     * @param key RESERVATION KEY
     * @param actionKey SERVICE ACTION RESERVATION KEY
     */
    void Conflict(const std::string& name,
                  uint8_t action,
                  uint8_t type,
                  uint64_t key,
                  uint64_t actionKey = 0)
    {
        NS_TEST_EXPECT_MSG_EQ(
            (Out(name, action, type, key, actionKey) == ScsiStatus::RESERVATION_CONFLICT),
            true,
            name << " action " << +action);
    }

    /**
     * Keys (SPC-4, 5.12.7 and table of REGISTER behaviours).
     */
    void Keys()
    {
        NS_TEST_EXPECT_MSG_EQ((In(0) == Bytes{0, 0, 0, 0, 0, 0, 0, 0}), true, "none");
        Conflict("a", REGISTER, 0, 5, 1); // not registered: the key must be zero
        Do("a", REGISTER, 0, 0, 0);       // nothing to do
        NS_TEST_EXPECT_MSG_EQ((In(0) == Bytes{0, 0, 0, 0, 0, 0, 0, 0}), true, "still none");
        Do("a", REGISTER, 0, 0, 0x0102030405060708);
        Do("b", IGNORE_KEY, 0, 99, 2);
        const Bytes two{0, 0, 0, 2, 0, 0, 0, 16, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 2};
        NS_TEST_EXPECT_MSG_EQ((In(0) == two), true, "READ KEYS, generation 2");
        Conflict("a", REGISTER, 0, 0, 3);
        Do("a", REGISTER, 0, 0x0102030405060708, 1);
        Do("b", IGNORE_KEY, 0, 0, 2);
        NS_TEST_EXPECT_MSG_EQ(+In(0).at(3), 4, "the same key counts, too");
        Conflict("c", RESERVE, 1, 0); // not registered
        Conflict("b", RESERVE, 1, 1); // another's key
        Conflict("c", CLEAR, 0, 0);
        Conflict("c", PREEMPT, 1, 0, 1);
    }

    /**
     * A reservation and its end (SPC-4, 5.12.9 and 5.12.11.2).
     */
    void Reserve()
    {
        NS_TEST_EXPECT_MSG_EQ((In(1) == Bytes{0, 0, 0, 4, 0, 0, 0, 0}), true, "no reservation");
        Do("a", RELEASE, 1, 1); // there is none
        Do("a", RESERVE, 5, 1);
        Do("a", RESERVE, 5, 1); // the same again
        Conflict("a", RESERVE, 6, 1);
        Conflict("b", RESERVE, 5, 2);
        const Bytes held{0, 0, 0, 4, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((In(1) == held), true, "READ RESERVATION");
        Do("b", RELEASE, 5, 2); // not the holder: nothing happens
        NS_TEST_EXPECT_MSG_EQ((In(1) == held), true, "as before");
        Out("a", RELEASE, 6, 1, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2604, "RELEASE of another type");
        Do("a", RELEASE, 5, 1);
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("b") == std::vector{0x2a04}), true, "released");
        NS_TEST_EXPECT_MSG_EQ(TakeAttentions("a").size(), 0, "not told what it did");
        Do("a", RESERVE, 1, 1);
        Do("a", RELEASE, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(TakeAttentions("b").size(), 0, "not for type 1");
        // The holder takes its key back: the reservation goes, too (SPC-4, 5.12.11.3).
        Do("a", RESERVE, 6, 1);
        Do("a", REGISTER, 0, 1, 0);
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("b") == std::vector{0x2a04}), true, "released");
        NS_TEST_EXPECT_MSG_EQ(In(1).size(), 8, "no reservation");
        // All registrants hold it: it goes with the last of them.
        Do("a", REGISTER, 0, 0, 1);
        Do("a", RESERVE, 8, 1);
        Do("b", RESERVE, 8, 2);
        NS_TEST_EXPECT_MSG_EQ(+In(1).at(15), 0, "the key of all is zero");
        Do("a", IGNORE_KEY, 0, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(In(1).size(), 24, "b still holds it");
        Do("b", REGISTER, 0, 2, 0);
        NS_TEST_EXPECT_MSG_EQ(In(1).size(), 8, "nobody does");
    }

    /**
     * CLEAR (SPC-4, 5.12.11.6).
     */
    void Clear()
    {
        for (const std::string name : {"a", "b", "c"})
        {
            Do(name, REGISTER, 0, 0, 1);
        }
        Do("b", RESERVE, 3, 1);
        const auto before = In(0).at(3);
        Do("a", CLEAR, 0, 1);
        NS_TEST_EXPECT_MSG_EQ((In(0) == Bytes{0, 0, 0, uint8_t(before + 1), 0, 0, 0, 0}),
                              true,
                              "no keys, next generation");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("b") == std::vector{0x2a03}), true, "preempted");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("c") == std::vector{0x2a03}), true, "preempted");
        NS_TEST_EXPECT_MSG_EQ(TakeAttentions("a").size(), 0, "did it");
    }

    /**
     * REPORT CAPABILITIES and READ FULL STATUS (SPC-4, 6.15.4 and 6.15.5).
     */
    void Status()
    {
        NS_TEST_EXPECT_MSG_EQ((In(2) == Bytes{0, 8, 0x0d, 0x80, 0xea, 0x01, 0, 0}),
                              true,
                              "SIP_C, ATP_C, PTPL_C; six types");
        const std::string name = "iqn.a,i,0x00";
        Do(name, REGISTER, 0, 0, 9);
        Do(name, RESERVE, 7, 9);
        Bytes expected{0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0};
        // R_HOLDER, type 7, relative port 1, 24 bytes: iSCSI with ISID, 20 bytes of name.
        expected.insert(expected.end(), {1, 7, 0, 0, 0, 0, 0, 1, 0, 0, 0, 24, 0x45, 0, 0, 20});
        expected.insert(expected.end(), name.begin(), name.end());
        expected.resize(56);
        auto found = In(3);
        NS_TEST_ASSERT_MSG_EQ(found.size(), 56, "head and one descriptor");
        expected[3] = found[3];
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "READ FULL STATUS");
        NS_TEST_EXPECT_MSG_EQ(+MakeScsiTransportId("iqn.x")[0], 0x05, "without ISID");
        NS_TEST_EXPECT_MSG_EQ(+MakeScsiTransportId("port")[0], 0x0f, "no protocol");
        NS_TEST_EXPECT_MSG_EQ(MakeScsiTransportId(std::string(20, 'x')).size(),
                              28,
                              "20 and a zero take 24");
    }

    /**
     * What cannot be.
     */
    void Refusals()
    {
        Bytes list(24);
        port.initiator = "a";
        port.Run({0x5f, 1, 0x11, 0, 0, 0, 0, 0, 24}, 0, list);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "scope of an element");
        for (const uint8_t type : {0, 2, 4, 9, 15})
        {
            port.Run({0x5f, 1, type, 0, 0, 0, 0, 0, 24}, 0, list);
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "no such type");
        }
        port.Run({0x5f, 7, 0, 0, 0, 0, 0, 0, 24}, 0, list);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "REGISTER AND MOVE");
        port.Run({0x5e, 4, 0, 0, 0, 0, 0, 0, 24}, 24);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "no such service action");
        port.Run({0x5f, 0, 0, 0, 0, 0, 0, 0, 23}, 0, list);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "23 bytes");
        port.Run({0x5f, 0, 0, 0, 0, 0, 0, 0, 24}, 0, Bytes(10));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "10 bytes to give");
    }

    void DoRun() override
    {
        Keys();
        Reserve();
        Clear();
        Status();
        Refusals();
    }
};

/**
 * @ingroup scsi-tests
 *
 * PREEMPT and PREEMPT AND ABORT (SPC-4, 5.12.11.4 and 5.12.11.5).
 */
class ScsiPreemptTest : public ScsiReservationTestCase
{
  public:
    ScsiPreemptTest()
        : ScsiReservationTestCase("PREEMPT removes keys, takes reservations and tells who loses")
    {
    }

  private:
    /**
     * Clear everything and register a, b, c and d with the keys 1, 2, 2 and 4.
     */
    void Begin()
    {
        TakeAttentions("a");
        Do("a", IGNORE_KEY, 0, 0, 1);
        Do("a", CLEAR, 0, 1);
        for (const std::string name : {"b", "c", "d"})
        {
            TakeAttentions(name);
        }
        Do("a", IGNORE_KEY, 0, 0, 1);
        Do("b", IGNORE_KEY, 0, 0, 2);
        Do("c", IGNORE_KEY, 0, 0, 2);
        Do("d", IGNORE_KEY, 0, 0, 4);
    }

    /**
     * @return READ KEYS without its head: the last byte of each key
     */
    Bytes GetKeys()
    {
        Bytes keys;
        const auto bytes = In(0);
        for (std::size_t at = 15; at < bytes.size(); at += 8)
        {
            keys.push_back(bytes[at]);
        }
        return keys;
    }

    void DoRun() override
    {
        Begin();
        const auto conflict = ScsiStatus::RESERVATION_CONFLICT;
        NS_TEST_EXPECT_MSG_EQ((Out("a", PREEMPT, 1, 1, 7) == conflict), true, "no such key");
        Out("a", PREEMPT, 1, 1, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "key zero");
        Do("a", PREEMPT, 1, 1, 2);
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{1, 4}), true, "two registrations are gone");
        NS_TEST_EXPECT_MSG_EQ(In(1).size(), 8, "there was no reservation to take");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("b") == std::vector{0x2a05}), true, "b");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("c") == std::vector{0x2a05}), true, "c");
        NS_TEST_EXPECT_MSG_EQ(TakeAttentions("d").size(), 0, "d is not concerned");

        Begin();
        Do("b", RESERVE, 1, 2);
        Do("a", PREEMPT, 3, 1, 2);
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{1, 4}), true, "the holder's key");
        NS_TEST_EXPECT_MSG_EQ(+In(1).at(15), 1, "a holds it");
        NS_TEST_EXPECT_MSG_EQ(+In(1).at(21), 3, "with its own type");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("c") == std::vector{0x2a05}), true, "c");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("d") == std::vector{0x2a04}), true, "another type");

        Begin();
        Do("a", RESERVE, 8, 1);
        Do("d", PREEMPT, 8, 4, 2);
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{1, 4}), true, "some registrants");
        NS_TEST_EXPECT_MSG_EQ(+In(1).at(21), 8, "the reservation stays");
        Do("d", PREEMPT, 5, 4, 0);
        NS_TEST_EXPECT_MSG_EQ((GetKeys() == Bytes{4}), true, "all others");
        NS_TEST_EXPECT_MSG_EQ(+In(1).at(21), 5, "d took it");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("a") == std::vector{0x2a05}), true, "a");
        Abort();
    }

    /**
     * PREEMPT AND ABORT ends the tasks of those that lose their key, and no others.
     */
    void Abort()
    {
        Begin();
        port.several = true;
        auto start = [this](const std::string& name) {
            port.initiator = name;
            port.Start(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(), 512, {});
            return port.task;
        };
        const auto lost = start("b");
        const auto kept = start("d");
        Do("a", ABORT, 1, 1, 2);
        NS_TEST_EXPECT_MSG_EQ((port.aborted == std::vector{lost}), true, "b's");
        NS_TEST_EXPECT_MSG_EQ(port.completions, 2, "a's command and d's");
        NS_TEST_EXPECT_MSG_EQ(kept->residual, 0, "all data");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("b") == std::vector{0x2a05, 0x2f00}),
                              true,
                              "key and commands");
        NS_TEST_EXPECT_MSG_EQ((TakeAttentions("c") == std::vector{0x2a05}), true, "had none");
        port.several = false;
    }
};

/**
 * @ingroup scsi-tests
 *
 * Reservations of ScsiDisk.
 */
class ScsiReservationTestSuite : public TestSuite
{
  public:
    ScsiReservationTestSuite()
        : TestSuite("scsi-reservation", Type::UNIT)
    {
        AddTestCase(new ScsiReserveTest, Duration::QUICK);
        AddTestCase(new ScsiConflictTest, Duration::QUICK);
        AddTestCase(new ScsiPersistentTest, Duration::QUICK);
        AddTestCase(new ScsiPreemptTest, Duration::QUICK);
    }
};

static ScsiReservationTestSuite g_scsiReservationTestSuite; //!< registers the suite
