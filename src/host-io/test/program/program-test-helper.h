/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_TEST_HELPER_H
#define PROGRAM_TEST_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/file-program.h"
#include "ns3/memory-file-system.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Attributes as text, by name.
using TextAttributes = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup host-io-tests
 *
 * @param latency of each call
 * @param rate of bytes, as text; 0bps is no limit
 * @return a file system in memory
 */
inline Ptr<MemoryFileSystem>
MakeMemoryFileSystem(Time latency = Time(0), const std::string& rate = "0bps")
{
    auto fileSystem = CreateObject<MemoryFileSystem>();
    fileSystem->SetAttribute("Latency", TimeValue(latency));
    fileSystem->SetAttribute("Rate", DataRateValue(DataRate(rate)));
    return fileSystem;
}

/**
 * @ingroup host-io-tests
 *
 * Install a program on a node of its own, with fixed random streams.
 *
 * @param typeId the program's class
 * @param attributes its attributes
 * @param fileSystems its file systems
 * @param stream the first of its random streams
 * @return the program
 */
inline Ptr<FileProgram>
InstallProgram(const std::string& typeId,
               const TextAttributes& attributes,
               const std::vector<Ptr<FileSystem>>& fileSystems,
               int64_t stream = 100)
{
    ObjectFactory factory(typeId);
    auto program = factory.Create<FileProgram>();
    for (const auto& [name, value] : attributes)
    {
        program->SetAttribute(name, StringValue(value));
    }
    for (const auto& fileSystem : fileSystems)
    {
        program->AddFileSystem(fileSystem);
    }
    program->AssignStreams(stream);
    CreateObject<Node>()->AddApplication(program);
    return program;
}

/**
 * @ingroup host-io-tests
 *
 * Run a program on a file system until nothing happens any more. The simulation continues: the next
 * one starts at the time when this one ended.
 *
 * @param typeId the program's class
 * @param attributes its attributes
 * @param fileSystem its file system
 * @return the program
 */
inline Ptr<FileProgram>
RunProgram(const std::string& typeId,
           const TextAttributes& attributes,
           const Ptr<FileSystem>& fileSystem)
{
    auto program = InstallProgram(typeId, attributes, {fileSystem});
    Simulator::Run();
    return program;
}

/**
 * @ingroup host-io-tests
 *
 * @param program a program
 * @param name name of a figure
 * @return its first value; -1 if there is none
 */
inline double
GetResult(const Ptr<FileProgram>& program, const std::string& name)
{
    for (const auto& result : program->GetResults())
    {
        if (result.name == name && !result.values.empty())
        {
            return result.values.front();
        }
    }
    return -1;
}

/**
 * @ingroup host-io-tests
 *
 * @param program a program
 * @return what it prints
 */
inline std::string
GetReport(const Ptr<FileProgram>& program)
{
    std::ostringstream text;
    program->PrintReport(text);
    return text.str();
}

/**
 * @ingroup host-io-tests
 *
 * Check the configuration of a program.
 *
 * @param typeId the program's class
 * @param attributes its attributes
 * @return the text of the UserError, or "no error"
 */
inline std::string
GetConfigurationError(const std::string& typeId, const TextAttributes& attributes)
{
    std::string text = "no error";
    try
    {
        InstallProgram(typeId, attributes, {MakeMemoryFileSystem()})->CheckConfiguration();
    }
    catch (const UserError& error)
    {
        text = error.what();
    }
    Simulator::Destroy();
    return text;
}

/**
 * @ingroup host-io-tests
 *
 * Writes the operations of a file system down, each as a word with its arguments.
 */
class OperationLog
{
  public:
    /**
     * @param fileSystem the file system
     */
    explicit OperationLog(const Ptr<FileSystem>& fileSystem)
    {
        fileSystem->TraceConnectWithoutContext(
            "Submit",
            Callback<void, Ptr<const FileRequest>>(
                [this](Ptr<const FileRequest> request) { Add(*request); }));
    }

    /**
     * @return the operations, with semicolons between them
     */
    const std::string& GetText() const
    {
        return m_text;
    }

  private:
    /**
     * @param request an operation
     */
    void Add(const FileRequest& request)
    {
        std::ostringstream text;
        text << (m_text.empty() ? "" : ";") << request.operation;
        if (request.operation == FileOperation::READ || request.operation == FileOperation::WRITE)
        {
            text << " " << request.offset << "+" << request.bytes;
        }
        else if (request.operation == FileOperation::TRUNCATE)
        {
            text << " " << request.offset;
        }
        else if (!request.path.empty())
        {
            text << " " << request.path;
        }
        m_text += text.str();
    }

    std::string m_text; //!< the operations
};

} // namespace ns3

#endif /* PROGRAM_TEST_HELPER_H */
