/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-path-finder.h"

#include "ns3/file-service-client.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NfsPathFinder");

NfsPathFinder::NfsPathFinder(const NfsCall& call,
                             const NfsFileHandle& root,
                             const NfsAttributeTimes& fileTimes,
                             const NfsAttributeTimes& directoryTimes)
    : m_call(call),
      m_root(Create<NfsNode>(root)),
      m_fileTimes(fileTimes),
      m_directoryTimes(directoryTimes)
{
}

Ptr<NfsNode>
NfsPathFinder::GetRoot() const
{
    return m_root;
}

void
NfsPathFinder::Follow(const std::string& path, PlaceFound found)
{
    auto walk = Create<Walk>();
    walk->place.status = CheckFilePath(path);
    walk->place.node = m_root;
    walk->found = std::move(found);
    if (walk->place.status != FileStatus::OK)
    {
        walk->found(walk->place);
        return;
    }
    walk->parts = SplitFilePath(path);
    Step(walk);
}

void
NfsPathFinder::Step(Ptr<Walk> walk)
{
    auto& place = walk->place;
    if (walk->at == walk->parts.size())
    {
        walk->found(place);
        return;
    }
    place.parent = place.node;
    place.name = walk->parts[walk->at];
    if (!place.parent->IsDirectory())
    {
        place.status = FileStatus::NOT_A_DIRECTORY;
        walk->found(place);
        return;
    }
    const auto known = place.parent->Find(place.name);
    if (!known)
    {
        StepByLookup(walk);
        return;
    }
    Revalidate(place.parent, place.parent->IsFresh(), [this, walk](FileStatus status) {
        auto& place = walk->place;
        const auto known = place.parent->Find(place.name);
        if (status == FileStatus::STALE)
        {
            StepAgain(walk);
        }
        else if (status != FileStatus::OK)
        {
            place.status = status;
            walk->found(place);
        }
        else if (known)
        {
            place.node = known;
            place.isNew = false;
            ++walk->at;
            Step(walk);
        }
        else
        {
            StepByLookup(walk);
        }
    });
}

void
NfsPathFinder::StepByLookup(Ptr<Walk> walk)
{
    NfsArguments arguments;
    arguments.handle = walk->place.parent->GetHandle();
    arguments.name = walk->place.name;
    m_call(NfsProcedure::LOOKUP, arguments, [this, walk](const auto& results) {
        LookedUp(walk, results);
    });
}

void
NfsPathFinder::LookedUp(Ptr<Walk> walk, const NfsResults& results)
{
    auto& place = walk->place;
    Update(place.parent, results.change.after);
    if (results.status == NfsStatus::OK && results.handle && results.attributes)
    {
        place.node = place.parent->Note(place.name, *results.handle);
        Update(place.node, results.attributes);
        place.isNew = true;
        ++walk->at;
        Step(walk);
        return;
    }
    if (results.status == NfsStatus::STALE)
    {
        StepAgain(walk);
        return;
    }
    place.parent->Unlink(place.name);
    place.node = nullptr;
    const bool isLast = walk->at + 1 == walk->parts.size();
    if (results.status != NfsStatus::NOENT || !isLast)
    {
        place.status = results.status == NfsStatus::OK ? FileStatus::INPUT_OUTPUT
                                                       : ToFileStatus(results.status);
    }
    walk->found(place);
}

void
NfsPathFinder::StepAgain(Ptr<Walk> walk)
{
    auto& place = walk->place;
    if (std::exchange(walk->isSecond, true))
    {
        place.status = FileStatus::STALE;
        place.node = nullptr;
        walk->found(place);
        return;
    }
    auto node = m_root;
    for (const auto& part : walk->parts)
    {
        const auto next = node->Find(part);
        node->Unlink(part);
        if (!next)
        {
            break;
        }
        node = next;
    }
    walk->at = 0;
    place.node = m_root;
    Step(walk);
}

void
NfsPathFinder::Revalidate(Ptr<NfsNode> node, bool fresh, std::function<void(FileStatus)> done)
{
    if (fresh)
    {
        done(FileStatus::OK);
        return;
    }
    NfsArguments arguments;
    arguments.handle = node->GetHandle();
    m_call(NfsProcedure::GETATTR, arguments, [this, node, done](const auto& results) {
        if (results.status == NfsStatus::OK)
        {
            Update(node, results.attributes);
        }
        done(ToFileStatus(results.status));
    });
}

void
NfsPathFinder::Update(Ptr<NfsNode> node, const std::optional<FileAttributes>& attributes)
{
    if (attributes)
    {
        node->Update(*attributes, attributes->directory ? m_directoryTimes : m_fileTimes, false);
    }
}

} // namespace ns3
