/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disksim-parser.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <fstream>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param text a DiskSim file
 * @return what it says
 */
DiskSimTree
Parse(const std::string& text)
{
    return DiskSimParser(DiskSimLexer("x", text)).Parse();
}

/**
 * @param text a bad DiskSim file
 * @return the message of the error
 */
std::string
GetParserError(const std::string& text)
{
    try
    {
        Parse(text);
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The syntax becomes a tree that knows its lines.
 */
class DiskSimParserSyntaxTest : public TestCase
{
  public:
    DiskSimParserSyntaxTest()
        : TestCase("Blocks, lists, ranges, instances, topologies and derived blocks")
    {
    }

  private:
    void DoRun() override
    {
        const auto tree = Parse("# a comment\n"
                                "kind A {\n"
                                "  First value = 1.5, # behind a value\n"
                                "  A list=[ 1,two,[],inner { x = 0x10 } ],\r\n"
                                "  [ b, c ] = yes,\n"
                                "}\n"
                                "A B { First value = 2 }\n"
                                "instantiate [ d1 .. d3, e ] as B\n"
                                "topology bus b0 [ kind d1 [], kind e [] ]");
        NS_TEST_ASSERT_MSG_EQ(tree.blocks.size(), 2, "blocks");
        const auto& a = *tree.blocks[0];
        NS_TEST_EXPECT_MSG_EQ(a.type + " " + a.name, "kind A", "type and name");
        NS_TEST_EXPECT_MSG_EQ(a.place.line, 2, "line");
        NS_TEST_EXPECT_MSG_EQ(a.Find("First value")->GetNumber("n", 0, 2), 1.5, "a number");
        NS_TEST_EXPECT_MSG_EQ(a.Find("First value")->place.line, 3, "line of a value");
        const auto& list = a.Find("A list")->GetList("list");
        NS_TEST_ASSERT_MSG_EQ(list.size(), 4, "a list");
        NS_TEST_EXPECT_MSG_EQ(list[0].GetInteger("n", 1), 1, "a whole number");
        NS_TEST_EXPECT_MSG_EQ(list[1].GetWord("w"), "two", "a word");
        NS_TEST_EXPECT_MSG_EQ(list[2].GetList("l").size(), 0, "an empty list");
        NS_TEST_EXPECT_MSG_EQ(list[3].GetBlock("b").Find("x")->GetInteger("x", 16),
                              16,
                              "hexadecimal in a block without a name");
        NS_TEST_EXPECT_MSG_EQ(a.Find("b")->GetWord("w") + a.Find("c")->GetWord("w"),
                              "yesyes",
                              "two parameters of one value");
        NS_TEST_EXPECT_MSG_EQ((a.Find("d") == nullptr), true, "no such parameter");

        const auto& b = *tree.blocks[1];
        NS_TEST_EXPECT_MSG_EQ(b.type, "kind", "type of the block it derives from");
        NS_TEST_EXPECT_MSG_EQ(b.Find("First value")->GetWord("w"), "2", "its own");
        NS_TEST_EXPECT_MSG_EQ(b.Find("b")->GetWord("w"), "yes", "derived");

        NS_TEST_ASSERT_MSG_EQ(tree.instances.size(), 1, "instances");
        const std::vector<std::string> names{"d1", "d2", "d3", "e"};
        NS_TEST_EXPECT_MSG_EQ((tree.instances[0].names == names), true, "names");
        NS_TEST_EXPECT_MSG_EQ(tree.instances[0].block, "B", "their block");
        NS_TEST_ASSERT_MSG_EQ(tree.topologies.size(), 1, "topologies");
        NS_TEST_EXPECT_MSG_EQ(tree.topologies[0].name, "b0", "the root");
        NS_TEST_EXPECT_MSG_EQ(tree.topologies[0].items[1].name, "e", "below it");
    }
};

/**
 * @ingroup disk-model
 *
 * Files that a file sources are looked for beside it.
 */
class DiskSimParserSourceTest : public TestCase
{
  public:
    DiskSimParserSourceTest()
        : TestCase("Sources are relative to their file, and errors in them name them")
    {
    }

  private:
    void DoRun() override
    {
        const auto main = CreateTempDirFilename("main.parv");
        const auto part = CreateTempDirFilename("part.model");
        std::ofstream(main) << "kind A { Model = source part.model, z = 1 }\n";
        std::ofstream(part) << "\nother P { y = 3 }\n";
        const auto tree = DiskSimParser(DiskSimLexer(main)).Parse();
        const auto& model = tree.blocks[0]->Find("Model")->GetBlock("Model");
        NS_TEST_EXPECT_MSG_EQ(model.Find("y")->GetWord("y"), "3", "from the other file");
        NS_TEST_EXPECT_MSG_EQ(*model.place.file, part, "its name");
        NS_TEST_EXPECT_MSG_EQ(model.place.line, 2, "its line");
        NS_TEST_EXPECT_MSG_EQ(*tree.blocks[0]->Find("z")->place.file, main, "back again");

        const auto folder = main.substr(0, main.rfind('/'));
        const auto check = [this, &main](const std::string& text, const std::string& message) {
            std::ofstream(main) << text;
            std::string error;
            try
            {
                DiskSimParser(DiskSimLexer(main)).Parse();
            }
            catch (const UserError& caught)
            {
                error = caught.what();
            }
            NS_TEST_EXPECT_MSG_EQ(error, message, "for " << text);
        };
        check("\nsource none.model", main + ":2: there is no file " + folder + "/none.model");
        check("source ,", main + ":1: source needs the name of a file");
        check("source", main + ":1: source needs the name of a file");
        check("source main.parv", main + ":1: too many files source one another");
        std::ofstream(part) << "\nother P { y }\n";
        check("source part.model", part + ":2: expected =, found }");
        NS_TEST_EXPECT_MSG_EQ(GetParserError("source /dev/null"),
                              "x:1: there is no file /dev/null",
                              "no regular file");
    }
};

/**
 * @ingroup disk-model
 *
 * Bad syntax is refused with its line.
 */
class DiskSimParserErrorTest : public TestCase
{
  public:
    DiskSimParserErrorTest()
        : TestCase("Bad syntax is refused by line")
    {
    }

  private:
    void DoRun() override
    {
        const auto check = [this](const std::string& text, const std::string& message) {
            NS_TEST_EXPECT_MSG_EQ(GetParserError(text), message, "for " << text);
        };
        check("", "");
        check("# only a comment", "");
        check("= 1", "x:1: expected a block, found =");
        check("kind {", "x:1: expected the name of a block, found {");
        check("kind A\n[", "x:2: expected {, found [");
        check("kind A { b = 1 c = 2 }", "x:1: expected {, found =");
        check("kind A { b = ; }", "x:1: expected a value, found ;");
        check("kind A {\n b = 1", "x:2: expected ,, found the end of the file");
        check("kind A { b = [ 1 2 ] }", "x:1: expected {, found ]");
        check("kind A { b = [ [ ] x ] }", "x:1: expected ,, found x");
        check("kind A { [ [] ] = 1 }",
              "x:1: the name of a parameter is a list, not a word or "
              "number");
        check("instantiate [ a ] on B", "x:1: expected as, found on");
        check("instantiate [ a2 .. a1 ] as B", "x:1: 'a2 .. a1' is not a range");
        check("instantiate [ a1 .. b2 ] as B", "x:1: 'a1 .. b2' is not a range");
        check("instantiate [ a .. b ] as B", "x:1: 'a .. b' is not a range");
        check("instantiate [ a0 .. a10000 ] as B", "x:1: 'a0 .. a10000' is not a range");
        check("instantiate [ 1 .. 99999999999 ] as B", "x:1: '1 .. 99999999999' is not a range");
        check("kind A { b = " + std::string(100, '['),
              "x:1: lists and blocks are nested too deeply");
        const auto tree = Parse("kind A { b = -1, c = nan, d = 1e400, e = [], f = 0x }");
        const auto number = [&tree](const char* name) {
            try
            {
                tree.blocks[0]->Find(name)->GetNumber(name, 0, 9);
                tree.blocks[0]->Find(name)->GetInteger(name, 9);
            }
            catch (const UserError& error)
            {
                return std::string(error.what());
            }
            return std::string();
        };
        NS_TEST_EXPECT_MSG_EQ(number("b"), "x:1: b is '-1', not a number from 0 to 9", "range");
        NS_TEST_EXPECT_MSG_EQ(number("c"), "x:1: c is 'nan', not a number from 0 to 9", "nan");
        NS_TEST_EXPECT_MSG_EQ(number("d"), "x:1: d is '1e400', not a number from 0 to 9", "huge");
        NS_TEST_EXPECT_MSG_EQ(number("e"), "x:1: e is a list, not a number from 0 to 9", "list");
        NS_TEST_EXPECT_MSG_EQ(number("f"), "x:1: f is '0x', not a number from 0 to 9", "no digit");
    }
};

/**
 * @ingroup disk-model
 *
 * The syntax of DiskSim files.
 */
class DiskSimParserTestSuite : public TestSuite
{
  public:
    DiskSimParserTestSuite()
        : TestSuite("disk-model-disksim-parser", Type::UNIT)
    {
        AddTestCase(new DiskSimParserSyntaxTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimParserSourceTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimParserErrorTest, TestCase::Duration::QUICK);
    }
};

static DiskSimParserTestSuite g_diskSimParserTestSuite; //!< the suite
