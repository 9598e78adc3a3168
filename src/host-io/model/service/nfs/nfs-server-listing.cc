/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-server.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of a READDIR or READDIRPLUS reply beside the entries.
constexpr uint32_t LISTING_BYTES = 4 + 88 + 8 + 8;

} // namespace

void
NfsServer::ReadDirectory(Ptr<Work> work)
{
    const auto& arguments = work->arguments;
    const auto fill = [this, work](uint64_t verifier) {
        Stat(work->file, work->results.attributes, [this, work, verifier]() {
            FillEntries(work, verifier);
        });
    };
    if (arguments.cookie == 0)
    {
        const auto path = m_table.GetPath(work->file);
        Try(work, MakeRequest(FileOperation::LIST, path), [this, work, fill](auto request) {
            fill(m_listings.Add(work->file, request->names, request->inodes).verifier);
        });
        return;
    }
    if (!m_listings.Find(work->file, arguments.verifier))
    {
        Fail(work, NfsStatus::BAD_COOKIE);
        return;
    }
    fill(arguments.verifier);
}

void
NfsServer::FillEntries(Ptr<Work> work, uint64_t verifier)
{
    const auto* listing = m_listings.Find(work->file, verifier);
    if (!listing)
    {
        Fail(work, NfsStatus::BAD_COOKIE);
        return;
    }
    const auto& arguments = work->arguments;
    const bool isPlus = work->procedure == NfsProcedure::READDIRPLUS;
    const auto most = std::min(isPlus ? arguments.largest : arguments.count, m_maxTransfer);
    const auto mostNames = isPlus ? arguments.count : UINT32_MAX;
    auto& results = work->results;
    results.verifier = verifier;
    uint64_t bytes = LISTING_BYTES;
    uint64_t nameBytes = 0;
    auto at = arguments.cookie;
    for (; at < listing->names.size(); ++at)
    {
        auto entry = MakeEntry(*work, *listing, at);
        const auto size = GetNfsEntrySize(entry);
        bytes += size + (isPlus ? NFS_ENTRY_PLUS_BYTES : 0);
        nameBytes += size;
        if ((bytes > most || nameBytes > mostNames) && !results.entries.empty())
        {
            break;
        }
        results.entries.push_back(std::move(entry));
    }
    results.eof = at >= listing->names.size();
    isPlus ? DescribeEntries(work, 0) : Finish(work);
}

NfsEntry
NfsServer::MakeEntry(const Work& work, const NfsListings::Listing& listing, uint64_t at)
{
    NfsEntry entry;
    entry.name = listing.names[at];
    entry.cookie = at + 1;
    entry.inode = listing.inodes[at];
    const auto* directory = m_table.Find(work.file);
    const auto* parent = directory ? m_table.Find(directory->parent) : nullptr;
    const auto* known = entry.name == "." ? directory
                        : entry.name == ".."
                            ? (parent ? parent : directory)
                            : m_table.Find(m_table.FindChild(work.file, entry.name));
    if (known && known->attributes)
    {
        entry.inode = known->attributes->inode;
    }
    return entry;
}

void
NfsServer::DescribeEntries(Ptr<Work> work, std::size_t at)
{
    auto& entries = work->results.entries;
    const auto* directory = m_table.Find(work->file);
    if (at == entries.size() || !directory)
    {
        Finish(work);
        return;
    }
    auto& entry = entries[at];
    if (entry.name == "." || entry.name == "..")
    {
        const auto* parent = entry.name == ".." ? m_table.Find(directory->parent) : nullptr;
        const auto& known = parent ? *parent : *directory;
        entry.attributes = GetLastAttributes(known);
        entry.handle = NfsHandleTable::GetHandle(known);
        DescribeEntries(work, at + 1);
        return;
    }
    const auto path = m_table.GetPath(work->file);
    const auto stat = MakeRequest(FileOperation::STAT, JoinNfsPath(path, entry.name));
    Ask(stat, [this, work, at](auto request) {
        auto& entry = work->results.entries[at];
        if (request->status == FileStatus::OK && m_table.Find(work->file))
        {
            const auto& known = m_table.Note(work->file, entry.name, request->attributes);
            entry.inode = request->attributes.inode;
            entry.attributes = GetAttributes(known);
            entry.handle = NfsHandleTable::GetHandle(known);
        }
        DescribeEntries(work, at + 1);
    });
}

} // namespace ns3
