/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_PATH_FINDER_H
#define NFS_PATH_FINDER_H

#include "nfs-node.h"
#include "nfs-protocol.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * Where a path of an NFS client leads.
 */
struct NfsPlace
{
    FileStatus status{FileStatus::OK}; //!< OK if all but the last part exists
    Ptr<NfsNode> parent;               //!< the directory of the last part; null for the root
    std::string name;                  //!< the last part
    Ptr<NfsNode> node;                 //!< what it names; null if nothing
    bool isNew{false};                 //!< whether the server was asked for it just now
};

/**
 * @ingroup host-io-service-nfs
 *
 * Follows paths for an NFS client, by the names it knows and by LOOKUP.
 */
class NfsPathFinder
{
  public:
    /// Told where a path leads.
    using PlaceFound = std::function<void(const NfsPlace&)>;

    /**
     * @param call calls the server; outlives this
     * @param root handle of the root
     * @param fileTimes how long attributes of files are believed
     * @param directoryTimes how long attributes of directories are believed
     */
    NfsPathFinder(const NfsCall& call,
                  const NfsFileHandle& root,
                  const NfsAttributeTimes& fileTimes,
                  const NfsAttributeTimes& directoryTimes);

    /**
     * @return the root
     */
    Ptr<NfsNode> GetRoot() const;

    /**
     * Follow a path.
     *
     * @param path the path
     * @param found told where it leads
     */
    void Follow(const std::string& path, PlaceFound found);

    /**
     * Ask for attributes unless they are fresh.
     *
     * @param node the file
     * @param fresh true if they are
     * @param done called with the outcome
     */
    void Revalidate(Ptr<NfsNode> node, bool fresh, std::function<void(FileStatus)> done);

    /**
     * Take over attributes that a reply brought, if it did.
     *
     * @param node the file
     * @param attributes the attributes
     */
    void Update(Ptr<NfsNode> node, const std::optional<FileAttributes>& attributes);

  private:
    /// A path that is followed.
    struct Walk : public SimpleRefCount<Walk>
    {
        std::vector<std::string> parts; //!< the parts of the path
        std::size_t at{0};              //!< the next part
        NfsPlace place;                 //!< where the parts before lead
        bool isSecond{false};           //!< whether a handle was stale before
        PlaceFound found;               //!< called with the end
    };

    /**
     * Continue to the next part of a path.
     *
     * @param walk the path
     */
    void Step(Ptr<Walk> walk);

    /**
     * Ask the server for the next part of a path.
     *
     * @param walk the path
     */
    void StepByLookup(Ptr<Walk> walk);

    /**
     * The directory of a path changed or is gone: continue.
     *
     * @param walk the path
     * @param results the results of the LOOKUP
     */
    void LookedUp(Ptr<Walk> walk, const NfsResults& results);

    /**
     * A handle on the path was stale: follow it again from the root, and ask for everything; or
     * end.
     *
     * @param walk the path
     */
    void StepAgain(Ptr<Walk> walk);

    const NfsCall& m_call;              //!< calls the server
    Ptr<NfsNode> m_root;                //!< the root
    NfsAttributeTimes m_fileTimes;      //!< how long attributes of files are believed
    NfsAttributeTimes m_directoryTimes; //!< how long attributes of directories are believed
};

} // namespace ns3

#endif /* NFS_PATH_FINDER_H */
