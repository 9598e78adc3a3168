/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/enum.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/synthetic-workload.h"
#include "ns3/test.h"
#include "ns3/trace-workload.h"
#include "ns3/user-error.h"

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
    catch (const UserError& error)
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
 * A word that a workload does not know is refused, with those that it knows.
 */
class WordAttributesTest : public TestCase
{
  public:
    WordAttributesTest()
        : TestCase("Attributes of workloads list their words")
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
        auto trace = CreateObject<TraceWorkload>();
        trace->SetAttribute("Event", EnumValue(TraceEvent::QUEUE));
        NS_TEST_EXPECT_MSG_EQ(GetText(trace, "Event"), "Queue", "a value");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { trace->SetAttribute("Event", StringValue("")); }),
                              "Event: '' is not one of Issue, Queue, Complete",
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
 * Attributes of workloads that are words.
 */
class WordAttributesTestSuite : public TestSuite
{
  public:
    WordAttributesTestSuite()
        : TestSuite("block-io-word-attributes", Type::UNIT)
    {
        AddTestCase(new WordAttributesTest, Duration::QUICK);
    }
};

static WordAttributesTestSuite g_wordAttributesTestSuite; //!< registers the suite
