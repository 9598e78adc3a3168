/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_PROTOCOL_H
#define SMB2_PROTOCOL_H

#include "ns3/file-request.h"
#include "ns3/file-service-message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * The commands of SMB2 that are here (MS-SMB2, 2.2.1.2), by their numbers.
 */
enum class Smb2Command : uint16_t
{
    NEGOTIATE = 0,        //!< agrees on a dialect and sizes
    SESSION_SETUP = 1,    //!< logs in
    TREE_CONNECT = 3,     //!< connects to a share
    CREATE = 5,           //!< opens or makes a file or directory
    CLOSE = 6,            //!< closes it
    FLUSH = 7,            //!< puts what was written on the medium
    READ = 8,             //!< reads
    WRITE = 9,            //!< writes
    QUERY_DIRECTORY = 14, //!< names in a directory
    QUERY_INFO = 16,      //!< attributes of a file
    SET_INFO = 17,        //!< sets size or name, or deletes
};

/**
 * @ingroup host-io
 *
 * @param command number of a command
 * @return its name, for example READ; empty if it is not here
 */
std::string GetSmb2CommandName(uint16_t command);

/**
 * @ingroup host-io
 *
 * How a command ended: NTSTATUS (MS-ERREF, 2.3.1).
 */
enum class Smb2Status : uint32_t
{
    OK = 0,                             //!< STATUS_SUCCESS
    NO_MORE_FILES = 0x80000006,         //!< all names were told
    INVALID_PARAMETER = 0xc000000d,     //!< what is asked for makes no sense
    END_OF_FILE = 0xc0000011,           //!< a READ begins behind the end
    OBJECT_NAME_NOT_FOUND = 0xc0000034, //!< no such name
    OBJECT_NAME_COLLISION = 0xc0000035, //!< the name is taken
    DISK_FULL = 0xc000007f,             //!< no space
    FILE_IS_A_DIRECTORY = 0xc00000ba,   //!< a directory, where a file is asked for
    NOT_SUPPORTED = 0xc00000bb,         //!< not here
    DIRECTORY_NOT_EMPTY = 0xc0000101,   //!< the directory has names
    NOT_A_DIRECTORY = 0xc0000103,       //!< a file, where a directory is asked for
    NAME_TOO_LONG = 0xc0000106,         //!< a part of the name is too long
    FILE_CLOSED = 0xc0000128,           //!< the file is not open
    IO_DEVICE_ERROR = 0xc0000185,       //!< the device failed
    FILE_TOO_LARGE = 0xc0000904,        //!< beyond the largest size
};

/**
 * @ingroup host-io
 *
 * @param status a file system's status
 * @return the same in SMB2
 */
Smb2Status ToSmb2Status(FileStatus status);

/**
 * @ingroup host-io
 *
 * @param status a status in SMB2, any number
 * @return the same for a program
 */
FileStatus ToFileStatus(Smb2Status status);

/**
 * @ingroup host-io
 *
 * The header of a message, 64 bytes (MS-SMB2, 2.2.1.2).
 */
struct Smb2Header
{
    static constexpr uint32_t SIZE = 64; //!< bytes of it

    uint16_t creditCharge{1};          //!< credits that the request uses
    Smb2Status status{Smb2Status::OK}; //!< response: how it ended
    uint16_t command{0};               //!< number of the command
    uint16_t credits{0};               //!< credits asked for, or granted
    bool isResponse{false};            //!< whether it is a response
    uint64_t messageId{0};             //!< number of the request
    uint32_t treeId{0};                //!< number of the share
    uint64_t sessionId{0};             //!< number of the session

    /**
     * @param to where to write
     */
    void Serialize(FileServiceWriter& to) const;

    /**
     * @param from what to read; it fails if this is no header of SMB2
     */
    void Deserialize(FileServiceReader& from);
};

/// What CREATE does (MS-SMB2, 2.2.13: CreateDisposition).
enum class Smb2Disposition : uint32_t
{
    OPEN = 1,         //!< opens what exists
    CREATE = 2,       //!< makes what does not
    OPEN_IF = 3,      //!< opens or makes
    OVERWRITE = 4,    //!< opens and empties
    OVERWRITE_IF = 5, //!< empties or makes
};

/// What QUERY_INFO and SET_INFO are about (MS-FSCC, 2.4).
enum class Smb2Information : uint8_t
{
    RENAME = 10,       //!< FileRenameInformation
    DISPOSITION = 13,  //!< FileDispositionInformation: delete on close
    END_OF_FILE = 20,  //!< FileEndOfFileInformation
    NETWORK_OPEN = 34, //!< FileNetworkOpenInformation: times, sizes and kind
};

/**
 * @ingroup host-io
 *
 * A request (MS-SMB2, 2.2); each command uses some of the fields.
 */
struct Smb2Request
{
    uint64_t fileId{0}; //!< the open file
    std::string path;   //!< CREATE: name below the share; SET_INFO: the new name
    Smb2Disposition disposition{Smb2Disposition::OPEN}; //!< CREATE: what to do
    bool wantsData{false};    //!< CREATE: whether contents will be read or written
    bool isDirectory{false};  //!< CREATE: only a directory will do
    bool isFile{false};       //!< CREATE: only a file will do
    uint64_t offset{0};       //!< READ, WRITE: the first byte; SET_INFO: the new size
    uint32_t bytes{0};        //!< READ: how many; QUERY_DIRECTORY: most bytes of the reply
    bool writeThrough{false}; //!< WRITE: on the medium before the response
    Smb2Information information{Smb2Information::NETWORK_OPEN}; //!< QUERY_INFO, SET_INFO
    FileServicePayload payload;                                 //!< WRITE: the contents
};

/**
 * @ingroup host-io
 *
 * A response that is no error (MS-SMB2, 2.2); each command uses some of the fields.
 */
struct Smb2Response
{
    uint32_t maxReadSize{0};        //!< NEGOTIATE: most bytes of a READ
    uint32_t maxWriteSize{0};       //!< NEGOTIATE: most bytes of a WRITE
    uint64_t fileId{0};             //!< CREATE: the open file
    FileAttributes attributes;      //!< CREATE, CLOSE, QUERY_INFO: attributes
    uint32_t bytes{0};              //!< WRITE: bytes written
    std::vector<std::string> names; //!< QUERY_DIRECTORY: names
    FileServicePayload payload;     //!< READ: the contents
};

/**
 * @ingroup host-io
 *
 * @param name a name in a directory
 * @return bytes of it in a QUERY_DIRECTORY response: FileNamesInformation (MS-FSCC, 2.4.28)
 */
uint32_t GetSmb2EntrySize(const std::string& name);

} // namespace ns3

#endif /* SMB2_PROTOCOL_H */
