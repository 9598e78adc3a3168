/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_MESSAGE_H
#define SMB_MESSAGE_H

#include "ns3/file-request.h"
#include "ns3/file-service-message.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The dialects of SMB that are here.
 */
enum class SmbDialect : uint8_t
{
    SMB_2_1,    //!< SMB 2.1 (MS-SMB2)
    NT_LM_0_12, //!< NT LM 0.12, known as SMB1 or CIFS (MS-CIFS, MS-SMB)
};

/**
 * @ingroup host-io-service-smb
 *
 * What a message asks for. A dialect has a command for most of them, some of which ask for more
 * than one thing; SmbCodec knows which.
 */
enum class SmbCommand : uint8_t
{
    NEGOTIATE,        //!< agrees on a dialect and sizes
    SESSION_SETUP,    //!< logs in
    TREE_CONNECT,     //!< connects to a share
    CREATE,           //!< opens or makes a file; SMB 2.1: or a directory
    CLOSE,            //!< closes it
    FLUSH,            //!< puts what was written on the medium
    READ,             //!< reads
    WRITE,            //!< writes
    QUERY_DIRECTORY,  //!< names in a directory; NT LM 0.12: those that a search has not told yet
    QUERY_INFO,       //!< attributes of an open file
    SET_INFO,         //!< sets the size of an open file; SMB 2.1: or its name, or deletes it
    FIND_FIRST,       //!< NT LM 0.12: begins a search, and tells its first names
    QUERY_PATH,       //!< NT LM 0.12: attributes of a name
    DELETE,           //!< NT LM 0.12: removes a file
    RENAME,           //!< NT LM 0.12: renames
    CREATE_DIRECTORY, //!< NT LM 0.12: makes a directory
    DELETE_DIRECTORY, //!< NT LM 0.12: removes a directory
    LOGOFF,           //!< SMB 2: ends a session
    TREE_DISCONNECT,  //!< SMB 2: leaves a share
    IOCTL,            //!< SMB 2: controls of a file or the server
    CANCEL,           //!< SMB 2: takes a request back; it has no response
    ECHO,             //!< SMB 2: asks whether the server is there
    UNKNOWN,          //!< is not here
};

/**
 * @ingroup host-io-service-smb
 *
 * How a command ended: NTSTATUS (MS-ERREF, 2.3.1), of both dialects.
 */
enum class SmbStatus : uint32_t
{
    OK = 0,                                //!< STATUS_SUCCESS
    PENDING = 0x103,                       //!< the response comes later
    BUFFER_OVERFLOW = 0x80000005,          //!< the reply is cut off
    NO_MORE_FILES = 0x80000006,            //!< all names were told
    INVALID_INFO_CLASS = 0xc0000003,       //!< no such kind of information here
    INFO_LENGTH_MISMATCH = 0xc0000004,     //!< no room for the least of the information
    INVALID_HANDLE = 0xc0000008,           //!< NT LM 0.12: the file is not open
    INVALID_PARAMETER = 0xc000000d,        //!< what is asked for makes no sense
    NO_SUCH_FILE = 0xc000000f,             //!< no name is as the pattern says
    INVALID_DEVICE_REQUEST = 0xc0000010,   //!< that cannot be done with this
    END_OF_FILE = 0xc0000011,              //!< SMB 2.1: a READ begins behind the end
    MORE_PROCESSING_REQUIRED = 0xc0000016, //!< the next message of a login is due
    ACCESS_DENIED = 0xc0000022,            //!< the file was not opened for that
    OBJECT_NAME_INVALID = 0xc0000033,      //!< the name has what none may have
    OBJECT_NAME_NOT_FOUND = 0xc0000034,    //!< no such name
    OBJECT_NAME_COLLISION = 0xc0000035,    //!< the name is taken
    OBJECT_PATH_NOT_FOUND = 0xc000003a,    //!< no such directory
    DELETE_PENDING = 0xc0000056,           //!< the file goes when all have closed it
    LOGON_FAILURE = 0xc000006d,            //!< no message of a login that is known here
    DISK_FULL = 0xc000007f,                //!< no space
    INSUFFICIENT_RESOURCES = 0xc000009a,   //!< the client has too much of something
    FILE_IS_A_DIRECTORY = 0xc00000ba,      //!< a directory, where a file is asked for
    NOT_SUPPORTED = 0xc00000bb,            //!< not here
    NETWORK_NAME_DELETED = 0xc00000c9,     //!< the client is not connected to the share
    BAD_NETWORK_NAME = 0xc00000cc,         //!< no such share
    DIRECTORY_NOT_EMPTY = 0xc0000101,      //!< the directory has names
    NOT_A_DIRECTORY = 0xc0000103,          //!< a file, where a directory is asked for
    NAME_TOO_LONG = 0xc0000106,            //!< a part of the name is too long
    TOO_MANY_OPENED_FILES = 0xc000011f,    //!< no number is left for an open file
    CANNOT_DELETE = 0xc0000121,            //!< the root stays
    FILE_CLOSED = 0xc0000128,              //!< SMB 2.1: the file is not open
    IO_DEVICE_ERROR = 0xc0000185,          //!< the device failed
    FS_DRIVER_REQUIRED = 0xc000019c,       //!< no distributed file system here
    USER_SESSION_DELETED = 0xc0000203,     //!< the client is not logged in
    FILE_TOO_LARGE = 0xc0000904,           //!< beyond the largest size
};

/**
 * @ingroup host-io-service-smb
 *
 * @param status a file system's status
 * @return the same in SMB
 */
SmbStatus ToSmbStatus(FileStatus status);

/**
 * @ingroup host-io-service-smb
 *
 * @param status a status in SMB, any number
 * @return the same for a program
 */
FileStatus ToFileStatus(SmbStatus status);

/**
 * @ingroup host-io-service-smb
 *
 * @param status a status in SMB, any number
 * @return its name in MS-ERREF, such as STATUS_LOGON_FAILURE; its number if it has none here
 */
std::string GetSmbStatusName(SmbStatus status);

/**
 * @ingroup host-io-service-smb
 *
 * @param status how a command ended
 * @return whether the response is that of the command, and no error
 */
bool HasSmbBody(SmbStatus status);

/**
 * @ingroup host-io-service-smb
 *
 * Number of an open file (MS-SMB2, 2.2.14.1: SMB2_FILEID), which the server chooses. SmbServer
 * gives both words one value; NT LM 0.12 has one of 16 bits.
 */
struct SmbFileId
{
    constexpr SmbFileId() = default;

    /**
     * @param both the value of both words
     */
    constexpr SmbFileId(uint64_t both)
        : persistent(both),
          number(both)
    {
    }

    /// Compare by both words.
    auto operator<=>(const SmbFileId&) const = default;

    uint64_t persistent{0}; //!< Persistent
    uint64_t number{0};     //!< Volatile; NT LM 0.12: FID
};

/**
 * @ingroup host-io-service-smb
 *
 * The header of a message, as far as it matters here; each dialect uses some of the fields.
 */
struct SmbHeader
{
    uint16_t creditCharge{1};        //!< credits that the request uses
    SmbStatus status{SmbStatus::OK}; //!< response: how it ended
    uint16_t command{0};             //!< number of the command in the dialect
    uint16_t credits{0};             //!< credits asked for, or granted
    bool isResponse{false};          //!< whether it is a response
    uint64_t messageId{0};           //!< number of the request; NT LM 0.12: MID
    uint32_t treeId{0};              //!< number of the share; NT LM 0.12: TID
    uint64_t sessionId{0};           //!< number of the session; NT LM 0.12: UID
    uint32_t processId{0};           //!< NT LM 0.12: PID, which the response repeats
    bool isRelated{false};           //!< SMB 2: whether it goes on with what is in front of it
    uint32_t nextCommand{0}; //!< SMB 2: where the next request of the message is, 0 for none
    bool isAsync{false};     //!< SMB 2: whether AsyncId is in the place of the share's number
    bool isSigned{false};    //!< SMB 2: whether the message is signed
    std::array<uint8_t, 16> signature{}; //!< SMB 2: of the message, zeros for none
};

/// What CREATE does (MS-SMB2, 2.2.13, and MS-CIFS, 2.2.4.64.1: CreateDisposition).
enum class SmbDisposition : uint32_t
{
    SUPERSEDE = 0,    //!< makes, in the place of what exists
    OPEN = 1,         //!< opens what exists
    CREATE = 2,       //!< makes what does not
    OPEN_IF = 3,      //!< opens or makes
    OVERWRITE = 4,    //!< opens and empties
    OVERWRITE_IF = 5, //!< empties or makes
};

/// What QUERY_INFO and SET_INFO are about (MS-FSCC, 2.4).
enum class SmbInformation : uint8_t
{
    NONE = 0,          //!< nothing that is here
    BASIC = 4,         //!< FileBasicInformation: times and attributes
    RENAME = 10,       //!< FileRenameInformation
    DISPOSITION = 13,  //!< FileDispositionInformation: delete on close
    ALLOCATION = 19,   //!< FileAllocationInformation
    END_OF_FILE = 20,  //!< FileEndOfFileInformation
    NETWORK_OPEN = 34, //!< FileNetworkOpenInformation: times, sizes and kind
};

/**
 * @ingroup host-io-service-smb
 *
 * What NEGOTIATE agrees on; each dialect uses some of the fields.
 */
struct SmbLimits
{
    uint32_t maxReadSize{0};       //!< most bytes of a READ
    uint32_t maxWriteSize{0};      //!< most bytes of a WRITE
    uint16_t maxOutstanding{0};    //!< NT LM 0.12: MaxMpxCount, most requests outstanding
    uint32_t maxBufferSize{0};     //!< NT LM 0.12: most bytes of a message
    bool hasLargeTransfers{false}; //!< READs and WRITEs may be larger than that; SMB 2: than 64 KiB
    bool mustSign{false};          //!< SMB 2: whether messages have to be signed
    uint16_t dialect{0};           //!< which of the dialects offered; SMB 2: its number

    static constexpr uint16_t NO_DIALECT = 0xffff; //!< none of the dialects offered
};

/**
 * @ingroup host-io-service-smb
 *
 * A request; each command uses some of the fields.
 */
struct SmbRequest
{
    SmbFileId fileId;    //!< the open file
    std::string path;    //!< name below the share, without a slash in front
    std::string newPath; //!< RENAME and SET_INFO: the new name
    SmbDisposition disposition{SmbDisposition::OPEN}; //!< CREATE: what to do
    uint32_t access{0};                               //!< CREATE: DesiredAccess
    bool isDirectory{false};                          //!< CREATE: only a directory will do
    bool isFile{false};                               //!< CREATE: only a file will do
    uint64_t offset{0};       //!< READ, WRITE: the first byte; SET_INFO: the new size
    uint32_t bytes{0};        //!< READ: how many; of names: most bytes of the reply
    bool writeThrough{false}; //!< WRITE: on the medium before the response
    SmbInformation information{SmbInformation::NETWORK_OPEN}; //!< QUERY_INFO, SET_INFO
    SmbLimits limits;           //!< NEGOTIATE, SESSION_SETUP: what is agreed on
    FileServicePayload payload; //!< WRITE: the contents

    // SMB 2 of clients of other systems.
    std::vector<uint16_t> dialects; //!< NEGOTIATE: what is offered
    std::string blob;               //!< SESSION_SETUP: message of the login
    uint32_t options{0};            //!< CREATE: CreateOptions
    uint32_t flags{0};              //!< CLOSE, QUERY_DIRECTORY: flags
    uint8_t kind{1};                //!< QUERY_INFO, SET_INFO: InfoType
    uint8_t level{0};               //!< QUERY_INFO, QUERY_DIRECTORY: information class
    std::string pattern;            //!< QUERY_DIRECTORY: which names
    bool isSet{true};               //!< SET_INFO: to delete, or to replace what has the new name
    uint64_t lastWrite{0};          //!< SET_INFO: FILETIME, 0 for none
    uint32_t control{0};            //!< IOCTL: what to do
};

/**
 * @ingroup host-io-service-smb
 *
 * A response that is no error; each command uses some of the fields.
 */
struct SmbResponse
{
    SmbLimits limits;               //!< NEGOTIATE: what is agreed on
    SmbFileId fileId;               //!< CREATE: the open file; FIND_FIRST: the search
    FileAttributes attributes;      //!< CREATE, CLOSE, QUERY_INFO, QUERY_PATH: attributes
    uint32_t bytes{0};              //!< WRITE: bytes written
    std::vector<std::string> names; //!< QUERY_DIRECTORY, FIND_FIRST: names
    bool isLast{false};             //!< NT LM 0.12: no names are left, and the search is closed
    FileServicePayload payload;     //!< READ: the contents

    // SMB 2 for clients of other systems.
    std::string buffer; //!< NEGOTIATE, SESSION_SETUP, QUERY_DIRECTORY, QUERY_INFO, IOCTL: data
    uint64_t time{0};   //!< NEGOTIATE: FILETIME of the server, 0 for that of 1970
    uint16_t sessionFlags{0};  //!< SESSION_SETUP: SessionFlags
    bool isPipe{false};        //!< TREE_CONNECT: whether it is the share of pipes
    uint32_t action{1};        //!< CREATE: CreateAction
    bool hasAttributes{false}; //!< CLOSE: whether attributes are those of the file
    uint32_t control{0};       //!< IOCTL: what was done
};

} // namespace ns3

#endif /* SMB_MESSAGE_H */
