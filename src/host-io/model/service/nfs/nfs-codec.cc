/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-codec.h"

#include "nfs-fields.h"

namespace ns3
{

namespace
{

constexpr uint64_t LARGEST_FILE = INT64_MAX;         //!< FSINFO: maxfilesize
constexpr uint32_t NFS_DIRECTORY_READ_BYTES = 32768; //!< FSINFO: dtpref
/// FSINFO: FSF3_SYMLINK, FSF3_HOMOGENEOUS, FSF3_CANSETTIME.
constexpr uint32_t PROPERTIES = 0x02 | 0x08 | 0x10;

constexpr uint32_t LARGEST_NAME = 255; //!< PATHCONF: name_max
constexpr uint32_t MOST_NAMES = 1;     //!< PATHCONF: linkmax, names of a file

constexpr uint32_t UNCHECKED = 0; //!< createmode3 (RFC 1813, 3.3.8)
constexpr uint32_t GUARDED = 1;   //!< createmode3
constexpr uint32_t EXCLUSIVE = 2; //!< createmode3

/// How the results of a procedure are built around what is its own.
enum class Shape : uint8_t
{
    ATTRIBUTES, //!< attributes if it ended well, otherwise nothing
    NAME,       //!< a handle and attributes if it ended well, then those of the directory
    OBJECT,     //!< attributes of the file, always
    NEW,        //!< a handle and attributes if it ended well, then the directory's change
    LINK,       //!< attributes of the file and the directory's change, always
    CHANGE,     //!< how the file or directory changed, always
};

/**
 * @param procedure a procedure
 * @return how its results are built
 */
Shape
GetShape(NfsProcedure procedure)
{
    switch (procedure)
    {
    case NfsProcedure::GETATTR:
        return Shape::ATTRIBUTES;
    case NfsProcedure::LOOKUP:
        return Shape::NAME;
    case NfsProcedure::CREATE:
    case NfsProcedure::MKDIR:
    case NfsProcedure::SYMLINK:
    case NfsProcedure::MKNOD:
        return Shape::NEW;
    case NfsProcedure::LINK:
        return Shape::LINK;
    case NfsProcedure::SETATTR:
    case NfsProcedure::WRITE:
    case NfsProcedure::REMOVE:
    case NfsProcedure::RMDIR:
    case NfsProcedure::RENAME:
    case NfsProcedure::COMMIT:
        return Shape::CHANGE;
    default:
        return Shape::OBJECT;
    }
}

/// READDIR3resok and READDIRPLUS3resok behind the attributes (RFC 1813, 3.3.16 and 3.3.17).
void
PutEntries(FileServiceWriter& to, const NfsResults& results, bool isPlus)
{
    to.Put64(results.verifier);
    for (const auto& entry : results.entries)
    {
        to.Put32(1);
        to.Put64(entry.inode);
        to.PutOpaque(entry.name);
        to.Put64(entry.cookie);
        if (isPlus)
        {
            NfsFields::Put(to, entry.attributes);
            NfsFields::Put(to, entry.handle);
        }
    }
    to.Put32(0);
    to.Put32(results.eof ? 1 : 0);
}

void
GetEntries(FileServiceReader& from, NfsResults& results, bool isPlus)
{
    results.verifier = from.Get64();
    while (from.Get32() != 0 && !from.HasFailed())
    {
        NfsEntry entry;
        entry.inode = from.Get64();
        entry.name = from.GetOpaque(NfsFields::MAX_NAME);
        entry.cookie = from.Get64();
        if (isPlus)
        {
            entry.attributes = NfsFields::GetOptionalAttributes(from);
            entry.handle = NfsFields::GetOptionalHandle(from);
        }
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
    to.Put32(NFS_DIRECTORY_READ_BYTES);
    to.Put64(LARGEST_FILE);
    NfsFields::Put(to, NanoSeconds(1));
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

/// FSSTAT3resok behind the attributes (RFC 1813, 3.3.18); nothing is kept for the superuser.
void
PutSpace(FileServiceWriter& to, const FileSystemSpace& space)
{
    to.Put64(space.bytes);
    to.Put64(space.freeBytes);
    to.Put64(space.freeBytes);
    to.Put64(space.files);
    to.Put64(space.freeFiles);
    to.Put64(space.freeFiles);
    to.Put32(0);
}

FileSystemSpace
GetSpace(FileServiceReader& from)
{
    FileSystemSpace space;
    space.bytes = from.Get64();
    space.freeBytes = from.Get64();
    from.Skip(8);
    space.files = from.Get64();
    space.freeFiles = from.Get64();
    from.Skip(8 + 4);
    return space;
}

/// PATHCONF3resok behind the attributes (RFC 1813, 3.3.20): no_trunc, chown_restricted,
/// case_insensitive, case_preserving.
void
PutNameRules(FileServiceWriter& to)
{
    to.Put32(MOST_NAMES);
    to.Put32(LARGEST_NAME);
    to.Put32(1);
    to.Put32(1);
    to.Put32(0);
    to.Put32(1);
}

/// What a procedure of the shape OBJECT has behind the attributes.
void
PutObject(NfsProcedure procedure, const NfsResults& results, FileServiceWriter& to)
{
    switch (procedure)
    {
    case NfsProcedure::ACCESS:
        to.Put32(results.access);
        break;
    case NfsProcedure::READLINK:
        to.PutOpaque(results.target);
        break;
    case NfsProcedure::READ:
        to.Put32(results.count);
        to.Put32(results.eof ? 1 : 0);
        to.Put32(results.payload.bytes);
        break;
    case NfsProcedure::READDIR:
    case NfsProcedure::READDIRPLUS:
        PutEntries(to, results, procedure == NfsProcedure::READDIRPLUS);
        break;
    case NfsProcedure::FSSTAT:
        PutSpace(to, results.space);
        break;
    case NfsProcedure::FSINFO:
        PutInformation(to, results);
        break;
    case NfsProcedure::PATHCONF:
        PutNameRules(to);
        break;
    default:
        break;
    }
}

void
GetObject(NfsProcedure procedure, NfsResults& results, FileServiceReader& from, bool keep)
{
    switch (procedure)
    {
    case NfsProcedure::ACCESS:
        results.access = from.Get32();
        break;
    case NfsProcedure::READLINK:
        results.target = from.GetOpaque(NfsFields::MAX_NAME);
        break;
    case NfsProcedure::READ:
        results.count = from.Get32();
        results.eof = from.Get32() != 0;
        results.payload = from.GetPayload(from.Get32(), keep);
        break;
    case NfsProcedure::READDIR:
    case NfsProcedure::READDIRPLUS:
        GetEntries(from, results, procedure == NfsProcedure::READDIRPLUS);
        break;
    case NfsProcedure::FSSTAT:
        results.space = GetSpace(from);
        break;
    case NfsProcedure::FSINFO:
        GetInformation(from, results);
        break;
    case NfsProcedure::PATHCONF:
        from.Skip(24);
        break;
    default:
        break;
    }
}

/// What a procedure of the shape CHANGE has behind the change.
void
PutChanged(NfsProcedure procedure, const NfsResults& results, FileServiceWriter& to)
{
    if (procedure == NfsProcedure::RENAME)
    {
        NfsFields::Put(to, results.toChange);
    }
    if (results.status != NfsStatus::OK)
    {
        return;
    }
    if (procedure == NfsProcedure::WRITE)
    {
        to.Put32(results.count);
        to.Put32(static_cast<uint32_t>(results.committed));
    }
    if (procedure == NfsProcedure::WRITE || procedure == NfsProcedure::COMMIT)
    {
        to.Put64(results.verifier);
    }
}

void
GetChanged(NfsProcedure procedure, NfsResults& results, FileServiceReader& from)
{
    if (procedure == NfsProcedure::RENAME)
    {
        results.toChange = NfsFields::GetChange(from);
    }
    if (results.status != NfsStatus::OK)
    {
        return;
    }
    if (procedure == NfsProcedure::WRITE)
    {
        results.count = from.Get32();
        results.committed = static_cast<NfsStable>(from.Get32());
    }
    if (procedure == NfsProcedure::WRITE || procedure == NfsProcedure::COMMIT)
    {
        results.verifier = from.Get64();
    }
}

/// The arguments of CREATE behind the name (RFC 1813, 3.3.8).
void
PutCreation(const NfsArguments& arguments, FileServiceWriter& to)
{
    if (arguments.exclusive)
    {
        to.Put32(EXCLUSIVE);
        to.Put64(*arguments.exclusive);
        return;
    }
    auto settings = arguments.settings;
    settings.mode = settings.mode.value_or(0644);
    to.Put32(arguments.guarded ? GUARDED : UNCHECKED);
    NfsFields::Put(to, settings, arguments.size);
}

void
GetCreation(NfsArguments& arguments, FileServiceReader& from)
{
    const auto how = from.Get32();
    arguments.guarded = how == GUARDED;
    if (how == EXCLUSIVE)
    {
        arguments.exclusive = from.Get64();
    }
    else if (how > EXCLUSIVE)
    {
        from.Fail();
    }
    else
    {
        arguments.settings = NfsFields::GetSettings(from, arguments.size);
    }
}

/**
 * @param procedure a procedure
 * @return true if a name follows its handle
 */
bool
HasName(NfsProcedure procedure)
{
    switch (procedure)
    {
    case NfsProcedure::LOOKUP:
    case NfsProcedure::CREATE:
    case NfsProcedure::MKDIR:
    case NfsProcedure::SYMLINK:
    case NfsProcedure::MKNOD:
    case NfsProcedure::REMOVE:
    case NfsProcedure::RMDIR:
    case NfsProcedure::RENAME:
        return true;
    default:
        return false;
    }
}

/// The arguments of a procedure that has a name, behind the name; those of MKNOD are not needed.
void
PutNamed(NfsProcedure procedure, const NfsArguments& arguments, FileServiceWriter& to)
{
    auto settings = arguments.settings;
    switch (procedure)
    {
    case NfsProcedure::CREATE:
        PutCreation(arguments, to);
        break;
    case NfsProcedure::MKDIR:
        settings.mode = settings.mode.value_or(0755);
        NfsFields::Put(to, settings, std::nullopt);
        break;
    case NfsProcedure::SYMLINK:
        NfsFields::Put(to, settings, std::nullopt);
        to.PutOpaque(arguments.target);
        break;
    case NfsProcedure::RENAME:
        NfsFields::Put(to, arguments.toHandle);
        to.PutOpaque(arguments.toName);
        break;
    default:
        break;
    }
}

void
GetNamed(NfsProcedure procedure, NfsArguments& arguments, FileServiceReader& from)
{
    std::optional<uint64_t> ignored;
    switch (procedure)
    {
    case NfsProcedure::CREATE:
        GetCreation(arguments, from);
        break;
    case NfsProcedure::MKDIR:
        arguments.settings = NfsFields::GetSettings(from, ignored);
        break;
    case NfsProcedure::SYMLINK:
        arguments.settings = NfsFields::GetSettings(from, ignored);
        arguments.target = from.GetOpaque(NfsFields::MAX_NAME);
        break;
    case NfsProcedure::RENAME:
        arguments.toHandle = NfsFields::GetHandle(from);
        arguments.toName = from.GetOpaque(NfsFields::MAX_NAME);
        break;
    default:
        break;
    }
}

/// The arguments of SETATTR behind the handle (RFC 1813, 3.3.2).
void
PutNewAttributes(const NfsArguments& arguments, FileServiceWriter& to)
{
    NfsFields::Put(to, arguments.settings, arguments.size);
    to.Put32(arguments.guard ? 1 : 0);
    if (arguments.guard)
    {
        NfsFields::Put(to, *arguments.guard);
    }
}

void
GetNewAttributes(NfsArguments& arguments, FileServiceReader& from)
{
    arguments.settings = NfsFields::GetSettings(from, arguments.size);
    if (from.Get32() != 0)
    {
        arguments.guard = NfsFields::GetTime(from);
    }
}

} // namespace

void
SerializeNfsArguments(NfsProcedure procedure, const NfsArguments& arguments, FileServiceWriter& to)
{
    if (procedure == NfsProcedure::NONE)
    {
        return;
    }
    NfsFields::Put(to, arguments.handle);
    if (HasName(procedure))
    {
        to.PutOpaque(arguments.name);
        PutNamed(procedure, arguments, to);
        return;
    }
    switch (procedure)
    {
    case NfsProcedure::SETATTR:
        PutNewAttributes(arguments, to);
        break;
    case NfsProcedure::ACCESS:
        to.Put32(arguments.access);
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
    case NfsProcedure::LINK:
        NfsFields::Put(to, arguments.toHandle);
        to.PutOpaque(arguments.toName);
        break;
    case NfsProcedure::READDIR:
    case NfsProcedure::READDIRPLUS:
        to.Put64(arguments.cookie);
        to.Put64(arguments.verifier);
        to.Put32(arguments.count);
        if (procedure == NfsProcedure::READDIRPLUS)
        {
            to.Put32(arguments.largest);
        }
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
    arguments.handle = NfsFields::GetHandle(from);
    if (HasName(procedure))
    {
        arguments.name = from.GetOpaque(NfsFields::MAX_NAME);
        GetNamed(procedure, arguments, from);
        return arguments;
    }
    switch (procedure)
    {
    case NfsProcedure::SETATTR:
        GetNewAttributes(arguments, from);
        break;
    case NfsProcedure::ACCESS:
        arguments.access = from.Get32();
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
        if (arguments.stable > NfsStable::FILE_SYNC)
        {
            from.Fail();
        }
        arguments.payload = from.GetPayload(from.Get32(), keep);
        break;
    case NfsProcedure::LINK:
        arguments.toHandle = NfsFields::GetHandle(from);
        arguments.toName = from.GetOpaque(NfsFields::MAX_NAME);
        break;
    case NfsProcedure::READDIR:
    case NfsProcedure::READDIRPLUS:
        arguments.cookie = from.Get64();
        arguments.verifier = from.Get64();
        arguments.count = from.Get32();
        arguments.largest = procedure == NfsProcedure::READDIRPLUS ? from.Get32() : 0;
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
    const bool isGood = results.status == NfsStatus::OK;
    switch (GetShape(procedure))
    {
    case Shape::ATTRIBUTES:
        if (isGood)
        {
            NfsFields::Put(to, results.attributes.value_or(NfsAttributes()));
        }
        break;
    case Shape::NAME:
        if (isGood)
        {
            NfsFields::Put(to, results.handle.value_or(NfsFileHandle()));
            NfsFields::Put(to, results.attributes);
        }
        NfsFields::Put(to, results.change.after);
        break;
    case Shape::OBJECT:
        NfsFields::Put(to, results.attributes);
        if (isGood)
        {
            PutObject(procedure, results, to);
        }
        break;
    case Shape::NEW:
        if (isGood)
        {
            NfsFields::Put(to, results.handle);
            NfsFields::Put(to, results.attributes);
        }
        NfsFields::Put(to, results.change);
        break;
    case Shape::LINK:
        NfsFields::Put(to, results.attributes);
        NfsFields::Put(to, results.change);
        break;
    case Shape::CHANGE:
        NfsFields::Put(to, results.change);
        PutChanged(procedure, results, to);
        break;
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
    const bool isGood = results.status == NfsStatus::OK;
    switch (GetShape(procedure))
    {
    case Shape::ATTRIBUTES:
        if (isGood)
        {
            results.attributes = NfsFields::GetAttributes(from);
        }
        break;
    case Shape::NAME:
        if (isGood)
        {
            results.handle = NfsFields::GetHandle(from);
            results.attributes = NfsFields::GetOptionalAttributes(from);
        }
        results.change.after = NfsFields::GetOptionalAttributes(from);
        break;
    case Shape::OBJECT:
        results.attributes = NfsFields::GetOptionalAttributes(from);
        if (isGood)
        {
            GetObject(procedure, results, from, keep);
        }
        break;
    case Shape::NEW:
        if (isGood)
        {
            results.handle = NfsFields::GetOptionalHandle(from);
            results.attributes = NfsFields::GetOptionalAttributes(from);
        }
        results.change = NfsFields::GetChange(from);
        break;
    case Shape::LINK:
        results.attributes = NfsFields::GetOptionalAttributes(from);
        results.change = NfsFields::GetChange(from);
        break;
    case Shape::CHANGE:
        results.change = NfsFields::GetChange(from);
        GetChanged(procedure, results, from);
        break;
    }
    return results;
}

} // namespace ns3
