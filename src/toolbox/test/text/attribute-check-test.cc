/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/address.h"
#include "ns3/attribute-check.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

using namespace ns3;

namespace
{

/**
 * @ingroup toolbox
 *
 * A class with one attribute of limited range.
 */
class AttributeCheckSubject : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::AttributeCheckSubject")
                .SetParent<Object>()
                .SetGroupName("Toolbox")
                .AddAttribute("Depth",
                              "Depth in steps, 1 to 4",
                              UintegerValue(2),
                              MakeUintegerAccessor(&AttributeCheckSubject::m_depth),
                              MakeUintegerChecker<uint32_t>(1, 4))
                .AddAttribute("Pause",
                              "Pause, 0 or more",
                              TimeValue(Time(0)),
                              MakeTimeAccessor(&AttributeCheckSubject::m_pause),
                              MakeTimeChecker(Time(0)))
                .AddAttribute("Share",
                              "Share, 0 to 1",
                              DoubleValue(0),
                              MakeDoubleAccessor(&AttributeCheckSubject::m_share),
                              MakeDoubleChecker<double>(0, 1))
                .AddAttribute("Dice",
                              "Any random variable",
                              StringValue("ns3::UniformRandomVariable"),
                              MakePointerAccessor(&AttributeCheckSubject::m_dice),
                              MakePointerChecker<RandomVariableStream>())
                .AddAttribute("Speed",
                              "Speed, 0 for no limit",
                              DataRateValue(DataRate(0)),
                              MakeDataRateAccessor(&AttributeCheckSubject::m_speed),
                              MakeDataRateChecker())
                .AddAttribute("Colour",
                              "Colour",
                              EnumValue(RED),
                              MakeEnumAccessor<Colour>(&AttributeCheckSubject::m_colour),
                              MakeEnumChecker(RED, "Red", BLUE, "Blue"))
                .AddAttribute("Peer",
                              "Peer",
                              AddressValue(),
                              MakeAddressAccessor(&AttributeCheckSubject::m_peer),
                              MakeAddressChecker())
                .AddAttribute("Class",
                              "Class",
                              TypeIdValue(Object::GetTypeId()),
                              MakeTypeIdAccessor(&AttributeCheckSubject::m_class),
                              MakeTypeIdChecker());
        return tid;
    }

    /// An enumeration as ns-3's own classes have it.
    enum Colour
    {
        RED, //!< one word
        BLUE //!< another
    };

  private:
    uint32_t m_depth;                 //!< a whole number
    Time m_pause;                     //!< a time
    double m_share;                   //!< a number
    Ptr<RandomVariableStream> m_dice; //!< an object
    DataRate m_speed;                 //!< a rate
    Colour m_colour;                  //!< a word
    Address m_peer;                   //!< an address
    TypeId m_class;                   //!< a class
};

/**
 * @param attribute an attribute's name
 * @param value a value for it
 * @return the text of the error that the check throws, empty if it throws none
 */
std::string
GetComplaint(const std::string& attribute, const std::string& value)
{
    try
    {
        CheckAttribute(AttributeCheckSubject::GetTypeId(), attribute, StringValue(value));
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup toolbox
 *
 * A bad value is named with its attribute and range.
 */
class AttributeCheckTest : public TestCase
{
  public:
    AttributeCheckTest()
        : TestCase("Bad attribute values are named in one line")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Depth", "1"), "", "lowest");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Depth", "4"), "", "highest");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint("Depth", "5"),
            "ns3::AttributeCheckSubject::Depth: 5 is not valid: Depth in steps, 1 to 4",
            "past the range");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint("Depth", "deep"),
            "ns3::AttributeCheckSubject::Depth: deep is not valid: Depth in steps, 1 to 4",
            "not a number");
        for (const auto* good : {"0", "2ms", "1.5us", "1e-3s", "2min", "+0ns"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Pause", good), "", good);
        }
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint("Pause", ""),
            "ns3::AttributeCheckSubject::Pause: '' is not valid: Pause, 0 or more",
            "empty");
        for (const auto* bad : {"ms", "2 ms", "2ms ", "2sec", "-2ms", "two", "1e300s", "inf"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Pause", bad),
                                  std::string("ns3::AttributeCheckSubject::Pause: ") + bad +
                                      " is not valid: Pause, 0 or more",
                                  "no time");
        }
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Share", "0.25"), "", "within the range");
        for (const auto* bad : {"1.01", "-0.1", "1/2", "all", "0.5x", "0.5 ", "nan", "inf", ""})
        {
            NS_TEST_EXPECT_MSG_NE(GetComplaint("Share", bad), "", bad);
        }
        bool refused = false;
        try
        {
            CheckAttribute(AttributeCheckSubject::GetTypeId(), "Depth", UintegerValue(5));
        }
        catch (const UserError& error)
        {
            refused = std::string(error.what()).find("Depth: 5 is not valid") != std::string::npos;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "a number past the range");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Width", "1"),
                              "ns3::AttributeCheckSubject has no attribute Width",
                              "unknown");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Dept", "1"),
                              "ns3::AttributeCheckSubject has no attribute Dept, did you mean "
                              "ns3::AttributeCheckSubject::Depth?",
                              "unknown, and near one");
        const auto tid = AttributeCheckSubject::GetTypeId();
        NS_TEST_EXPECT_MSG_EQ(GetAttributeHelp(tid, "Depth"), "Depth in steps, 1 to 4", "help");
        NS_TEST_EXPECT_MSG_EQ(GetAttributeDefault(tid, "Depth"), "2", "default");
    }
};

/**
 * @ingroup toolbox
 *
 * An object that ns-3 cannot make is named with its attribute.
 */
class AttributeCheckObjectTest : public TestCase
{
  public:
    AttributeCheckObjectTest()
        : TestCase("Objects that cannot be made are named in one line")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* good : {"ns3::ConstantRandomVariable",
                                 "ns3::ConstantRandomVariable[]",
                                 "ns3::UniformRandomVariable[Min=1|Max=2]"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Dice", good), "", good);
        }
        NS_TEST_EXPECT_MSG_NE(GetComplaint("Dice", ""), "", "empty");
        for (const auto* bad : {"ns3::Nonsense",
                                "UniformRandomVariable ",
                                "ns3::RandomVariableStream",
                                "ns3::AttributeCheckSubject",
                                "ns3::UniformRandomVariable[",
                                "ns3::UniformRandomVariable[Min]",
                                "ns3::UniformRandomVariable[Mean=1]",
                                "ns3::UniformRandomVariable[Min=1|Max=high]"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Dice", bad),
                                  std::string("ns3::AttributeCheckSubject::Dice: ") + bad +
                                      " is not valid: Any random variable",
                                  "no random variable");
        }
    }
};

/**
 * @ingroup toolbox
 *
 * Texts on which ns-3 itself aborts are named with their attribute.
 */
class AttributeCheckAbortTest : public TestCase
{
  public:
    AttributeCheckAbortTest()
        : TestCase("Texts on which ns-3 aborts are named in one line")
    {
    }

  private:
    void DoRun() override
    {
        const std::string name = "ns3::AttributeCheckSubject::";
        for (const auto* good : {"0", "1000", "100Mbps", "1.5Gb/s", "20kB/s"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Speed", good), "", good);
        }
        for (const auto* bad : {"fast", "100Mbps ", "100 Mbps", "1.2.3Mbps", "-1bps", "1e30Gbps"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Speed", bad),
                                  name + "Speed: " + bad + " is not valid: Speed, 0 for no limit",
                                  "no rate");
        }
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Colour", "Blue"), "", "a word");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Colour", "blue"),
                              name + "Colour: blue is not one of Red, Blue",
                              "another case");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Class", "ns3::Object"), "", "a class");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Class", "ns3::Nonsense"),
                              name + "Class: ns3::Nonsense is not valid: Class",
                              "no class");
        for (const auto* good : {"03-07-0a:00:00:01:bc:0c:00", "00-00-"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Peer", good), "", good);
        }
        for (const auto* bad :
             {"abc", "10.0.0.1", "03-07-0a", "03-ff-0a", "03-01-0a:0b", "03-01-xy"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetComplaint("Peer", bad),
                                  name + "Peer: " + bad + " is not valid: Peer",
                                  "no address");
        }
        NS_TEST_EXPECT_MSG_EQ(GetComplaint("Depth", "2\n3"),
                              name + "Depth: 2 3 is not valid: Depth in steps, 1 to 4",
                              "two lines");
    }
};

/**
 * @ingroup toolbox
 *
 * Checks of what users give.
 */
class AttributeCheckTestSuite : public TestSuite
{
  public:
    AttributeCheckTestSuite()
        : TestSuite("toolbox-attribute-check", Type::UNIT)
    {
        AddTestCase(new AttributeCheckTest, Duration::QUICK);
        AddTestCase(new AttributeCheckObjectTest, Duration::QUICK);
        AddTestCase(new AttributeCheckAbortTest, Duration::QUICK);
    }
};

static AttributeCheckTestSuite g_attributeCheckTestSuite; //!< registers the suite
