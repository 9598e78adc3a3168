/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/live-options.h"
#include "ns3/san-program-options.h"
#include "ns3/scsi-disk.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param action what may fail
 * @return what the user is told, empty if it does not fail
 */
std::string
GetError(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup live-san-tests
 *
 * What has no effect for a simulated target, or for a simulated initiator, is refused, and so is
 * what cannot be.
 */
class LiveOptionsMistakesTestCase : public TestCase
{
  public:
    LiveOptionsMistakesTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    void DoRun() override
    {
        const std::string initiator = "--role=initiator";
        const std::string target = "--targetName=iqn.2026-11.org.nsnam:target-0";
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--LowestAlignedBlock=1"}, "LowestAlignedBlock: now called lowestAlignedBlock"},
            {{"--LineRate=1Gbps"}, "LineRate: now called fcLineRate"},
            {{"--lowestAlignedBlock=1", "--physicalBlockExponent=0"},
             "lowestAlignedBlock: 1 needs physicalBlockExponent>0 and an empty nbd"},
            {{"--lowestAlignedBlock=8"},
             "lowestAlignedBlock: 8 is not in the first physical block of 2^3 logical ones "
             "(physicalBlockExponent)"},
            {{"--lowestAlignedBlock=7"}, ""},
            {{"--physicalBlockExponent=16"},
             "physicalBlockExponent: 16 is not a whole number from 0 to 15, such as 3"},
            {{"--identity=a 1"},
             "identity: a 1 is not up to 16 letters, digits or hyphens, such as a1"},
            {{"--identity=0123456789abcdef0"},
             "identity: 0123456789abcdef0 is not up to 16 letters, digits or hyphens, such as a1"},
            {{"--identity=0123456789-bCDeF"}, ""},
            {{initiator, target, "--identity=a1"}, "identity: a1 needs role=target"},
            {{"--workload=closed"}, "workload: closed needs role=initiator"},
            {{"--count=5"}, "count: 5 needs role=initiator"},
            {{"--lun=1"}, "lun: 1 needs role=initiator and fileService=none"},
            {{initiator, target, "--count=5", "--lun=1"}, ""},
            {{"--timePerPdu=1us", "--cores=2"}, "cores: 2 needs role=initiator, or nbd"},
            {{"--timePerPdu=1us", "--cores=2", "--nbd=socket"}, ""},
            {{"--timePerPdu=1us", "--targetCores=2"}, ""},
            {{initiator, target, "--timePerPdu=1us", "--cores=2"}, ""},
            {{initiator, target, "--timePerPdu=1us", "--targetCores=2"},
             "targetCores: 2 needs role=target"},
            {{"--nbd=socket", "--tap=tap1"}, "tap: tap1 needs an empty nbd"},
            {{"--nbd=socket", "--interface=veth0"}, "interface: veth0 needs an empty nbd"},
            {{"--nbd=socket", "--descriptor=3"}, "descriptor: 3 needs an empty nbd"},
            {{"--nbd=socket", "--attach=direct"}, "attach: direct needs an empty nbd"},
            {{"--nbd=socket", "--address=192.0.2.1/24"},
             "address: 192.0.2.1/24 needs an empty nbd"},
            {{"--nbd=socket", "--identity=a1"}, ""},
            {{"--nbd=socket", "--removable=false"}, "removable: false needs an empty nbd"},
            {{"--nbd=socket", "--lowestAlignedBlock=1"},
             "lowestAlignedBlock: 1 needs physicalBlockExponent>0 and an empty nbd"},
            {{"--nbd=socket", "--readOnly"}, ""},
            {{"--nbd=socket", "--count=5"}, "count: 5 needs role=initiator"},
            {{initiator, target, "--nbd=socket"}, "nbd: socket needs role=target"},
            {{"--nbd=socket", "--usedLuns=2", "--unitQueueDepth=8"}, ""},
            {{initiator, target, "--removable=false"}, "removable: false needs role=target"},
            {{initiator, target, "--gateway"}, "gateway: true needs role=target"},
            {{initiator, "--attach=direct"},
             "portal: role=initiator with attach=direct needs the address of the real target, such "
             "as 192.0.2.10"},
            {{"--service=nfs"}, "service: now called fileService"},
            {{"--fileService=smb1"}, "fileService: smb1 is not one of nfs, none, smb"},
            {{"--fileService=smb", "--cache=16", "--smbThreads=4", "--smbCredits=64"}, ""},
            {{"--fileService=smb", "--nfsThreads=4"},
             "nfsThreads: 4 needs fileService=nfs and role=target"},
            {{"--fileService=nfs", "--smbCredits=64"},
             "smbCredits: 64 needs fileService=smb and role=target"},
            {{"--smbThreads=4"}, "smbThreads: 4 needs fileService=smb and role=target"},
            {{"--fileService=smb", "--pcap", "--identity=a1"},
             "identity: a1 needs fileService=none"},
            {{"--fileService=nfs", "--cache=16", "--fileSystem=ext3", "--nfsThreads=4"}, ""},
            {{"--fileService=nfs", "--journalCommitInterval=1s"}, ""},
            {{"--fileService=nfs", "--fileSystem=ext2", "--journalCommitInterval=1s"},
             "journalCommitInterval: 1s needs fileService=nfs or smb and role=target and "
             "fileSystem=ext3 or ext4"},
            {{"--cache=16"}, "cache: 16 needs fileService=nfs or smb and role=target"},
            {{"--fileSystem=ext3"},
             "fileSystem: ext3 needs fileService=nfs or smb and role=target"},
            {{"--nfsThreads=4"}, "nfsThreads: 4 needs fileService=nfs and role=target"},
            {{"--fileService=nfs", "--cache=0"},
             "cache: 0, but fileService=nfs needs a file system, which needs a page cache, such as "
             "cache=64"},
            {{"--fileService=nfs", "--nbd=socket"}, "fileService: nfs needs an empty nbd"},
            {{initiator, "--fileService=nfs", "--portal=192.0.2.1"},
             "workload: poisson does not use files, but fileService=nfs needs a program that does, "
             "such as workload=dd"},
            {{initiator, target, "--workload=dd"},
             "workload: dd uses files, and needs fileService=nfs or smb"},
            {{initiator, "--fileService=smb", "--workload=dd"},
             "share: role=initiator with fileService=smb needs the name of a share, such as files"},
            {{initiator, "--fileService=smb", "--workload=dd", "--share=/srv/files"},
             "share: role=initiator with fileService=smb needs the name of a share, such as files"},
            {{initiator, "--fileService=smb", "--workload=dd", "--share=a\\b"},
             "share: role=initiator with fileService=smb needs the name of a share, such as files"},
            {{initiator,
              "--fileService=smb",
              "--workload=dd",
              "--share=files",
              "--user=alice",
              "--password=secret",
              "--smbReadSize=65536",
              "--ddCount=8"},
             ""},
            {{initiator,
              "--fileService=smb",
              "--workload=dd",
              "--share=files",
              "--password=secret"},
             "password: secret needs user"},
            {{initiator, "--fileService=nfs", "--workload=dd", "--share=/srv", "--user=alice"},
             "user: alice needs role=initiator and fileService=smb"},
            {{initiator, "--fileService=nfs", "--workload=dd"},
             "share: role=initiator with fileService=nfs needs the path of an export, such as "
             "/srv/files"},
            {{initiator,
              "--fileService=nfs",
              "--workload=dd",
              "--share=/srv",
              "--ddCount=8",
              "--prepared"},
             ""},
            {{initiator, "--fileService=nfs", "--workload=dd", "--nfsReadSize=65536"},
             "share: role=initiator with fileService=nfs needs the path of an export, such as "
             "/srv/files"},
            {{"--fileService=nfs", "--nfsReadSize=65536"},
             "nfsReadSize: 65536 needs fileService=nfs and role=initiator"},
            {{"--fileService=nfs", "--share=/srv"},
             "share: /srv needs role=initiator and fileService=nfs or smb"},
            {{"--fileService=nfs", "--removable=false"}, "removable: false needs fileService=none"},
            {{"--fileService=nfs", "--identity=a1"}, "identity: a1 needs fileService=none"},
            {{"--fileService=nfs", "--gateway"}, "gateway: true needs fileService=none"},
            {{"--fileService=nfs", "--headerDigest=CRC32C"},
             "headerDigest: CRC32C needs fileService=none"},
            {{"--fileService=nfs", "--congestionControl=ns3::TcpCubic"}, ""},
            {{"--chapMutualUser=target"}, "chapMutualUser: target needs authMethod"},
        };
        for (const auto& [words, line] : mistakes)
        {
            LiveOptions o;
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { o.Parse(words); }), line, words.back());
        }
    }
};

/**
 * @ingroup live-san-tests
 *
 * Options of one end need that this end is simulated.
 */
class LiveOptionsEndsTestCase : public TestCase
{
  public:
    LiveOptionsEndsTestCase()
        : TestCase("options of the end that is real")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> target{"--targetTimePerCommand=10us",
                                              "--targetTimePerPdu=10us",
                                              "--targetTimePerByte=0.5",
                                              "--targetTcpRules=Linux24",
                                              "--targetSndBufSize=65536",
                                              "--targetRcvBufSize=65536",
                                              "--commandWindow=8",
                                              "--portals=2"};
        for (const auto& option : target)
        {
            Expect(option, {}, "");
            Expect(option, {"--nbd=socket"}, "");
            Expect(option, m_initiator, "role=target");
        }
        Expect("--targetTimePerDigestByte=1", {"--headerDigest=CRC32C"}, "");
        Expect("--targetTimePerDigestByte=1",
               WithInitiator("--headerDigest=CRC32C"),
               "role=target");
        const std::vector<std::string> secret{"--authMethod=CHAP",
                                              "--chapUser=alice",
                                              "--chapSecret=secret-of-alice"};
        Expect("--targetChapSecret=another-secret", secret, "");
        auto words = secret;
        words.insert(words.end(), m_initiator.begin(), m_initiator.end());
        Expect("--targetChapSecret=another-secret", words, "role=target");
        const std::vector<std::string> initiator{"--usedLuns=2",
                                                 "--unitQueueDepth=8",
                                                 "--lossRetries=1",
                                                 "--recoveryTimeout=9s"};
        for (const auto& option : initiator)
        {
            Expect(option, {}, "role=initiator, or nbd");
            Expect(option, {"--nbd=socket"}, "");
            Expect(option, m_initiator, "");
        }
        Expect("--targetName=iqn.2026-11.org.nsnam:b", {}, "role=initiator, or nbd");
        Expect("--connectionPolicy=lun", {"--connections=2"}, "role=initiator, or nbd");
        Expect("--connectionPolicy=lun", WithInitiator("--connections=2"), "");
        const std::string failing = "role=initiator, or nbd, or fileService=nfs or smb";
        Expect("--mayFail", {}, failing);
        Expect("--mayFail", {"--fileService=nfs"}, "");
        Expect("--mayFail", m_initiator, "");
        Expect("--multipath=failover", {"--links=2", "--nbd=socket"}, "");
        Expect("--multipath=failover", WithInitiator("--links=2"), "nbd");
        Expect("--snaplen=64", {"--pcap"}, "nbd");
        Expect("--snaplen=64", {"--pcap", "--nbd=socket"}, "");
        LiveOptions o;
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { o.Parse(WithInitiator("--minshallNagle=targets")); }),
                              "minshallNagle: targets, but the target is real with role=initiator",
                              "a word that has no effect");
    }

    /**
     * @param option a word of the command line
     * @return it, and that the initiator is simulated
     */
    std::vector<std::string> WithInitiator(const std::string& option) const
    {
        auto words = m_initiator;
        words.push_back(option);
        return words;
    }

    /**
     * @param option an option
     * @param words other options
     * @param needs what it needs and these do not say, empty for nothing
     */
    void Expect(const std::string& option, std::vector<std::string> words, const std::string& needs)
    {
        words.push_back(option);
        const auto equals = option.find('=');
        const auto name = option.substr(2, equals - 2);
        const auto value = equals == std::string::npos ? "true" : option.substr(equals + 1);
        const auto line = needs.empty() ? "" : name + ": " + value + " needs " + needs;
        LiveOptions o;
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { o.Parse(words); }), line, words.front());
    }

    /// A simulated initiator.
    const std::vector<std::string> m_initiator{"--role=initiator",
                                               "--targetName=iqn.2026-11.org.nsnam:target-0"};
};

/**
 * @ingroup live-san-tests
 *
 * Options that contradict each other.
 */
class LiveOptionsTestCase : public TestCase
{
  public:
    LiveOptionsTestCase()
        : TestCase("options of san-live")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"--initiators=2"}, "initiators: 2, but san-live has one, real or simulated"},
            {{"--linkType=wifi"}, "linkType: wifi is for iscsi-san and wireless-san only"},
            {{"--workload=closed"}, "workload: closed needs role=initiator"},
            {{"--workload=h2benchw",
              "--role=initiator",
              "--targetName=iqn.2026-11.org.nsnam:a",
              "--portal=192.0.2.10"},
             "workload: h2benchw is not one of bonnie, closed, copy, dd, files, fio, fixed, "
             "iometer, poisson, postmark, trace, verify"},
            {{"--interface=veth0", "--descriptor=3"},
             "interface, descriptor: only one of them can be given"},
            {{"--interface=veth0", "--descriptor=0"},
             "interface, descriptor: only one of them can be given"},
            {{"--role=initiator"},
             "targetName: role=initiator needs the name of the real target, such as "
             "iqn.2026-11.org.nsnam:target-0"},
            {{"--role=initiator", "--attach=direct", "--targetName=iqn.2026-11.org.nsnam:a"},
             "portal: role=initiator with attach=direct needs the address of the real target, such "
             "as 192.0.2.10"}};
        for (const auto& [words, error] : mistakes)
        {
            LiveOptions o;
            NS_TEST_EXPECT_MSG_EQ(GetError([&] { o.Parse(words); }), error, words.front());
        }
        LiveOptions o;
        o.Parse({});
        NS_TEST_EXPECT_MSG_EQ(o.output.storeData, true, "contents are kept");
        NS_TEST_EXPECT_MSG_EQ(o.output.folder, "out/san-live", "a folder of its own");
        const auto units = o.GetList().GetAttributes(ScsiDisk::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(units.at("Removable"), "true", "a medium that can be ejected");
        NS_TEST_EXPECT_MSG_EQ(units.at("SanitizeTime"), "8s", "SANITIZE takes a moment");
        NS_TEST_EXPECT_MSG_EQ(units.at("PhysicalBlockExponent"), "3", "4096 bytes, as drives have");
        NS_TEST_EXPECT_MSG_EQ(o.GetList().GetChanges().size(), 0, "these are defaults");
        IscsiSanOptions plain;
        plain.Parse({});
        const auto others = plain.GetList().GetAttributes(ScsiDisk::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(others.contains("ReadOnly"), true, "of every program");
        NS_TEST_EXPECT_MSG_EQ(others.contains("Removable"), false, "of san-live alone");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Options of san-live.
 */
class LiveOptionsTestSuite : public TestSuite
{
  public:
    LiveOptionsTestSuite()
        : TestSuite("live-options", Type::UNIT)
    {
        AddTestCase(new LiveOptionsMistakesTestCase, Duration::QUICK);
        AddTestCase(new LiveOptionsEndsTestCase, Duration::QUICK);
        AddTestCase(new LiveOptionsTestCase, Duration::QUICK);
    }
};

static LiveOptionsTestSuite g_liveOptionsTestSuite; //!< the suite
