/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/iscsi-key-attributes.h"
#include "ns3/iscsi-key-definition.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-target.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <fstream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// The cells of a row of the documentation's table.
using Cells = std::array<std::string, 7>;

/// Characters of each column but the last.
constexpr std::array<std::size_t, 6> WIDTHS{29, 9, 6, 7, 10, 8};

/**
 * @param cells the cells
 * @return a line of the table
 */
std::string
MakeLine(const Cells& cells)
{
    std::string line;
    for (std::size_t i = 0; i < WIDTHS.size(); i++)
    {
        line += cells[i] + std::string(WIDTHS[i] + 2 - cells[i].size(), ' ');
    }
    return line + cells.back() + "\n";
}

/**
 * @param senders who may send a key
 * @return the cell
 */
std::string
DescribeSenders(IscsiKeySenders senders)
{
    switch (senders)
    {
    case IscsiKeySenders::INITIATOR:
        return "initiator";
    case IscsiKeySenders::TARGET:
        return "target";
    default:
        return "both";
    }
}

/**
 * @param stages where a key is allowed
 * @return the cell
 */
std::string
DescribeStages(uint8_t stages)
{
    std::string letters;
    letters += stages & IscsiKeyDefinition::SECURITY_STAGE ? "S" : "";
    letters += stages & IscsiKeyDefinition::OPERATIONAL_STAGE ? "O" : "";
    letters += stages & IscsiKeyDefinition::FULL_FEATURE_STAGE ? "F" : "";
    return letters;
}

/**
 * @param type the values of a key and its result function
 * @return the cell
 */
std::string
DescribeResult(IscsiKeyType type)
{
    switch (type)
    {
    case IscsiKeyType::BOOLEAN_OR:
        return "OR";
    case IscsiKeyType::BOOLEAN_AND:
        return "AND";
    case IscsiKeyType::MINIMUM:
        return "minimum";
    case IscsiKeyType::MAXIMUM:
        return "maximum";
    case IscsiKeyType::LIST:
        return "first of";
    case IscsiKeyType::EXCHANGE:
        return "exchange";
    case IscsiKeyType::OBSOLETE:
        return "``Reject``";
    default:
        return "declared";
    }
}

/**
 * @return the documentation's table of keys, as the rows are
 */
std::string
MakeTable()
{
    Cells rule;
    for (std::size_t i = 0; i < WIDTHS.size(); i++)
    {
        rule[i] = std::string(WIDTHS[i], '=');
    }
    rule.back() = std::string(47, '=');
    const auto line = MakeLine(rule);
    std::string table =
        line + MakeLine({"Key", "Sent by", "Stages", "Login", "Result", "Default", "Values"}) +
        line;
    for (const auto& key : GetIscsiKeyDefinitions())
    {
        const bool isObsolete = key.type == IscsiKeyType::OBSOLETE;
        table += MakeLine({key.help.empty() ? key.name : "``" + key.name + "``",
                           DescribeSenders(key.senders),
                           DescribeStages(key.stages),
                           key.leadingOnly ? "leading" : "any",
                           DescribeResult(key.type),
                           key.defaultValue.empty() ? "-" : key.defaultValue,
                           isObsolete ? "any" : key.DescribeLegal()});
    }
    return table + line;
}

} // namespace

/**
 * @ingroup iscsi
 *
 * The attributes by which users set what a side proposes.
 */
class IscsiKeyAttributesTest : public TestCase
{
  public:
    IscsiKeyAttributesTest()
        : TestCase("Attributes of text keys say what the keys' rows say")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& key : GetIscsiKeyDefinitions())
        {
            // ConnectionUse has an attribute of its own, which is an enumeration.
            const bool isSet = key.IsNegotiated() && key.name != ISCSI_CONNECTION_USE_KEY;
            NS_TEST_EXPECT_MSG_EQ(isSet && key.help.empty(), false, key.name << " has no help");
            if (!key.help.empty())
            {
                CheckRow(key);
            }
        }
        CheckValues();
    }

    /**
     * One key's attribute.
     *
     * @param key the key
     */
    void CheckRow(const IscsiKeyDefinition& key)
    {
        TypeId::AttributeInformation attribute;
        const bool isThere = IscsiTarget::GetTypeId().LookupAttributeByName(key.name, &attribute);
        NS_TEST_ASSERT_MSG_EQ(isThere, true, key.name);
        NS_TEST_EXPECT_MSG_EQ(attribute.help, key.help, key.name);
        const auto text = attribute.initialValue->SerializeToString(attribute.checker);
        const auto value = text == "true" ? "Yes" : text == "false" ? "No" : text;
        NS_TEST_EXPECT_MSG_EQ(value, key.defaultValue, key.name);
        if (key.IsNumber())
        {
            CheckRange(key, attribute);
        }
    }

    /**
     * The range of a number: what the attribute takes, and what its help says.
     *
     * @param key the key
     * @param attribute its attribute
     */
    void CheckRange(const IscsiKeyDefinition& key, const TypeId::AttributeInformation& attribute)
    {
        const auto takes = [&attribute](uint64_t value) {
            return attribute.checker->Check(UintegerValue(value));
        };
        NS_TEST_EXPECT_MSG_EQ(takes(key.minimum), true, key.name);
        NS_TEST_EXPECT_MSG_EQ(takes(key.maximum), true, key.name);
        NS_TEST_EXPECT_MSG_EQ(takes(uint64_t{key.minimum} - 1), false, key.name);
        NS_TEST_EXPECT_MSG_EQ(takes(uint64_t{key.maximum} + 1), false, key.name);
        const bool isSaid = key.help.find(key.DescribeLegal()) != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ(isSaid, true, key.name << " is " << key.DescribeLegal());
    }

    /**
     * A flag, a number and a list are set and read back; what does not fit is refused.
     */
    void CheckValues()
    {
        const auto target = CreateObject<IscsiTarget>();
        target->SetAttribute("InitialR2T", BooleanValue(false));
        target->SetAttribute("MaxBurstLength", UintegerValue(512));
        target->SetAttribute("HeaderDigest", StringValue("CRC32C,None"));
        BooleanValue flag(true);
        UintegerValue number;
        StringValue list;
        target->GetAttribute("InitialR2T", flag);
        target->GetAttribute("MaxBurstLength", number);
        target->GetAttribute("HeaderDigest", list);
        NS_TEST_EXPECT_MSG_EQ(flag.Get(), false, "flag");
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 512, "number");
        NS_TEST_EXPECT_MSG_EQ(list.Get(), "CRC32C,None", "list");
        const bool isTaken = target->SetAttributeFailSafe("MaxBurstLength", UintegerValue(511));
        NS_TEST_EXPECT_MSG_EQ(isTaken, false, "below the range");
        IscsiSessionParameters parameters;
        const bool isNumber =
            SetIscsiParameter(parameters, &IscsiSessionParameters::maxBurstLength, list);
        NS_TEST_EXPECT_MSG_EQ(isNumber, false, "a text for a number");
        NS_TEST_EXPECT_MSG_EQ(parameters.maxBurstLength, 262144, "left alone");
    }
};

/**
 * @ingroup iscsi
 *
 * The table of keys in the module's documentation.
 */
class IscsiKeyDocumentationTest : public TestCase
{
  public:
    IscsiKeyDocumentationTest()
        : TestCase("The documentation's table of keys says what the keys' rows say")
    {
        SetDataDir(NS_TEST_SOURCEDIR "/../doc");
    }

  private:
    void DoRun() override
    {
        std::ifstream file(CreateDataDirFilename("iscsi-login.rst"));
        std::ostringstream page;
        page << file.rdbuf();
        const auto table = MakeTable();
        const bool isThere = page.str().find(table) != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ(isThere, true, "iscsi-login.rst must have this table:\n" << table);
    }
};

/**
 * @ingroup iscsi
 *
 * What comes from the rows of the table of keys.
 */
class IscsiKeyTableTestSuite : public TestSuite
{
  public:
    IscsiKeyTableTestSuite()
        : TestSuite("iscsi-key-table", Type::UNIT)
    {
        AddTestCase(new IscsiKeyAttributesTest, Duration::QUICK);
        AddTestCase(new IscsiKeyDocumentationTest, Duration::QUICK);
    }
};

static IscsiKeyTableTestSuite g_iscsiKeyTableTestSuite; //!< registers the suite
