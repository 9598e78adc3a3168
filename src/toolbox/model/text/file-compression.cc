/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-compression.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX wants it declared here

namespace ns3
{

namespace
{

/// What is known.
constexpr std::array<FileCompression, 2> COMPRESSIONS{{
    {"gzip", "\x1f\x8b", ".gz", "-cn", "-dc"},
    {"zstd", "\x28\xb5\x2f\xfd", ".zst", "-cq", "-dcq"},
}};

/**
 * @param matches what is sought
 * @return the compression for which it is true; null if there is none
 */
template <typename Predicate>
const FileCompression*
Find(Predicate matches)
{
    const auto* found = std::find_if(COMPRESSIONS.begin(), COMPRESSIONS.end(), matches);
    return found == COMPRESSIONS.end() ? nullptr : found;
}

} // namespace

const FileCompression*
FileCompression::FindByContent(std::string_view content)
{
    return Find([content](const FileCompression& one) { return content.starts_with(one.magic); });
}

const FileCompression*
FileCompression::FindByName(std::string_view fileName)
{
    return Find([fileName](const FileCompression& one) { return fileName.ends_with(one.suffix); });
}

FileCompressionProcess::~FileCompressionProcess()
{
    Wait();
}

int
FileCompressionProcess::Start(const char* program, const char* option, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // Ctrl-C is for this process, which then ends its files in order; so it has a group of its own.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string name(program);
    std::string word(option);
    char* arguments[] = {name.data(), word.data(), nullptr};
    const int error = posix_spawnp(&m_process, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
    {
        m_process = 0;
    }
    return error;
}

bool
FileCompressionProcess::Wait()
{
    int status = 0;
    if (m_process > 0)
    {
        waitpid(m_process, &status, 0);
        m_process = 0;
    }
    return status == 0;
}

} // namespace ns3
