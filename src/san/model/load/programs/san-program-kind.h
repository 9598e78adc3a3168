/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_KIND_H
#define SAN_PROGRAM_KIND_H

#include "ns3/file-program.h"
#include "ns3/file-system.h"
#include "ns3/object-factory.h"
#include "ns3/san-workload-kind.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-load-programs
 *
 * A kind of workload that is a program on files, one on each drive. Its options are attributes of
 * the program's class; a program that needs more is a subclass.
 */
class SanProgramKind : public SanWorkloadKind
{
  public:
    /**
     * @param word the word of the option workload
     * @param help what the program does
     * @param typeId the program's class
     * @param attributes its attributes that are options
     */
    SanProgramKind(const std::string& word,
                   const std::string& help,
                   TypeId typeId,
                   const Attributes& attributes);

    void AddOptions(ProgramOptions& list) override;

    /**
     * @param fileSystem where it works
     * @param storeData whether files have contents
     * @return the program
     * @throw UserError naming the option, or the file and line, that is wrong
     */
    Ptr<FileProgram> MakeProgram(Ptr<FileSystem> fileSystem, bool storeData) const;

    /**
     * @param fileSystem where it will work
     * @return what makes the files that it needs; null for nothing
     * @throw UserError naming the option, or the file and line, that is wrong
     */
    virtual Ptr<FileProgram> MakePreparation(Ptr<FileSystem> fileSystem) const;

  protected:
    /**
     * Set what the program needs beside its options.
     *
     * @param program makes it
     */
    virtual void Configure(ObjectFactory& program) const;

    /**
     * @param factory makes a program
     * @param fileSystem where it works
     * @return the program, the configuration of which is right
     */
    static Ptr<FileProgram> Create(const ObjectFactory& factory, Ptr<FileSystem> fileSystem);

    TypeId m_typeId; //!< the program's class

  private:
    Attributes m_attributes; //!< attributes that are options
};

} // namespace ns3

#endif /* SAN_PROGRAM_KIND_H */
