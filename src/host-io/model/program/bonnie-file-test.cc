/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonnie-file-test.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace ns3
{

namespace
{

/// Most random letters of a name.
constexpr uint32_t MAX_NAME_LETTERS = 12;

/// The letters.
constexpr char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of the open file.
constexpr uint32_t FILE_NUMBER = 0;

/**
 * @param format how to print it
 * @param number a number
 * @return the number as text
 */
std::string
Print(const char* format, uint32_t number)
{
    char text[16];
    std::snprintf(text, sizeof(text), format, number);
    return text;
}

} // namespace

BonnieFileTest::BonnieFileTest(const Options& options, Ptr<UniformRandomVariable> random)
    : m_options(options),
      m_random(random)
{
}

BonnieFileTest::Action
BonnieFileTest::GetAction() const
{
    return static_cast<Action>(m_test % 3);
}

bool
BonnieFileTest::IsRandom() const
{
    return m_test >= 3;
}

bool
BonnieFileTest::Plan(FileProcess& process)
{
    if (m_options.files == 0 || m_test == PHASES.size())
    {
        return false;
    }
    const bool lists = !IsRandom() && GetAction() != Action::CREATE;
    if (!m_begun)
    {
        Begin(process);
    }
    else if (m_readBytes > 0)
    {
        PlanReading(process);
    }
    else if (m_next < m_files.size())
    {
        PlanFile(process);
    }
    else if (lists && m_directory < m_options.directories)
    {
        PlanDirectory(process);
    }
    else
    {
        End(process);
    }
    return true;
}

void
BonnieFileTest::Begin(FileProcess& process)
{
    m_begun = true;
    m_next = 0;
    m_directory = 0;
    process.Barrier();
    if (GetAction() == Action::CREATE)
    {
        MakeNames();
        process.OnPath(FileOperation::MAKE_DIRECTORY, m_options.path);
        for (uint32_t i = 0; m_options.directories > 1 && i < m_options.directories; ++i)
        {
            process.OnPath(FileOperation::MAKE_DIRECTORY, GetDirectory(i));
        }
    }
    else if (IsRandom())
    {
        Shuffle();
    }
    else
    {
        m_files.clear();
    }
    process.BeginPhase(PHASES[m_test]);
}

void
BonnieFileTest::PlanFile(FileProcess& process)
{
    const auto& path = m_files[m_next++];
    switch (GetAction())
    {
    case Action::CREATE: {
        FileOpenFlags flags;
        flags.create = true;
        flags.exclusive = true;
        process.Open(FILE_NUMBER, path, flags);
        const auto bytes = m_random->GetInteger(m_options.minBytes, m_options.maxBytes);
        process.Write(FILE_NUMBER, 0, bytes, m_options.chunkBytes);
        if (m_options.sync)
        {
            process.OnDescriptor(FileOperation::SYNC, FILE_NUMBER);
        }
        process.OnDescriptor(FileOperation::CLOSE, FILE_NUMBER);
        break;
    }
    case Action::STAT:
        process.OnPath(FileOperation::STAT, path);
        break;
    case Action::DELETE:
        process.OnPath(FileOperation::UNLINK, path);
        break;
    }
}

void
BonnieFileTest::PlanReading(FileProcess& process)
{
    process.Open(FILE_NUMBER, m_files[m_next - 1]);
    process.Read(FILE_NUMBER, 0, std::exchange(m_readBytes, 0), m_options.chunkBytes);
    process.OnDescriptor(FileOperation::CLOSE, FILE_NUMBER);
}

void
BonnieFileTest::PlanDirectory(FileProcess& process)
{
    if (GetAction() == Action::DELETE && m_directory > 0)
    {
        process.OnPath(FileOperation::REMOVE_DIRECTORY, GetDirectory(m_directory - 1));
    }
    process.OnPath(FileOperation::LIST, GetDirectory(m_directory));
    ++m_directory;
}

void
BonnieFileTest::End(FileProcess& process)
{
    if (GetAction() == Action::DELETE)
    {
        const auto first = IsRandom() ? 0 : m_options.directories - 1;
        for (auto i = first; m_options.directories > 1 && i < m_options.directories; ++i)
        {
            process.OnPath(FileOperation::REMOVE_DIRECTORY, GetDirectory(i));
        }
        process.OnPath(FileOperation::REMOVE_DIRECTORY, m_options.path);
    }
    if (GetAction() != Action::STAT)
    {
        process.OnPath(FileOperation::SYNC_ALL, "");
    }
    process.EndPhase();
    ++m_test;
    m_begun = false;
}

void
BonnieFileTest::Completed(const FileRequest& request)
{
    if (request.operation == FileOperation::STAT)
    {
        m_readBytes = request.attributes.bytes;
    }
    else if (request.operation == FileOperation::LIST)
    {
        m_files.clear();
        m_next = 0;
        for (const auto& name : request.names)
        {
            m_files.push_back(request.path + "/" + name);
        }
    }
}

void
BonnieFileTest::MakeNames()
{
    m_files.clear();
    const auto perDirectory = m_options.files / m_options.directories;
    for (uint32_t i = 0; i < m_options.files; ++i)
    {
        std::string letters;
        for (auto left = m_random->GetInteger(0, MAX_NAME_LETTERS); left > 0; --left)
        {
            letters += LETTERS[m_random->GetInteger(0, sizeof(LETTERS) - 2)];
        }
        const auto number = Print("%010x", i);
        const auto name = IsRandom() ? letters + number : number + letters;
        // The real one puts a file more than the average into each directory but the last.
        m_files.push_back(GetDirectory(i / (perDirectory + 1)) + "/" + name);
    }
}

void
BonnieFileTest::Shuffle()
{
    for (auto& file : m_files)
    {
        std::swap(file, m_files[m_random->GetInteger(0, m_files.size() - 1)]);
    }
}

std::string
BonnieFileTest::GetDirectory(uint32_t number) const
{
    return m_options.directories > 1 ? m_options.path + "/" + Print("%05u", number)
                                     : m_options.path;
}

} // namespace ns3
