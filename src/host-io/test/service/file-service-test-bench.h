/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_TEST_BENCH_H
#define FILE_SERVICE_TEST_BENCH_H

#include "ns3/file-service-client.h"
#include "ns3/file-service-helper.h"
#include "ns3/file-service-server.h"
#include "ns3/memory-file-system.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * A server with a MemoryFileSystem and two clients, each on a link of its own: 1 Gbit/s, 5 ms, 2
 * bytes around an IP packet. Requests are run one after the other. Clients of NFS have no page
 * cache unless CacheMemory is set.
 */
class FileServiceTestBench
{
  public:
    /**
     * @param protocol Nfs, Smb for SMB 2.1, or Smb1 for NT LM 0.12
     * @param storeData whether contents are kept
     */
    explicit FileServiceTestBench(const std::string& protocol, bool storeData = false);
    ~FileServiceTestBench();

    FileServiceTestBench(const FileServiceTestBench&) = delete;
    FileServiceTestBench& operator=(const FileServiceTestBench&) = delete;

    /**
     * Install the server and the clients, with the attributes set so far, and mount.
     */
    void Start();

    /**
     * @param client a client
     * @param procedure name of a procedure, or command
     * @return its calls
     */
    static uint64_t GetCalls(Ptr<FileServiceClient> client, const std::string& procedure);

    /**
     * Run a request.
     *
     * @param fileSystem where
     * @param request the request
     * @return the request, complete; its status is BAD_HANDLE if it did not complete in an hour
     */
    static Ptr<FileRequest> Run(Ptr<FileSystem> fileSystem, Ptr<FileRequest> request);

    /**
     * Run requests that are submitted at one time.
     *
     * @param fileSystem where
     * @param requests the requests
     */
    static void RunAll(Ptr<FileSystem> fileSystem, const std::vector<Ptr<FileRequest>>& requests);

    /**
     * @param operation an operation on a name
     * @param path the name
     * @return a request for it
     */
    static Ptr<FileRequest> Make(FileOperation operation, const std::string& path);

    /**
     * @param path path of a file
     * @return a request that opens it, and makes it
     */
    static Ptr<FileRequest> MakeCreate(const std::string& path);

    /**
     * @param operation an operation on an open file
     * @param handle the file
     * @param offset the first byte
     * @param bytes how many
     * @return a request for it
     */
    static Ptr<FileRequest> Make(FileOperation operation,
                                 FileHandle handle,
                                 uint64_t offset = 0,
                                 uint64_t bytes = 0);

    /**
     * Make a file in the server's file system, not over the network.
     *
     * @param path its path
     * @param bytes its size
     */
    void MakeFile(const std::string& path, uint64_t bytes);

    /**
     * Reset the TCP connection of a client, as a firewall between would: both ends get a segment
     * with RST.
     *
     * @param client number of the client
     */
    void BreakConnection(uint32_t client);

    /**
     * @param packet contents, or null
     * @return the bytes
     */
    static std::string GetContents(Ptr<const Packet> packet);

    FileServiceHelper helper;                    //!< installs server and clients
    NodeContainer nodes;                         //!< server, two clients
    Ptr<MemoryFileSystem> files;                 //!< what is served
    Ptr<FileServiceServer> server;               //!< the server
    std::vector<Ptr<FileServiceClient>> clients; //!< the clients
    std::string captureName;                     //!< file for a capture of the first link, or none
};

} // namespace ns3

#endif /* FILE_SERVICE_TEST_BENCH_H */
