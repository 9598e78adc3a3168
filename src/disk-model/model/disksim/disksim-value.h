/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_VALUE_H
#define DISKSIM_VALUE_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

struct DiskSimBlock;

/**
 * @ingroup disk-model-disksim
 *
 * A place in a DiskSim file.
 */
struct DiskSimPlace
{
    std::shared_ptr<const std::string> file; //!< name of the file
    uint32_t line{0};                        //!< line, counted from 1

    /**
     * Refuse what stands there.
     *
     * @param message what is wrong with it
     * @throw UserError always, naming file and line
     */
    [[noreturn]] void Fail(const std::string& message) const;
};

/**
 * @ingroup disk-model-disksim
 *
 * A value of a DiskSim file: a word or number, a list, a block, or a node of a topology.
 */
struct DiskSimValue
{
    /// What sort of value it is.
    enum class Kind : uint8_t
    {
        WORD,  //!< a word or number
        LIST,  //!< a list in brackets
        BLOCK, //!< a block in braces
        NODE   //!< a component of a topology and those below it
    };

    Kind kind{Kind::WORD};                     //!< what sort it is
    DiskSimPlace place;                        //!< where it begins
    std::string text;                          //!< the word, or the type of a component
    std::string name;                          //!< the name of a component
    std::vector<DiskSimValue> items;           //!< of a list, or below a component
    std::shared_ptr<const DiskSimBlock> block; //!< the block

    /**
     * @param what what it is called in the error message
     * @return the word
     * @throw UserError unless it is one
     */
    const std::string& GetWord(const std::string& what) const;

    /**
     * @param what what it is called in the error message
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @return the number
     * @throw UserError unless it is a number in that range
     */
    double GetNumber(const std::string& what, double min, double max) const;

    /**
     * @param what what it is called in the error message
     * @param max the largest value allowed
     * @return the number
     * @throw UserError unless it is a whole number from 0 to max
     */
    uint64_t GetInteger(const std::string& what, uint64_t max) const;

    /**
     * @param what what it is called in the error message
     * @return the items of the list
     * @throw UserError unless it is a list
     */
    const std::vector<DiskSimValue>& GetList(const std::string& what) const;

    /**
     * @param what what it is called in the error message
     * @return the block
     * @throw UserError unless it is a block
     */
    const DiskSimBlock& GetBlock(const std::string& what) const;

    /**
     * @return how messages print it
     */
    std::string Print() const;
};

/**
 * @ingroup disk-model-disksim
 *
 * A parameter of a block of a DiskSim file.
 */
struct DiskSimParameter
{
    DiskSimPlace place;                        //!< where its name begins
    std::shared_ptr<const DiskSimValue> value; //!< its value
};

/**
 * @ingroup disk-model-disksim
 *
 * A block of a DiskSim file.
 */
struct DiskSimBlock
{
    std::string type;                                   //!< what sort of component it describes
    std::string name;                                   //!< its name, empty if it has none
    DiskSimPlace place;                                 //!< where it begins
    std::map<std::string, DiskSimParameter> parameters; //!< by name, words with a blank between

    /**
     * @param wanted a name
     * @return the value of that parameter, or null
     */
    const DiskSimValue* Find(const std::string& wanted) const;
};

/**
 * @ingroup disk-model-disksim
 *
 * That some names are instances of a block.
 */
struct DiskSimInstances
{
    DiskSimPlace place;             //!< where that stands
    std::string block;              //!< name of the block
    std::vector<std::string> names; //!< names of the instances
};

/**
 * @ingroup disk-model-disksim
 *
 * What a DiskSim file says, with the files that it sources.
 */
struct DiskSimTree
{
    std::vector<std::shared_ptr<const DiskSimBlock>> blocks; //!< its blocks
    std::vector<DiskSimInstances> instances;                 //!< what it instantiates
    std::vector<DiskSimValue> topologies;                    //!< the roots of its topologies

    /**
     * @param name a name
     * @return the block of that name, or null
     */
    const DiskSimBlock* Find(const std::string& name) const;
};

} // namespace ns3

#endif /* DISKSIM_VALUE_H */
