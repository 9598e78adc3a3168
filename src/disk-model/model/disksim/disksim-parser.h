/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_PARSER_H
#define DISKSIM_PARSER_H

#include "disksim-lexer.h"
#include "disksim-value.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * Reads the syntax of DiskSim 4 files, whatever their blocks are about:
 *
 * - file: { "topology" node | "instantiate" list "as" word | block }
 * - block: type [name] "{" [parameter { "," parameter }] "}", the name missing only where a block
 * is a value. The type may be the name of a block above, whose parameters it then has unless it
 *   gives them itself.
 * - parameter: (word { word } | list) "=" value, the list giving several parameters one value
 * - value: word | list | block | node
 * - list: "[" [item { "," item }] "]", where an item is a value, or a range a1 .. a9
 * - node: type name list
 */
class DiskSimParser
{
  public:
    /**
     * @param lexer the file
     */
    explicit DiskSimParser(DiskSimLexer lexer);

    /**
     * Read the whole file.
     *
     * @return what it says
     * @throw UserError naming file and line
     */
    DiskSimTree Parse();

  private:
    /// A step into a list or block, to find where they nest too deep.
    class Step;

    /**
     * Continue to the next word or mark.
     */
    void Advance();

    /**
     * @param mark a mark
     * @return whether it comes next
     */
    bool Sees(std::string_view mark) const;

    /**
     * Pass a mark or keyword.
     *
     * @param text the mark or keyword
     * @throw UserError if it does not come next
     */
    void Expect(std::string_view text);

    /**
     * @param what what it is for the error message
     * @return the word that comes next, which is passed
     * @throw UserError if none comes
     */
    std::string ExpectWord(const char* what);

    /**
     * Refuse what comes next.
     *
     * @param wanted what should come
     */
    [[noreturn]] void FailUnless(const std::string& wanted) const;

    /**
     * Read an instantiation from its list on.
     *
     * @param place where it begins
     */
    void ParseInstances(const DiskSimPlace& place);

    /**
     * @return a value
     */
    DiskSimValue ParseValue();

    /**
     * @param list gets the items of a list
     */
    void ParseList(std::vector<DiskSimValue>& list);

    /**
     * Read the rest of a range.
     *
     * @param first its first item
     * @param list gets its items
     */
    void ParseRange(const DiskSimValue& first, std::vector<DiskSimValue>& list);

    /**
     * Read a block from its brace on.
     *
     * @param type its type
     * @param name its name, or empty
     * @param place where it begins
     * @return the block
     */
    std::shared_ptr<const DiskSimBlock> ParseBlock(const std::string& type,
                                                   const std::string& name,
                                                   const DiskSimPlace& place);

    /**
     * @param block gets the parameters of one expression
     */
    void ParseParameter(DiskSimBlock& block);

    DiskSimLexer m_lexer;                                               //!< the file
    DiskSimLexer::Token m_next;                                         //!< what comes next
    std::map<std::string, std::shared_ptr<const DiskSimBlock>> m_named; //!< blocks anywhere
    DiskSimTree m_tree;                                                 //!< what was read so far
    uint32_t m_depth{0};                                                //!< lists and blocks around
};

} // namespace ns3

#endif /* DISKSIM_PARSER_H */
