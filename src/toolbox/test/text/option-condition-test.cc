/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/option-condition.h"
#include "ns3/test.h"

#include <map>
#include <string>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * Terms, what joins them, and how they are described.
 */
class OptionConditionTestCase : public TestCase
{
  public:
    OptionConditionTestCase()
        : TestCase("terms")
    {
    }

  private:
    /**
     * @param text a condition
     * @return whether the options meet it
     */
    bool IsMet(const std::string& text) const
    {
        return OptionCondition(text).IsMet(
            [this](const std::string& name) { return m_states.at(name); });
    }

    void DoRun() override
    {
        const std::map<std::string, bool> conditions{
            {"a=x", true},
            {"a=y|x", true},
            {"a=y|z", false},
            {"a=", false},
            {"n>1", true},
            {"n>2", false},
            {"a", true},
            {"b", false},
            {"a=y and n>1", false},
            {"a=x and n>1", true},
            {"b or a=x", true},
            // "and" joins first: (b and a) or n>1, not b and (a or n>1).
            {"b and a or n>1", true},
            {"n>1 or a and b", true},
            {"b or n>2", false},
        };
        for (const auto& [text, isMet] : conditions)
        {
            NS_TEST_EXPECT_MSG_EQ(IsMet(text), isMet, text);
        }
        const std::map<std::string, std::string> told{
            {"a=x", "a=x"},
            {"a=x|y", "a=x or y"},
            {"a=x|y|z and b", "a=x, y or z and b"},
            {"a>2 or b=u|v", "a>2, or b=u or v"},
            {"a= and b", "an empty a and b"},
        };
        for (const auto& [text, words] : told)
        {
            const OptionCondition condition(text);
            NS_TEST_EXPECT_MSG_EQ(condition.Describe(), words, text);
            NS_TEST_EXPECT_MSG_EQ(condition.GetText(), text, "for other programs");
        }
    }

    /// What options say: b has its default.
    std::map<std::string, OptionCondition::State> m_states{{"a", {"x", false}},
                                                           {"b", {"u0", true}},
                                                           {"n", {"2", false}}};
};

/**
 * @ingroup toolbox-tests
 *
 * Conditions on options.
 */
class OptionConditionTestSuite : public TestSuite
{
  public:
    OptionConditionTestSuite()
        : TestSuite("toolbox-option-condition", Type::UNIT)
    {
        AddTestCase(new OptionConditionTestCase, Duration::QUICK);
    }
};

static OptionConditionTestSuite g_optionConditionTestSuite; //!< the suite
