/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-codec.h"

namespace ns3
{

namespace
{

constexpr uint32_t HANDLE_BYTES = 32;            //!< of a handle other than the public one
constexpr uint32_t MAX_HANDLE = 64;              //!< NFS3_FHSIZE (RFC 1813, 2.4)
constexpr uint32_t MAX_NAME = 4096;              //!< longer names are no names
constexpr uint64_t FILE_SYSTEM_ID = 1;           //!< the fsid of the file system
constexpr uint32_t REGULAR = 1;                  //!< NF3REG (RFC 1813, 2.5)
constexpr uint32_t DIRECTORY = 2;                //!< NF3DIR
constexpr uint64_t SECOND = 1000000000;          //!< nanoseconds
constexpr uint64_t LARGEST_FILE = INT64_MAX;     //!< FSINFO: maxfilesize
constexpr uint32_t PROPERTIES = 0x08 | 0x10;     //!< FSINFO: FSF3_HOMOGENEOUS, FSF3_CANSETTIME
constexpr uint32_t DIRECTORY_READ_BYTES = 32768; //!< FSINFO: dtpref

void
Put(FileServiceWriter& to, const NfsFileHandle& handle)
{
    if (handle.isPublic)
    {
        to.Put32(0);
        return;
    }
    to.Put32(HANDLE_BYTES);
    to.Put64(FILE_SYSTEM_ID);
    to.Put64(handle.inode);
    to.Put64(handle.id);
    to.Put64(0);
}

NfsFileHandle
GetHandle(FileServiceReader& from)
{
    NfsFileHandle handle;
    const auto length = from.Get32();
    handle.isPublic = length == 0;
    if (length == HANDLE_BYTES)
    {
        from.Get64();
        handle.inode = from.Get64();
        handle.id = from.Get64();
        from.Get64();
    }
    else if (length > MAX_HANDLE)
    {
        from.Fail();
    }
    else
    {
        // Not one of this server's: its number 0 finds nothing.
        from.Skip((length + 3) / 4 * 4);
    }
    return handle;
}

void
Put(FileServiceWriter& to, Time time)
{
    const auto nanoseconds = static_cast<uint64_t>(time.GetNanoSeconds());
    to.Put32(nanoseconds / SECOND);
    to.Put32(nanoseconds % SECOND);
}

Time
GetTime(FileServiceReader& from)
{
    const auto seconds = from.Get32();
    return Seconds(seconds) + NanoSeconds(from.Get32());
}

/// fattr3 (RFC 1813, 2.5): 84 bytes.
void
Put(FileServiceWriter& to, const FileAttributes& attributes)
{
    to.Put32(attributes.directory ? DIRECTORY : REGULAR);
    to.Put32(attributes.directory ? 0755 : 0644);
    to.Put32(attributes.directory ? 2 : 1);
    to.Put32(0);
    to.Put32(0);
    to.Put64(attributes.bytes);
    to.Put64((attributes.bytes + 4095) / 4096 * 4096);
    to.Put64(0);
    to.Put64(FILE_SYSTEM_ID);
    to.Put64(attributes.inode);
    Put(to, attributes.modified);
    Put(to, attributes.modified);
    Put(to, attributes.modified);
}

FileAttributes
GetAttributes(FileServiceReader& from)
{
    FileAttributes attributes;
    const auto type = from.Get32();
    attributes.directory = type == DIRECTORY;
    from.Skip(16);
    attributes.bytes = from.Get64();
    from.Skip(24);
    attributes.inode = from.Get64();
    from.Skip(8);
    attributes.modified = GetTime(from);
    from.Skip(8);
    return attributes;
}

/// post_op_attr (RFC 1813, 2.6).
void
Put(FileServiceWriter& to, const std::optional<FileAttributes>& attributes)
{
    to.Put32(attributes ? 1 : 0);
    if (attributes)
    {
        Put(to, *attributes);
    }
}

std::optional<FileAttributes>
GetOptionalAttributes(FileServiceReader& from)
{
    return from.Get32() != 0 ? std::optional(GetAttributes(from)) : std::nullopt;
}

/// wcc_data (RFC 1813, 2.6).
void
Put(FileServiceWriter& to, const NfsChange& change)
{
    to.Put32(change.before ? 1 : 0);
    if (change.before)
    {
        to.Put64(change.before->bytes);
        Put(to, change.before->modified);
        Put(to, change.before->modified);
    }
    Put(to, change.after);
}

NfsChange
GetChange(FileServiceReader& from)
{
    NfsChange change;
    if (from.Get32() != 0)
    {
        change.before.emplace();
        change.before->bytes = from.Get64();
        change.before->modified = GetTime(from);
        from.Skip(8);
    }
    change.after = GetOptionalAttributes(from);
    return change;
}

/// sattr3 (RFC 1813, 2.5) of a new file or directory, or of a size to be set.
void
PutSettings(FileServiceWriter& to,
            std::optional<uint32_t> mode,
            const std::optional<uint64_t>& size)
{
    to.Put32(mode ? 1 : 0);
    if (mode)
    {
        to.Put32(*mode);
    }
    to.Put32(0);
    to.Put32(0);
    to.Put32(size ? 1 : 0);
    if (size)
    {
        to.Put64(*size);
    }
    to.Put32(0);
    to.Put32(0);
}

std::optional<uint64_t>
GetSettings(FileServiceReader& from)
{
    for (int i = 0; i < 3; ++i)
    {
        from.Skip(from.Get32() != 0 ? 4 : 0);
    }
    std::optional<uint64_t> size;
    if (from.Get32() != 0)
    {
        size = from.Get64();
    }
    constexpr uint32_t SET_TO_CLIENT_TIME = 2;
    for (int i = 0; i < 2; ++i)
    {
        from.Skip(from.Get32() == SET_TO_CLIENT_TIME ? 8 : 0);
    }
    return size;
}

/// READDIR3resok behind the attributes (RFC 1813, 3.3.16).
void
PutEntries(FileServiceWriter& to, const NfsResults& results)
{
    to.Put64(results.verifier);
    for (const auto& entry : results.entries)
    {
        to.Put32(1);
        to.Put64(entry.inode);
        to.PutOpaque(entry.name);
        to.Put64(entry.cookie);
    }
    to.Put32(0);
    to.Put32(results.eof ? 1 : 0);
}

void
GetEntries(FileServiceReader& from, NfsResults& results)
{
    results.verifier = from.Get64();
    while (from.Get32() != 0 && !from.HasFailed())
    {
        NfsEntry entry;
        entry.inode = from.Get64();
        entry.name = from.GetOpaque(MAX_NAME);
        entry.cookie = from.Get64();
        results.entries.push_back(entry);
    }
    results.eof = from.Get32() != 0;
}

/// FSINFO3resok behind the attributes (RFC 1813, 3.3.19).
void
PutInformation(FileServiceWriter& to, const NfsResults& results)
{
    constexpr uint32_t MULTIPLE = 4096;
    to.Put32(results.largestRead);
    to.Put32(results.largestRead);
    to.Put32(MULTIPLE);
    to.Put32(results.largestWrite);
    to.Put32(results.largestWrite);
    to.Put32(MULTIPLE);
    to.Put32(DIRECTORY_READ_BYTES);
    to.Put64(LARGEST_FILE);
    Put(to, NanoSeconds(1));
    to.Put32(PROPERTIES);
}

void
GetInformation(FileServiceReader& from, NfsResults& results)
{
    results.largestRead = from.Get32();
    from.Skip(8);
    results.largestWrite = from.Get32();
    from.Skip(8 + 4 + 8 + 8 + 4);
}

/// The results of a procedure that ended well, behind the status.
void
PutGoodResults(NfsProcedure procedure, const NfsResults& results, FileServiceWriter& to)
{
    switch (procedure)
    {
    case NfsProcedure::GETATTR:
        Put(to, results.attributes.value_or(FileAttributes()));
        break;
    case NfsProcedure::LOOKUP:
        Put(to, results.handle.value_or(NfsFileHandle()));
        Put(to, results.attributes);
        Put(to, results.change.after);
        break;
    case NfsProcedure::READ:
        Put(to, results.attributes);
        to.Put32(results.count);
        to.Put32(results.eof ? 1 : 0);
        to.Put32(results.payload.bytes);
        break;
    case NfsProcedure::CREATE:
    case NfsProcedure::MKDIR:
        to.Put32(results.handle ? 1 : 0);
        if (results.handle)
        {
            Put(to, *results.handle);
        }
        Put(to, results.attributes);
        Put(to, results.change);
        break;
    case NfsProcedure::READDIR:
        Put(to, results.attributes);
        PutEntries(to, results);
        break;
    case NfsProcedure::FSINFO:
        Put(to, results.attributes);
        PutInformation(to, results);
        break;
    default:
        Put(to, results.change);
    }
}

void
GetGoodResults(NfsProcedure procedure, NfsResults& results, FileServiceReader& from, bool keep)
{
    switch (procedure)
    {
    case NfsProcedure::GETATTR:
        results.attributes = GetAttributes(from);
        break;
    case NfsProcedure::LOOKUP:
        results.handle = GetHandle(from);
        results.attributes = GetOptionalAttributes(from);
        results.change.after = GetOptionalAttributes(from);
        break;
    case NfsProcedure::READ:
        results.attributes = GetOptionalAttributes(from);
        results.count = from.Get32();
        results.eof = from.Get32() != 0;
        results.payload = from.GetPayload(from.Get32(), keep);
        break;
    case NfsProcedure::CREATE:
    case NfsProcedure::MKDIR:
        if (from.Get32() != 0)
        {
            results.handle = GetHandle(from);
        }
        results.attributes = GetOptionalAttributes(from);
        results.change = GetChange(from);
        break;
    case NfsProcedure::READDIR:
        results.attributes = GetOptionalAttributes(from);
        GetEntries(from, results);
        break;
    case NfsProcedure::FSINFO:
        results.attributes = GetOptionalAttributes(from);
        GetInformation(from, results);
        break;
    default:
        results.change = GetChange(from);
    }
}

/**
 * @param procedure a procedure
 * @return true if its results tell how a file changed, also when it fails
 */
bool
TellsChange(NfsProcedure procedure)
{
    return procedure != NfsProcedure::GETATTR && procedure != NfsProcedure::LOOKUP &&
           procedure != NfsProcedure::READ && procedure != NfsProcedure::READDIR &&
           procedure != NfsProcedure::FSINFO;
}

} // namespace

void
SerializeNfsArguments(NfsProcedure procedure, const NfsArguments& arguments, FileServiceWriter& to)
{
    if (procedure == NfsProcedure::NONE)
    {
        return;
    }
    Put(to, arguments.handle);
    switch (procedure)
    {
    case NfsProcedure::SETATTR:
        PutSettings(to, std::nullopt, arguments.size);
        to.Put32(0);
        break;
    case NfsProcedure::LOOKUP:
    case NfsProcedure::REMOVE:
    case NfsProcedure::RMDIR:
        to.PutOpaque(arguments.name);
        break;
    case NfsProcedure::READ:
    case NfsProcedure::COMMIT:
        to.Put64(arguments.offset);
        to.Put32(arguments.count);
        break;
    case NfsProcedure::WRITE:
        to.Put64(arguments.offset);
        to.Put32(arguments.count);
        to.Put32(static_cast<uint32_t>(arguments.stable));
        to.Put32(arguments.payload.bytes);
        break;
    case NfsProcedure::CREATE:
        to.PutOpaque(arguments.name);
        to.Put32(arguments.guarded ? 1 : 0);
        PutSettings(to, 0644, arguments.size);
        break;
    case NfsProcedure::MKDIR:
        to.PutOpaque(arguments.name);
        PutSettings(to, 0755, std::nullopt);
        break;
    case NfsProcedure::RENAME:
        to.PutOpaque(arguments.name);
        Put(to, arguments.toHandle);
        to.PutOpaque(arguments.toName);
        break;
    case NfsProcedure::READDIR:
        to.Put64(arguments.cookie);
        to.Put64(arguments.verifier);
        to.Put32(arguments.count);
        break;
    default:
        break;
    }
}

NfsArguments
DeserializeNfsArguments(NfsProcedure procedure, FileServiceReader& from, bool keep)
{
    NfsArguments arguments;
    if (procedure == NfsProcedure::NONE)
    {
        return arguments;
    }
    arguments.handle = GetHandle(from);
    switch (procedure)
    {
    case NfsProcedure::SETATTR:
        arguments.size = GetSettings(from);
        from.Skip(from.Get32() != 0 ? 8 : 0);
        break;
    case NfsProcedure::LOOKUP:
    case NfsProcedure::REMOVE:
    case NfsProcedure::RMDIR:
        arguments.name = from.GetOpaque(MAX_NAME);
        break;
    case NfsProcedure::READ:
    case NfsProcedure::COMMIT:
        arguments.offset = from.Get64();
        arguments.count = from.Get32();
        break;
    case NfsProcedure::WRITE:
        arguments.offset = from.Get64();
        arguments.count = from.Get32();
        arguments.stable = static_cast<NfsStable>(from.Get32());
        arguments.payload = from.GetPayload(from.Get32(), keep);
        break;
    case NfsProcedure::CREATE:
        arguments.name = from.GetOpaque(MAX_NAME);
        // EXCLUSIVE, 2, has a verifier in place of attributes.
        arguments.guarded = from.Get32() != 0;
        arguments.size = GetSettings(from);
        break;
    case NfsProcedure::MKDIR:
        arguments.name = from.GetOpaque(MAX_NAME);
        GetSettings(from);
        break;
    case NfsProcedure::RENAME:
        arguments.name = from.GetOpaque(MAX_NAME);
        arguments.toHandle = GetHandle(from);
        arguments.toName = from.GetOpaque(MAX_NAME);
        break;
    case NfsProcedure::READDIR:
        arguments.cookie = from.Get64();
        arguments.verifier = from.Get64();
        arguments.count = from.Get32();
        break;
    default:
        break;
    }
    return arguments;
}

void
SerializeNfsResults(NfsProcedure procedure, const NfsResults& results, FileServiceWriter& to)
{
    if (procedure == NfsProcedure::NONE)
    {
        return;
    }
    to.Put32(static_cast<uint32_t>(results.status));
    if (results.status == NfsStatus::OK)
    {
        PutGoodResults(procedure, results, to);
    }
    else if (TellsChange(procedure))
    {
        Put(to, results.change);
    }
    else if (procedure != NfsProcedure::GETATTR)
    {
        Put(to, procedure == NfsProcedure::LOOKUP ? results.change.after : results.attributes);
    }
    if (procedure == NfsProcedure::RENAME)
    {
        Put(to, results.toChange);
    }
    if (results.status == NfsStatus::OK && procedure == NfsProcedure::WRITE)
    {
        to.Put32(results.count);
        to.Put32(static_cast<uint32_t>(results.committed));
        to.Put64(results.verifier);
    }
    if (results.status == NfsStatus::OK && procedure == NfsProcedure::COMMIT)
    {
        to.Put64(results.verifier);
    }
}

NfsResults
DeserializeNfsResults(NfsProcedure procedure, FileServiceReader& from, bool keep)
{
    NfsResults results;
    if (procedure == NfsProcedure::NONE)
    {
        return results;
    }
    results.status = static_cast<NfsStatus>(from.Get32());
    if (results.status == NfsStatus::OK)
    {
        GetGoodResults(procedure, results, from, keep);
    }
    else if (TellsChange(procedure))
    {
        results.change = GetChange(from);
    }
    else if (procedure == NfsProcedure::LOOKUP)
    {
        results.change.after = GetOptionalAttributes(from);
    }
    else if (procedure != NfsProcedure::GETATTR)
    {
        results.attributes = GetOptionalAttributes(from);
    }
    if (procedure == NfsProcedure::RENAME)
    {
        results.toChange = GetChange(from);
    }
    if (results.status == NfsStatus::OK && procedure == NfsProcedure::WRITE)
    {
        results.count = from.Get32();
        results.committed = static_cast<NfsStable>(from.Get32());
        results.verifier = from.Get64();
    }
    if (results.status == NfsStatus::OK && procedure == NfsProcedure::COMMIT)
    {
        results.verifier = from.Get64();
    }
    return results;
}

} // namespace ns3
