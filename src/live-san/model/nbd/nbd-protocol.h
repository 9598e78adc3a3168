/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_PROTOCOL_H
#define NBD_PROTOCOL_H

#include "ns3/block-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * Numbers of the NBD protocol that begin messages, and its limits.
 */
struct NbdMagic
{
    static constexpr uint64_t GREETING = 0x4e42444d41474943;     //!< "NBDMAGIC"
    static constexpr uint64_t OPTION = 0x49484156454f5054;       //!< "IHAVEOPT"
    static constexpr uint64_t OPTION_REPLY = 0x0003e889045565a9; //!< reply to an option
    static constexpr uint32_t REQUEST = 0x25609513;              //!< request
    static constexpr uint32_t SIMPLE_REPLY = 0x67446698;         //!< reply without a type
    static constexpr uint32_t STRUCTURED_REPLY = 0x668e33ef;     //!< piece of a reply, with a type
    static constexpr uint32_t LARGEST_TRANSFER = 32 << 20;       //!< most bytes of a read or write
};

/**
 * @ingroup live-san-nbd
 *
 * Flags of the handshake. The client's have the same values as the server's.
 */
struct NbdHandshakeFlags
{
    static constexpr uint16_t FIXED_NEWSTYLE = 1 << 0; //!< options that fail end nothing
    static constexpr uint16_t NO_ZEROES = 1 << 1;      //!< no padding behind an export
};

/**
 * @ingroup live-san-nbd
 *
 * What a client asks for before it uses an export.
 */
enum class NbdOption : uint32_t
{
    EXPORT_NAME = 1,     //!< use this export; there is no way to refuse
    ABORT = 2,           //!< the client goes away
    LIST = 3,            //!< which exports there are
    INFO = 6,            //!< what an export is
    GO = 7,              //!< the same, and use it
    STRUCTURED_REPLY = 8 //!< let replies be structured
};

/**
 * @ingroup live-san-nbd
 *
 * What a server answers to an option.
 */
enum class NbdOptionReply : uint32_t
{
    ACK = 1,                  //!< done
    SERVER = 2,               //!< an export of the list
    INFO = 3,                 //!< something of an export
    UNSUPPORTED = 0x80000001, //!< an option that the server does not have
    INVALID = 0x80000003,     //!< data that are wrong
    UNKNOWN = 0x80000006,     //!< an export that there is not
    TOO_BIG = 0x80000009      //!< more data than the server takes
};

/**
 * @ingroup live-san-nbd
 *
 * What a server tells of an export.
 */
enum class NbdInfo : uint16_t
{
    EXPORT = 0,      //!< size and flags
    NAME = 1,        //!< its name
    DESCRIPTION = 2, //!< what it is, for people
    BLOCK_SIZE = 3   //!< least, preferred and largest length of a request
};

/**
 * @ingroup live-san-nbd
 *
 * What an export can do.
 */
struct NbdExportFlags
{
    static constexpr uint16_t HAS_FLAGS = 1 << 0;         //!< always
    static constexpr uint16_t READ_ONLY = 1 << 1;         //!< it cannot be written
    static constexpr uint16_t SEND_FLUSH = 1 << 2;        //!< FLUSH
    static constexpr uint16_t SEND_FUA = 1 << 3;          //!< FUA
    static constexpr uint16_t ROTATIONAL = 1 << 4;        //!< far is slower than near
    static constexpr uint16_t SEND_TRIM = 1 << 5;         //!< TRIM
    static constexpr uint16_t SEND_WRITE_ZEROES = 1 << 6; //!< WRITE_ZEROES
    static constexpr uint16_t SEND_DF = 1 << 7;           //!< reads in one piece
    static constexpr uint16_t CAN_MULTI_CONN = 1 << 8;    //!< a FLUSH is for all connections
    static constexpr uint16_t SEND_FAST_ZERO = 1 << 11;   //!< FAST_ZERO
};

/**
 * @ingroup live-san-nbd
 *
 * What a request asks for. Other numbers can come, too.
 */
enum class NbdCommand : uint16_t
{
    READ = 0,        //!< bytes from the disk
    WRITE = 1,       //!< bytes to the disk
    DISC = 2,        //!< the client goes away
    FLUSH = 3,       //!< what was answered is on the medium
    TRIM = 4,        //!< nobody needs these bytes
    WRITE_ZEROES = 6 //!< zeros to the disk
};

/**
 * @ingroup live-san-nbd
 *
 * Flags of requests.
 */
struct NbdCommandFlags
{
    static constexpr uint16_t FUA = 1 << 0;       //!< complete when it is on the medium
    static constexpr uint16_t NO_HOLE = 1 << 1;   //!< do not unmap what is zero
    static constexpr uint16_t DF = 1 << 2;        //!< answer in one piece
    static constexpr uint16_t FAST_ZERO = 1 << 4; //!< fail if that is no faster than a write
};

/**
 * @ingroup live-san-nbd
 *
 * How a request ended.
 */
enum class NbdError : uint32_t
{
    NONE = 0,           //!< well
    NOT_PERMITTED = 1,  //!< EPERM: the export is read-only
    IO = 5,             //!< EIO: the disk or the path to it failed
    INVALID = 22,       //!< EINVAL: the request is wrong
    NO_SPACE = 28,      //!< ENOSPC: a write past the end
    NOT_SUPPORTED = 95, //!< ENOTSUP: zeros are no faster than other bytes
    SHUT_DOWN = 108     //!< ESHUTDOWN: the server ends
};

/**
 * @ingroup live-san-nbd
 *
 * A disk as the server offers it.
 */
struct NbdExport
{
    std::string name;        //!< what clients call it
    std::string description; //!< what it is
    uint64_t size{0};        //!< bytes
    uint32_t blockSize{512}; //!< bytes in a block, a power of 2
    uint16_t flags{0};       //!< NbdExportFlags, without SEND_DF; with SEND_TRIM zeros are fast
    Ptr<BlockDevice> device; //!< what it is on
};

/**
 * @ingroup live-san-nbd
 *
 * A request of a client.
 */
struct NbdRequest
{
    uint16_t flags{0};           //!< NbdCommandFlags
    NbdCommand command{};        //!< what it asks for
    uint64_t cookie{0};          //!< what its replies carry
    uint64_t offset{0};          //!< the first byte
    uint32_t length{0};          //!< number of bytes
    std::vector<uint8_t> data{}; //!< of a WRITE; empty if that is too long
};

/**
 * @ingroup live-san-nbd
 *
 * Find out whether a request may go to its disk.
 *
 * @param disk the export
 * @param request the request, another than DISC
 * @return NONE, or what is wrong with it
 */
NbdError CheckNbdRequest(const NbdExport& disk, const NbdRequest& request);

} // namespace ns3

#endif /* NBD_PROTOCOL_H */
