/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sample-load.h"

#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/user-error.h"
#include "ns3/word-checker.h"

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
 * @ingroup toolbox
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
        auto load = CreateObject<SampleLoad>();
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { load->SetAttribute("Arrivals", wrong); }),
                              line,
                              "attribute");
        NS_TEST_EXPECT_MSG_EQ(GetText(load, "Arrivals"), "Closed", "it is as it was");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { load->SetAttributeFailSafe("Arrivals", wrong); }),
                              line,
                              "careful attribute");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint([&] { Config::SetDefault("ns3::SampleLoad::Arrivals", wrong); }),
            line,
            "default");
        ObjectFactory factory("ns3::SampleLoad");
        NS_TEST_EXPECT_MSG_EQ(GetComplaint([&] { factory.Set("Arrivals", wrong); }),
                              line,
                              "factory");
        factory.Set("Arrivals", StringValue("Fixed"));
        NS_TEST_EXPECT_MSG_EQ(GetText(factory.Create<Object>(), "Arrivals"), "Fixed", "a word");
        load->SetAttribute("Arrivals", EnumValue(SampleLoad::Arrivals::POISSON));
        NS_TEST_EXPECT_MSG_EQ(GetText(load, "Arrivals"), "Poisson", "a value");
        NS_TEST_EXPECT_MSG_EQ(
            GetComplaint([&] { load->SetAttribute("Arrivals", StringValue("")); }),
            "Arrivals: '' is not one of Closed, Poisson, Fixed",
            "nothing");
    }
};

/**
 * @ingroup toolbox
 *
 * Attributes that are enumerations.
 */
class WordCheckerTestSuite : public TestSuite
{
  public:
    WordCheckerTestSuite()
        : TestSuite("toolbox-word-checker", Type::UNIT)
    {
        AddTestCase(new WordCheckerTest, Duration::QUICK);
    }
};

static WordCheckerTestSuite g_wordCheckerTestSuite; //!< registers the suite
