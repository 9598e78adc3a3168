/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/json-writer.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * Commas, colons, spaces and lines.
 */
class JsonStructureTestCase : public TestCase
{
  public:
    JsonStructureTestCase()
        : TestCase("arrays, objects and lines")
    {
    }

  private:
    void DoRun() override
    {
        JsonWriter nothing;
        NS_TEST_EXPECT_MSG_EQ(nothing.GetText(), "", "nothing was written");
        CheckNesting();
        CheckLines();
        CheckEmpty();
    }

    /// Objects in arrays in objects.
    void CheckNesting()
    {
        JsonWriter json;
        json.BeginObject();
        json.Key("a").Integer(1);
        json.Key("b").BeginArray();
        json.BeginObject();
        json.Key("c").Null();
        json.EndObject();
        json.BeginArray();
        json.Boolean(true);
        json.Boolean(false);
        json.EndArray();
        json.String("d");
        json.EndArray();
        json.Key("e").String("f");
        json.EndObject();
        NS_TEST_EXPECT_MSG_EQ(json.GetText(),
                              R"({"a": 1, "b": [{"c": null}, [true, false], "d"], "e": "f"})",
                              "nested");
    }

    /// A line may begin before a key, a value and an end; each once.
    void CheckLines()
    {
        JsonWriter json;
        json.BeginArray();
        json.BeginLine().BeginObject();
        json.Key("a").Integer(1);
        json.BeginLine().Key("b").Integer(2);
        json.Key("c").Integer(3);
        json.EndObject();
        json.BeginLine().Integer(4);
        json.Integer(5);
        json.BeginLine().EndArray();
        NS_TEST_EXPECT_MSG_EQ(json.GetText(),
                              "[\n{\"a\": 1,\n\"b\": 2, \"c\": 3},\n4, 5\n]",
                              "lines");
    }

    /// What is empty is followed as any other value.
    void CheckEmpty()
    {
        JsonWriter json;
        json.BeginArray();
        json.BeginArray();
        json.EndArray();
        json.BeginObject();
        json.EndObject();
        json.BeginArray();
        json.BeginLine().EndArray();
        json.EndArray();
        NS_TEST_EXPECT_MSG_EQ(json.GetText(), "[[], {}, [\n]]", "empty");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * Strings are escaped as RFC 8259, 7 says, names as other strings.
 */
class JsonStringTestCase : public TestCase
{
  public:
    JsonStringTestCase()
        : TestCase("strings")
    {
    }

  private:
    void DoRun() override
    {
        using namespace std::string_view_literals;
        const std::pair<std::string_view, std::string> strings[] = {
            {"", R"("")"},
            {"a\"b\\c/d", R"("a\"b\\c/d")"},
            {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
            {"\0\x01\x1f\x7f"sv, "\"\\u0000\\u0001\\u001f\x7f\""},
            {"\xc3\xa4\xe2\x82\xac", "\"\xc3\xa4\xe2\x82\xac\""},
        };
        for (const auto& [text, expected] : strings)
        {
            JsonWriter json;
            json.String(text);
            NS_TEST_EXPECT_MSG_EQ(json.GetText(), expected, "a string");
        }
        JsonWriter json;
        json.BeginObject();
        json.Key("a\n\"b\"").Null();
        json.EndObject();
        NS_TEST_EXPECT_MSG_EQ(json.GetText(), R"({"a\n\"b\"": null})", "a name");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * Numbers with as many digits as asked for.
 */
class JsonNumberTestCase : public TestCase
{
  public:
    JsonNumberTestCase()
        : TestCase("numbers")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetInteger(0), "0", "zero");
        NS_TEST_EXPECT_MSG_EQ(GetInteger(UINT64_MAX), "18446744073709551615", "the greatest");
        NS_TEST_EXPECT_MSG_EQ(GetFixed(1.0 / 3, 6), "0.333333", "six decimals");
        NS_TEST_EXPECT_MSG_EQ(GetFixed(2.5, 1), "2.5", "one");
        NS_TEST_EXPECT_MSG_EQ(GetFixed(-1e-9, 9), "-0.000000001", "a small one");
        NS_TEST_EXPECT_MSG_EQ(GetFixed(7, 0), "7", "none");
        // 309 digits, the point and 17 more.
        NS_TEST_EXPECT_MSG_EQ(GetFixed(std::numeric_limits<double>::max(), 17).size(),
                              309 + 1 + 17,
                              "the greatest number is whole");
        NS_TEST_EXPECT_MSG_EQ(GetSignificant(0.25, 9), "0.25", "no digit too many");
        NS_TEST_EXPECT_MSG_EQ(GetSignificant(1234567.0, 6), "1.23457e+06", "an exponent");
        const auto infinity = std::numeric_limits<double>::infinity();
        NS_TEST_EXPECT_MSG_EQ(GetFixed(infinity, 6), "null", "no number");
        NS_TEST_EXPECT_MSG_EQ(GetFixed(-infinity, 6), "null", "no number");
        NS_TEST_EXPECT_MSG_EQ(GetSignificant(std::nan(""), 6), "null", "no number");
    }

    /**
     * @param number a number
     * @return it as JSON
     */
    static std::string GetInteger(uint64_t number)
    {
        JsonWriter json;
        json.Integer(number);
        return json.GetText();
    }

    /**
     * @param number a number
     * @param decimals digits behind the point
     * @return it as JSON
     */
    static std::string GetFixed(double number, int decimals)
    {
        JsonWriter json;
        json.Fixed(number, decimals);
        return json.GetText();
    }

    /**
     * @param number a number
     * @param digits significant digits
     * @return it as JSON
     */
    static std::string GetSignificant(double number, int digits)
    {
        JsonWriter json;
        json.Significant(number, digits);
        return json.GetText();
    }
};

/**
 * @ingroup toolbox-tests
 *
 * The writer of JSON.
 */
class JsonWriterTestSuite : public TestSuite
{
  public:
    JsonWriterTestSuite()
        : TestSuite("toolbox-json-writer", Type::UNIT)
    {
        AddTestCase(new JsonStructureTestCase, Duration::QUICK);
        AddTestCase(new JsonStringTestCase, Duration::QUICK);
        AddTestCase(new JsonNumberTestCase, Duration::QUICK);
    }
};

static JsonWriterTestSuite g_jsonWriterTestSuite; //!< registers the suite
