/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_SERVER_H
#define SMB_SERVER_H

#include "smb-codec.h"
#include "smb-message.h"

#include "ns3/file-service-server.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * A server of SMB over TCP, port 445. Dialect chooses between SMB 2.1 (MS-SMB2) and NT LM 0.12,
 * known as SMB1 or CIFS (MS-CIFS, MS-SMB). Headers and bodies are those of the specification; a
 * client logs in without a password, in one round trip.
 *
 * With SMB 2.1 each client gets credits: at first none but one, then as many as it asks for, up to
 * Credits at a time. With NT LM 0.12 a client learns MaxMpxCount and has no more requests
 * outstanding. Files that are open when a connection ends are closed.
 *
 * Left out: signing, encryption, oplocks and leases (so clients do not cache), locks, compound
 * requests and AndX chains, durable handles, sharing modes, change notification, raw reads and
 * writes.
 */
class SmbServer : public FileServiceServer
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return number of files and directories that clients have open
     */
    std::size_t GetNOpen() const;

  protected:
    uint16_t GetStandardPort() const override;
    FileServiceFraming GetFraming() const override;
    void HandleMessage(Ptr<FileServiceConnection> connection,
                       const FileServiceMessage& message) override;
    void HandleEnd(Ptr<FileServiceConnection> connection) override;
    void Restart() override;

  private:
    /// A file or directory that a client has open.
    struct OpenFile
    {
        Ptr<FileServiceConnection> connection; //!< the client's
        std::string path;                      //!< its path
        FileHandle handle{0};                  //!< in the file system, 0 without contents
        bool isDirectory{false};               //!< whether it is a directory
        bool deleteOnClose{false};             //!< whether it goes when it is closed
        bool isListed{false};                  //!< whether the names were asked for
        bool isSearch{false};                  //!< whether it is closed behind the last name
        std::vector<std::string> names;        //!< names still to be told, the last first
    };

    /// A request that is executed.
    struct Work : public SimpleRefCount<Work>
    {
        Ptr<FileServiceConnection> connection;   //!< where the response goes
        SmbHeader header;                        //!< its header
        SmbCommand command{SmbCommand::UNKNOWN}; //!< what is asked for
        SmbRequest request;                      //!< with what
        SmbResponse response;                    //!< the outcome
        Time arrived;                            //!< when it arrived
    };

    /**
     * Execute a request.
     *
     * @param work the request
     */
    void Serve(Ptr<Work> work);

    /**
     * Execute a request for an open file.
     *
     * @param work the request
     */
    void ServeFile(Ptr<Work> work);

    /**
     * Execute a request for a name.
     *
     * @param work the request
     */
    void ServeName(Ptr<Work> work);

    /// @param work a RENAME
    void Rename(Ptr<Work> work);
    /// @param work a FIND_FIRST
    void FindFirst(Ptr<Work> work);
    /// @param work a CREATE
    void CreateFile(Ptr<Work> work);
    /// @param work a CREATE of what has no contents
    /// @param status OK if it exists
    /// @param attributes its attributes
    void CreateWithoutData(Ptr<Work> work, FileStatus status, const FileAttributes& attributes);
    /// @param work a CLOSE
    void CloseFile(Ptr<Work> work);
    /// @param work a READ
    /// @param open its file
    void Read(Ptr<Work> work, const OpenFile& open);
    /// @param work a WRITE
    /// @param open its file
    void Write(Ptr<Work> work, const OpenFile& open);
    /// @param work a QUERY_DIRECTORY
    /// @param open its directory
    void QueryDirectory(Ptr<Work> work, const OpenFile& open);
    /// @param work a SET_INFO
    /// @param open its file
    void SetInformation(Ptr<Work> work, OpenFile& open);

    /**
     * Have names told.
     *
     * @param open a directory or search
     * @param names the names in it
     */
    static void SetNames(OpenFile& open, const std::vector<std::string>& names);

    /**
     * Tell names that have not been told; a search ends with the last.
     *
     * @param work a QUERY_DIRECTORY
     */
    void FillNames(Ptr<Work> work);

    /**
     * Submit a request; end the work if it fails.
     *
     * @param work the work
     * @param request the request
     * @param answer called when it is complete and well
     */
    void Try(Ptr<Work> work, Ptr<FileRequest> request, Answer answer);

    /**
     * @param work a request of a client
     * @return the file that it names, null if the client has none of that number open
     */
    OpenFile* FindOpen(Ptr<const Work> work);

    /**
     * Give a file, directory or search a number.
     *
     * @param work the request that opens it
     * @return it, null if no number is left; the response has the number
     */
    OpenFile* AddOpen(Ptr<Work> work);

    /**
     * @return what NEGOTIATE agrees on with a client
     */
    SmbLimits GetLimits() const;

    /**
     * Open a file or directory for a client, and respond.
     *
     * @param work a CREATE
     * @param attributes the attributes
     * @param handle the handle in the file system, 0 for none
     */
    void Opened(Ptr<Work> work, const FileAttributes& attributes, FileHandle handle);

    /**
     * Respond.
     *
     * @param work the request
     * @param status how it ended
     */
    void Finish(Ptr<Work> work, SmbStatus status = SmbStatus::OK);

    /**
     * @param request what a client asks for
     * @return credits that it gets
     */
    uint16_t Grant(Ptr<const Work> request);

    SmbDialect m_dialect;                                     //!< how to speak
    const SmbCodec* m_codec{nullptr};                         //!< messages of the dialect
    uint32_t m_credits{0};                                    //!< most credits of a client
    uint16_t m_maxMpxCount{0};                                //!< most requests of a client
    uint32_t m_maxBufferSize{0};                              //!< most bytes of a message
    bool m_largeTransfers{false};                             //!< whether contents may be more
    uint32_t m_maxReadSize{0};                                //!< most bytes of a READ
    uint32_t m_maxWriteSize{0};                               //!< most bytes of a WRITE
    std::map<uint64_t, OpenFile> m_open;                      //!< open files by number
    uint64_t m_lastFile{0};                                   //!< the last number given
    uint64_t m_lastSession{0};                                //!< number of the last session
    std::map<Ptr<FileServiceConnection>, uint32_t> m_granted; //!< credits of clients
};

} // namespace ns3

#endif /* SMB_SERVER_H */
