/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file-test-helper.h"

#include "ns3/line-reader.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * Lines and their numbers, from a text and from a file.
 */
class LineReaderLinesTestCase : public TestCase
{
  public:
    LineReaderLinesTestCase()
        : TestCase("lines, comments, ends")
    {
    }

  private:
    using Lines = std::vector<std::pair<uint32_t, std::string>>; //!< with their numbers

    /**
     * @param reader a reader
     * @return all that it reads
     */
    static Lines Read(LineReader& reader)
    {
        Lines lines;
        while (reader.Next())
        {
            lines.emplace_back(reader.GetLineNumber(), reader.GetLine());
        }
        return lines;
    }

    void DoRun() override
    {
        const std::string text = "one\n\n  # no\n\t two words \r\n#\nlast";
        const Lines lines{{1, "one"}, {4, "two words"}, {6, "last"}};
        LineReader fromText("some text", text);
        NS_TEST_EXPECT_MSG_EQ((Read(fromText) == lines), true, "a text");
        NS_TEST_EXPECT_MSG_EQ(fromText.GetFileName(), "some text", "its name");
        const auto fileName = WriteFile(CreateTempDirFilename("lines.txt"), text);
        LineReader fromFile(fileName);
        NS_TEST_EXPECT_MSG_EQ((Read(fromFile) == lines), true, "a file");
        NS_TEST_EXPECT_MSG_EQ(fromFile.Next(), false, "at the end still");
        LineReader empty("nothing", "");
        NS_TEST_EXPECT_MSG_EQ(Read(empty).size(), 0, "nothing");
        CheckLong();
        const auto missing = CreateTempDirFilename("missing.txt");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { LineReader reader(missing); }),
                              missing + ": cannot be opened: No such file or directory",
                              "no file");
    }

    /// A line as long as may be is read; one of three times that is not.
    void CheckLong()
    {
        const std::string most(LineReader::MAX_LINE, 'x');
        const auto good = WriteFile(CreateTempDirFilename("long.txt"), "a\n" + most + "\nb\n");
        LineReader reader(good);
        const Lines lines{{1, "a"}, {2, most}, {3, "b"}};
        NS_TEST_EXPECT_MSG_EQ((Read(reader) == lines), true, "a line of 1 MiB");
        const auto bad = WriteFile(CreateTempDirFilename("longer.txt"), "a\n" + most + most + most);
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] {
                                  LineReader other(bad);
                                  Read(other);
                              }),
                              bad + ":2: the line is longer than 1048576 bytes",
                              "a line of 3 MiB");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * Fields of a line, and the numbers in them.
 */
class LineReaderFieldsTestCase : public TestCase
{
  public:
    LineReaderFieldsTestCase()
        : TestCase("fields and numbers")
    {
    }

  private:
    /**
     * @param line a line
     * @param separators characters between fields
     * @param keepEmpty whether there are empty fields
     * @return the fields, each in brackets
     */
    static std::string Split(const std::string& line, const std::string& separators, bool keepEmpty)
    {
        LineReader reader("text", line);
        reader.Next();
        std::string text;
        for (const auto& field : reader.Split(separators, keepEmpty))
        {
            text += "[" + std::string(field) + "]";
        }
        return text;
    }

    /**
     * @param parse what reads a number on line 2 of a text
     * @return what is wrong with it
     */
    static std::string GetError(const std::function<void(const LineReader&)>& parse)
    {
        return GetUserError([&] {
            LineReader reader("text", "\nline");
            reader.Next();
            parse(reader);
        });
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Split("a, b,,c ", ",", true), "[a][b][][c]", "with empty ones");
        NS_TEST_EXPECT_MSG_EQ(Split("a, b,,c ", ",", false), "[a][b][c]", "without");
        NS_TEST_EXPECT_MSG_EQ(Split("a\tb  c", " \t", false), "[a][b][c]", "blanks");
        NS_TEST_EXPECT_MSG_EQ(Split("a;b:c,d", ";:,", true), "[a][b][c][d]", "three separators");
        NS_TEST_EXPECT_MSG_EQ(Split("a,", ",", true), "[a][]", "an empty one at the end");
        CheckIntegers();
        CheckNumbers();
        CheckScaled();
    }

    /// Whole numbers.
    void CheckIntegers()
    {
        const LineReader reader("text", "");
        NS_TEST_EXPECT_MSG_EQ(reader.ParseInteger("18446744073709551615", "x"), UINT64_MAX, "most");
        NS_TEST_EXPECT_MSG_EQ(reader.ParseInteger("ff", "x", 255, 16), 255, "base 16");
        NS_TEST_EXPECT_MSG_EQ(reader.ParseInteger("007", "x", 7), 7, "zeros first");
        for (const std::string field : {"8", "-1", "+1", "1.0", "", "1 ", "18446744073709551616"})
        {
            NS_TEST_EXPECT_MSG_EQ(
                GetError([&](const auto& text) { text.ParseInteger(field, "x", 7); }),
                "text:2: x is '" + field + "', not a whole number from 0 to 7",
                field);
        }
    }

    /// Decimal numbers.
    void CheckNumbers()
    {
        const LineReader reader("text", "");
        NS_TEST_EXPECT_MSG_EQ((reader.ParseNumber("2.5e-1", "x", 7) == 0.25L), true, "exponent");
        NS_TEST_EXPECT_MSG_EQ((reader.ParseNumber("7", "x", 7) == 7.0L), true, "the greatest");
        for (const std::string field : {"7.1", "-1", "+1", "inf", "0x1", "", ".", "1e", "1-1"})
        {
            NS_TEST_EXPECT_MSG_EQ(
                GetError([&](const auto& text) { text.ParseNumber(field, "x", 7); }),
                "text:2: x is '" + field + "', not a number from 0 to 7",
                field);
        }
    }

    /// Decimal numbers times a scale, to the nearest whole number.
    void CheckScaled()
    {
        const LineReader reader("text", "");
        const std::pair<std::string, int64_t> numbers[] = {{"1.5", 1500},
                                                           {"3.", 3000},
                                                           {"0.0004", 0},
                                                           {"0.0005", 1},
                                                           {"0.99999999999", 1000},
                                                           {"1e1", 10000},
                                                           {"100", 100000}};
        for (const auto& [field, expected] : numbers)
        {
            NS_TEST_EXPECT_MSG_EQ(reader.ParseScaled(field, "x", 1000, 100), expected, field);
        }
        // A time in seconds of a trace that began in 1970, to the nanosecond.
        NS_TEST_EXPECT_MSG_EQ(
            reader.ParseScaled("1234567890.123456789", "x", 1000000000, 4000000000),
            1234567890123456789,
            "no digit is lost");
        NS_TEST_EXPECT_MSG_EQ(
            GetError([](const auto& text) { text.ParseScaled("100.5", "x", 1000, 100); }),
            "text:2: x is '100.5', not a number from 0 to 100",
            "too great");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * The reader of files that users give.
 */
class LineReaderTestSuite : public TestSuite
{
  public:
    LineReaderTestSuite()
        : TestSuite("toolbox-line-reader", Type::UNIT)
    {
        AddTestCase(new LineReaderLinesTestCase, Duration::QUICK);
        AddTestCase(new LineReaderFieldsTestCase, Duration::QUICK);
    }
};

static LineReaderTestSuite g_blockLineReaderTestSuite; //!< registers the suite
