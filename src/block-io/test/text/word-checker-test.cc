/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-io-user-error.h"
#include "ns3/block-io-word-checker.h"
#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/synthetic-workload.h"
#include "ns3/test.h"
#include "ns3/trace-workload.h"

#include <functional>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param act what is tried
 * @return the text of the error that it throws, empty if it throws none
 */
std::string
GetComplaint(const std::function<void()>& act)
{
    try
    {
        act();
    }
    catch (const BlockIoUserError& error)
    {
        return error.what();
    }
    return "";
}

/**
 * @param object an object
 * @param attribute one of its attributes
 * @return the attribute's value as a text
 */
std::string
GetText(Ptr<Object> object, const std::string& attribute)
{
    StringValue value;
    object->GetAttribute(attribute, value);
    return value.Get();
}

} // namespace

/**
 * @ingroup block-io
 *
 * However an attribute is set to a word that does not exist, the line lists those that do.
 */
class WordCheckerTest : public TestCase
{
  public:
    WordCheckerTest()
        : TestCase("An unknown word is refused in one line, wherever it is set")
    {
    }

  private:
    void DoRun() override
    {
        const StringValue wrong("poisson");
        const std::string line = "Arrivals: poisson is not one of Closed, Poisson, Fixed";
        auto workload = CreateObject<SyntheticWorkload>();
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { workload->SetAttribute("Arrivals", wrong); }),
                              line,
                              "attribute");
        NS_TEST_EXPECT_MSG_EQ(GetText(workload, "Arrivals"), "Closed", "it is as it was");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint([&] { workload->SetAttributeFailSafe("Arrivals", wrong); }),
            line,
            "careful attribute");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint([&] { Config::SetDefault("ns3::SyntheticWorkload::Arrivals", wrong); }),
            line,
            "default");
        ObjectFactory factory("ns3::SyntheticWorkload");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { factory.Set("Arrivals", wrong); }),
                              line,
                              "factory");
        factory.Set("Arrivals", StringValue("Fixed"));
        NS_TEST_EXPECT_MSG_EQ(GetText(factory.Create<Object>(), "Arrivals"), "Fixed", "a word");
        auto trace = CreateObject<TraceWorkload>();
        trace->SetAttribute("Event", EnumValue(TraceEvent::QUEUE));
        NS_TEST_EXPECT_MSG_EQ(GetText(trace, "Event"), "Queue", "a value");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { trace->SetAttribute("Event", StringValue("")); }),
                              "Event: '' is not one of Issue, Queue",
                              "nothing");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint([&] { trace->SetAttribute("Format", StringValue("xml")); }),
            "Format: xml is not one of Recognised, DiskSim, Validate, Csv, Spc, Msr, Blkparse, "
            "Fio2, Fio3, Tencent, Alibaba, MQSim, Systor, Fiu, CloudPhysics, Columns",
            "words of a table");
    }
};

/**
 * @ingroup block-io
 *
 * Attributes that are enumerations.
 */
class WordCheckerTestSuite : public TestSuite
{
  public:
    WordCheckerTestSuite()
        : TestSuite("block-io-word-checker", Type::UNIT)
    {
        AddTestCase(new WordCheckerTest, Duration::QUICK);
    }
};

static WordCheckerTestSuite g_wordCheckerTestSuite; //!< registers the suite
