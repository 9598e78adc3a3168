/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_RULES_H
#define DISKSIM_RULES_H

#include "disksim-value.h"

#include "ns3/nstime.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * What to do with each parameter of one type of DiskSim block: use it, ignore it with a note, or
 * reject it unless it has the one supported value. A parameter without a rule is rejected.
 *
 * @tparam Target what the parameters are taken into
 */
template <typename Target>
class DiskSimRules
{
  public:
    /// Takes a value; the name is for error messages.
    using Take =
        std::function<void(Target& target, const DiskSimValue& value, const std::string& name)>;

    /// Gives what a value is taken into.
    template <typename T>
    using Access = std::function<T&(Target& target)>;

    /**
     * @param name a parameter
     * @param take takes it
     * @param required whether each block must have it
     */
    void Add(const std::string& name, Take take, bool required = false)
    {
        m_rules[name] = {std::move(take), "", required};
    }

    /**
     * @param name a parameter that changes no time
     * @param reason why, for the note
     */
    void Ignore(const std::string& name, const std::string& reason)
    {
        m_rules[name] = {nullptr, reason, false};
    }

    /**
     * @param name a parameter of which only one value is supported
     * @param only that value
     */
    void Only(const std::string& name, double only)
    {
        Add(name, [only](Target&, const DiskSimValue& value, const std::string& what) {
            if (value.GetNumber(what, -1e9, 1e9) != only)
            {
                value.place.Fail(what + " = " + value.text + " is not supported, only " +
                                 std::to_string(static_cast<int>(only)));
            }
        });
    }

    /**
     * @param name a parameter that is a time in milliseconds
     * @param access what it is taken into
     * @param required whether each block must have it
     */
    void AddTime(const std::string& name, Access<Time> access, bool required = false)
    {
        Add(
            name,
            [access](Target& target, const DiskSimValue& value, const std::string& what) {
                access(target) = NanoSeconds(llround(value.GetNumber(what, 0, MAX_MS) * 1e6));
            },
            required);
    }

    /**
     * @param name a parameter that is a whole number
     * @param max the largest value allowed
     * @param access what it is taken into
     * @param required whether each block must have it
     */
    template <typename T>
    void AddInteger(const std::string& name, uint64_t max, Access<T> access, bool required = false)
    {
        Add(
            name,
            [max, access](Target& target, const DiskSimValue& value, const std::string& what) {
                access(target) = static_cast<T>(value.GetInteger(what, max));
            },
            required);
    }

    /**
     * @param name a parameter that is a number
     * @param max the largest value allowed; the smallest is 0
     * @param access what it is taken into
     * @param required whether each block must have it
     */
    void AddNumber(const std::string& name,
                   double max,
                   Access<double> access,
                   bool required = false)
    {
        Add(
            name,
            [max, access](Target& target, const DiskSimValue& value, const std::string& what) {
                access(target) = value.GetNumber(what, 0, max);
            },
            required);
    }

    /**
     * @param name a parameter that is a code
     * @param codes what the codes mean
     * @param access what it is taken into
     * @param required whether each block must have it
     */
    template <typename T>
    void AddCode(const std::string& name,
                 const std::map<uint64_t, T>& codes,
                 Access<T> access,
                 bool required = false)
    {
        Add(
            name,
            [codes, access](Target& target, const DiskSimValue& value, const std::string& what) {
                const auto found = codes.find(value.GetInteger(what, UINT32_MAX));
                if (found == codes.end())
                {
                    value.place.Fail(what + " = " + value.text + " is not supported");
                }
                access(target) = found->second;
            },
            required);
    }

    /**
     * Take the parameters of a block.
     *
     * @param block the block
     * @param target what they are taken into
     * @param notes gets a line for each parameter that was ignored
     * @throw UserError naming file, line, parameter and value
     */
    void Apply(const DiskSimBlock& block, Target& target, std::vector<std::string>& notes) const
    {
        for (const auto& [name, rule] : m_rules)
        {
            if (rule.required && !block.Find(name))
            {
                block.place.Fail(block.type + " lacks the parameter " + name);
            }
        }
        for (const auto& [name, parameter] : block.parameters)
        {
            const auto found = m_rules.find(name);
            if (found == m_rules.end())
            {
                parameter.place.Fail(block.type + " has an unknown parameter " + name + " = " +
                                     parameter.value->Print());
            }
            if (found->second.take)
            {
                found->second.take(target, *parameter.value, name);
                continue;
            }
            notes.push_back(*parameter.place.file + ":" + std::to_string(parameter.place.line) +
                            ": " + name + " is ignored: " + found->second.reason);
        }
    }

  private:
    /// No time is longer than this.
    static constexpr double MAX_MS = 10000;

    /// What to do with a parameter.
    struct Rule
    {
        Take take;          //!< takes it; empty if it is ignored
        std::string reason; //!< why it is ignored
        bool required;      //!< whether each block must have it
    };

    std::map<std::string, Rule> m_rules; //!< by name of the parameter
};

} // namespace ns3

#endif /* DISKSIM_RULES_H */
