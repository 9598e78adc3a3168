/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-server.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint32_t RESTART_SCANS = 0x01;       //!< flag of QUERY_DIRECTORY: from the first name
constexpr uint32_t RETURN_SINGLE_ENTRY = 0x02; //!< flag of QUERY_DIRECTORY: one name
constexpr uint32_t REOPEN = 0x10;              //!< flag of QUERY_DIRECTORY: with another pattern
constexpr std::string_view ANY = "*<";         //!< any letters (MS-FSCC, 2.1.4.4)
constexpr std::string_view ONE = "?>";         //!< one letter

/**
 * @param text a text in UTF-8
 * @param at a letter's first byte
 * @return the first byte of the next letter
 */
std::size_t
GetNextLetter(std::string_view text, std::size_t at)
{
    do
    {
        ++at;
    } while (at < text.size() && (static_cast<uint8_t>(text[at]) & 0xc0) == 0x80);
    return at;
}

/**
 * @param name a name
 * @param pattern what names are like: with wildcards
 * @return whether the name is like that
 */
bool
IsLike(std::string_view name, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t in = 0;
    // Where to go back to: behind the last wildcard for any letters, and one letter further.
    auto backIn = std::string_view::npos;
    std::size_t backAt = 0;
    while (at < name.size())
    {
        const bool isLetter = in < pattern.size();
        if (isLetter && ANY.find(pattern[in]) != std::string_view::npos)
        {
            backIn = ++in;
            backAt = at;
        }
        else if (isLetter && ONE.find(pattern[in]) != std::string_view::npos)
        {
            ++in;
            at = GetNextLetter(name, at);
        }
        else if (isLetter && (pattern[in] == name[at] || (pattern[in] == '"' && name[at] == '.')))
        {
            ++in;
            ++at;
        }
        else if (backIn != std::string_view::npos)
        {
            in = backIn;
            at = backAt = GetNextLetter(name, backAt);
        }
        else
        {
            return false;
        }
    }
    return pattern.find_first_not_of(ANY, in) == std::string_view::npos;
}

/**
 * @param directory path of a directory
 * @param name a name in it
 * @return what to ask about
 */
std::string
GetEntryPath(const std::string& directory, const std::string& name)
{
    if (name == ".")
    {
        return directory;
    }
    const auto slash = directory.find_last_of('/');
    if (name == "..")
    {
        return slash == 0 ? "/" : directory.substr(0, slash);
    }
    return directory + (directory == "/" ? "" : "/") + name;
}

} // namespace

void
SmbServer::QueryForeignDirectory(Ptr<Work> work, OpenFile& open)
{
    const auto& request = work->request;
    if (!open.isDirectory || !Smb2Information::IsOfNames(request.level))
    {
        Finish(work,
               open.isDirectory ? SmbStatus::INVALID_INFO_CLASS : SmbStatus::INVALID_PARAMETER);
        return;
    }
    const auto room = std::min(request.bytes, m_maxReadSize);
    if (open.isListed && (request.flags & (RESTART_SCANS | REOPEN)) == 0)
    {
        DescribeNames(work, room);
        return;
    }
    Try(work, MakeRequest(FileOperation::LIST, open.path), [this, work, room](auto list) {
        auto* open = FindOpen(work);
        if (!open)
        {
            Finish(work, m_codec->GetTraits().badFile);
            return;
        }
        SetNames(*open, list->names);
        open->hasNames = false;
        const auto& pattern = work->request.pattern.empty() ? "*" : work->request.pattern;
        std::erase_if(open->names, [&pattern](const auto& name) { return !IsLike(name, pattern); });
        DescribeNames(work, room);
    });
}

void
SmbServer::DescribeNames(Ptr<Work> work, uint32_t room)
{
    auto* open = FindOpen(work);
    const auto level = work->request.level;
    const bool isFull = !work->files.empty() && (work->request.flags & RETURN_SINGLE_ENTRY) != 0;
    const auto size = open && !open->names.empty() && !isFull
                          ? Smb2Information::GetEntrySize(level, open->names.back())
                          : UINT32_MAX;
    if (open && size <= room)
    {
        const auto name = std::move(open->names.back());
        open->names.pop_back();
        const auto stat = MakeRequest(FileOperation::STAT, GetEntryPath(open->path, name));
        Ask(stat, [this, work, room, size, name](auto stat) {
            const bool isThere = stat->status == FileStatus::OK;
            if (isThere)
            {
                work->files.push_back({name, GetForeignAttributes(stat->attributes)});
            }
            DescribeNames(work, room - (isThere ? size : 0));
        });
        return;
    }
    if (!work->files.empty())
    {
        if (open)
        {
            open->hasNames = true;
        }
        work->response.buffer = Smb2Information::MakeEntries(level, work->files);
        Finish(work);
        return;
    }
    const bool isSmall = open && !open->names.empty();
    Finish(work,
           isSmall                   ? SmbStatus::INFO_LENGTH_MISMATCH
           : !open || open->hasNames ? SmbStatus::NO_MORE_FILES
                                     : SmbStatus::NO_SUCH_FILE);
}

} // namespace ns3
