/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WORKLOAD_KIND_H
#define SAN_WORKLOAD_KIND_H

#include "ns3/program-options.h"
#include "ns3/type-id.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-load-kind
 *
 * A kind of workload: what one word of the option workload stands for, and the options that it has
 * of its own. Another kind is a subclass of SanBlockKind or SanProgramKind and a line in
 * san-workload-kinds.cc.
 */
class SanWorkloadKind
{
  public:
    /// Names of options, and what each needs beside this kind of workload, empty for nothing.
    using SharedOptions = std::map<std::string, std::string>;

    /**
     * @param word the word
     * @param help what such a workload does, for the help of the option workload
     */
    SanWorkloadKind(const std::string& word, const std::string& help);
    virtual ~SanWorkloadKind();
    SanWorkloadKind(const SanWorkloadKind&) = delete;
    SanWorkloadKind& operator=(const SanWorkloadKind&) = delete;

    /**
     * @return the word
     */
    const std::string& GetWord() const;

    /**
     * @return what such a workload does
     */
    const std::string& GetHelp() const;

    /**
     * @return the options of several kinds (SanLoadOptions) that it has
     */
    virtual SharedOptions GetSharedOptions() const;

    /**
     * Add the options that it has of its own.
     *
     * @param list where to; it stays longer than this
     */
    virtual void AddOptions(ProgramOptions& list);

    /**
     * Check its own options, when all were read.
     *
     * @throw UserError naming the option that is wrong
     */
    virtual void Check() const;

  protected:
    /// Attributes that are options of the attribute's name after the word, and what these have of
    /// their own.
    using Attributes = std::vector<std::pair<std::string, ProgramOptions::AttributeOption>>;

    /**
     * @param more what is needed beside this kind of workload
     * @return what its own options need (OptionCondition)
     */
    std::string GetNeed(const std::string& more = "") const;

    /**
     * Add options that set attributes.
     *
     * @param list where to
     * @param typeId the class that has the attributes
     * @param attributes the attributes
     */
    void AddAttributes(ProgramOptions& list, TypeId typeId, const Attributes& attributes);

    /**
     * @return name and value of each attribute that was added
     */
    std::vector<std::pair<std::string, std::string>> GetAttributes() const;

    /**
     * Check that the file is named that the workload reads.
     *
     * @param name name of the option that names it
     * @param file the file
     * @throw UserError if it is empty
     */
    void CheckFile(const std::string& name, const std::string& file) const;

  private:
    std::string m_word;                    //!< the word
    std::string m_help;                    //!< what such a workload does
    const ProgramOptions* m_list{nullptr}; //!< has the values of attributes
    std::vector<std::string> m_attributes; //!< names of attributes that were added
};

} // namespace ns3

#endif /* SAN_WORKLOAD_KIND_H */
