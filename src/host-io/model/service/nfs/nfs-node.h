/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_NODE_H
#define NFS_NODE_H

#include "nfs-protocol.h"

#include "ns3/cached-remote-file.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/remote-contents.h"
#include "ns3/remote-file.h"
#include "ns3/remote-page-cache.h"
#include "ns3/remote-pages.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/// Called with the results of a procedure; their status is IO if the call could not be made.
using NfsAnswered = std::function<void(const NfsResults&)>;

/// Calls a procedure of an NFS server, with its arguments; never answered from inside.
using NfsCall = std::function<void(NfsProcedure, const NfsArguments&, NfsAnswered)>;

/**
 * @ingroup host-io-service-nfs
 *
 * How long a client believes the attributes of a file: at least the shorter time, and twice as long
 * as before each time they were found unchanged, up to the longer time.
 */
struct NfsAttributeTimes
{
    Time shortest; //!< acregmin or acdirmin
    Time longest;  //!< acregmax or acdirmax
};

class NfsFile;

/**
 * @ingroup host-io-service-nfs
 *
 * A file or directory as a client knows it: its attributes, and the names that were looked up in
 * it. A name is believed as long as the directory is not found changed by others.
 */
class NfsNode : public SimpleRefCount<NfsNode>
{
  public:
    /**
     * @param handle its handle
     */
    explicit NfsNode(const NfsFileHandle& handle);
    ~NfsNode();

    /**
     * Take over attributes that the server sent.
     *
     * @param attributes the attributes
     * @param times how long they are believed
     * @param own true if a change is this client's own
     */
    void Update(const FileAttributes& attributes, const NfsAttributeTimes& times, bool own);

    /**
     * Take over what the server says of a change that this client asked for.
     *
     * @param change attributes before and after
     * @param times how long they are believed
     */
    void Update(const NfsChange& change, const NfsAttributeTimes& times);

    /**
     * Others changed the file, or its size was set: forget what was read.
     */
    void Invalidate();

    /**
     * @return true if the attributes are believed without asking
     */
    bool IsFresh() const;

    /**
     * Ask before the attributes are believed again.
     */
    void Expire();

    /**
     * @param name a name in this directory
     * @return what it was found to be; null if it is not known, or others changed the directory
     */
    Ptr<NfsNode> Find(const std::string& name) const;

    /**
     * Take note of a name that the server told.
     *
     * @param name a name in this directory
     * @param handle the handle of what it is
     * @return what it is: the same as before if the handle is
     */
    Ptr<NfsNode> Note(const std::string& name, const NfsFileHandle& handle);

    /**
     * Take note of a name that a known file has got.
     *
     * @param name a name in this directory
     * @param node what it is
     */
    void Link(const std::string& name, Ptr<NfsNode> node);

    /**
     * @param name a name in this directory that is gone
     */
    void Unlink(const std::string& name);

    /**
     * @return the handle
     */
    const NfsFileHandle& GetHandle() const;

    /**
     * @return the attributes; the size is that which the client's programs see
     */
    FileAttributes GetAttributes() const;

    /**
     * @return true if it is a directory
     */
    bool IsDirectory() const;

    Ptr<NfsFile> file;      //!< the contents while the file is open, else null
    Ptr<RemotePages> pages; //!< the pages once it was opened with a page cache, else null
    uint32_t opens{0};      //!< open handles on it
    Ptr<NfsNode> hiddenIn;  //!< the directory that it is to be removed from when it is closed
    std::string hiddenName; //!< its name there

  private:
    /// A name.
    struct Child
    {
        Ptr<NfsNode> node;   //!< what it is
        uint64_t version{0}; //!< version of the directory it was found in
    };

    NfsFileHandle m_handle;                  //!< the handle
    FileAttributes m_attributes;             //!< the attributes
    Time m_validUntil{-1};                   //!< when to ask again
    Time m_lifetime;                         //!< how long the attributes are believed
    uint64_t m_version{0};                   //!< counts changes by others
    std::map<std::string, Child> m_children; //!< names that were looked up
};

/**
 * @ingroup host-io-service-nfs
 *
 * The contents of an open file of an NFS client.
 */
class NfsFile : public SimpleRefCount<NfsFile>, public RemoteFileStore
{
  public:
    /// How to reach the server.
    struct Settings
    {
        NfsAttributeTimes times;             //!< how long attributes are believed
        RemoteReadAhead::Settings reading;   //!< how to read
        RemoteWriteBehind::Settings writing; //!< how to write
        Ptr<RemotePageCache> cache;          //!< the page cache, null for none
    };

    /**
     * @param call calls the server; outlives this
     * @param node the file
     * @param settings how to reach the server
     */
    NfsFile(const NfsCall& call, Ptr<NfsNode> node, const Settings& settings);
    ~NfsFile() override;

    /**
     * @return what programs read and write
     */
    RemoteContents& GetContents();

    /**
     * @return what programs read and write
     */
    const RemoteContents& GetContents() const;

    void ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done) override;
    void WriteRemote(uint64_t offset,
                     const FileServicePayload& payload,
                     bool stable,
                     WriteDone done) override;
    void CommitRemote(WriteDone done) override;

  private:
    const NfsCall& m_call;          //!< calls the server
    Ptr<NfsNode> m_node;            //!< the file
    NfsAttributeTimes m_times;      //!< how long its attributes are believed
    Ptr<CachedRemoteFile> m_cached; //!< what programs read and write, with a page cache
    Ptr<RemoteContents> m_contents; //!< what programs read and write
};

} // namespace ns3

#endif /* NFS_NODE_H */
