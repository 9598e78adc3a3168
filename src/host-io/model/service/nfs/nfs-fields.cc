/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-fields.h"

namespace ns3
{

namespace
{

constexpr uint32_t HANDLE_BYTES = 32;       //!< of a handle other than the public one
constexpr uint32_t MAX_HANDLE = 64;         //!< NFS3_FHSIZE (RFC 1813, 2.4)
constexpr uint64_t FILE_SYSTEM_ID = 1;      //!< the fsid of the file system
constexpr uint32_t REGULAR = 1;             //!< NF3REG (RFC 1813, 2.6)
constexpr uint32_t DIRECTORY = 2;           //!< NF3DIR
constexpr uint32_t LINK = 5;                //!< NF3LNK
constexpr uint64_t NFS_SECOND = 1000000000; //!< nanoseconds
constexpr uint32_t SET_TO_SERVER_TIME = 1;  //!< time_how
constexpr uint32_t SET_TO_CLIENT_TIME = 2;  //!< time_how

/**
 * @param attributes attributes
 * @return the type of the file: ftype3
 */
uint32_t
GetType(const NfsAttributes& attributes)
{
    return attributes.isLink ? LINK : attributes.directory ? DIRECTORY : REGULAR;
}

/**
 * @param attributes attributes
 * @return permission bits of a file of whose nobody set any
 */
uint32_t
GetUsualMode(const NfsAttributes& attributes)
{
    return attributes.isLink ? 0777 : attributes.directory ? 0755 : 0644;
}

/**
 * @param to where to write
 * @param value a number, or none: set_mode3, set_uid3, set_gid3
 */
void
PutOptional(FileServiceWriter& to, const std::optional<uint32_t>& value)
{
    to.Put32(value ? 1 : 0);
    if (value)
    {
        to.Put32(*value);
    }
}

/**
 * @param from what to read
 * @return a number, or none
 */
std::optional<uint32_t>
GetOptional(FileServiceReader& from)
{
    return from.Get32() != 0 ? std::optional(from.Get32()) : std::nullopt;
}

/**
 * @param to where to write
 * @param setting a time to set: set_atime, set_mtime
 */
void
PutTimeSetting(FileServiceWriter& to, const NfsTimeSetting& setting)
{
    if (!setting.isSet)
    {
        to.Put32(0);
        return;
    }
    to.Put32(setting.isClients ? SET_TO_CLIENT_TIME : SET_TO_SERVER_TIME);
    if (setting.isClients)
    {
        NfsFields::Put(to, setting.time);
    }
}

/**
 * @param from what to read
 * @return a time to set
 */
NfsTimeSetting
GetTimeSetting(FileServiceReader& from)
{
    NfsTimeSetting setting;
    const auto how = from.Get32();
    if (how > SET_TO_CLIENT_TIME)
    {
        from.Fail();
    }
    setting.isSet = how != 0;
    setting.isClients = how != SET_TO_SERVER_TIME;
    if (how == SET_TO_CLIENT_TIME)
    {
        setting.time = NfsFields::GetTime(from);
    }
    return setting;
}

} // namespace

void
NfsFields::Put(FileServiceWriter& to, const NfsFileHandle& handle)
{
    if (handle.isPublic)
    {
        to.Put32(0);
        return;
    }
    if (!handle.foreign.empty())
    {
        to.PutOpaque(handle.foreign);
        return;
    }
    to.Put32(HANDLE_BYTES);
    to.Put64(FILE_SYSTEM_ID);
    to.Put64(handle.inode);
    to.Put64(handle.id);
    to.Put64(0);
}

void
NfsFields::Put(FileServiceWriter& to, const std::optional<NfsFileHandle>& handle)
{
    to.Put32(handle ? 1 : 0);
    if (handle)
    {
        Put(to, *handle);
    }
}

void
NfsFields::Put(FileServiceWriter& to, Time time)
{
    const auto nanoseconds = static_cast<uint64_t>(time.GetNanoSeconds());
    to.Put32(nanoseconds / NFS_SECOND);
    to.Put32(nanoseconds % NFS_SECOND);
}

void
NfsFields::Put(FileServiceWriter& to, const NfsAttributes& attributes)
{
    to.Put32(GetType(attributes));
    to.Put32(attributes.mode.value_or(GetUsualMode(attributes)));
    to.Put32(attributes.directory ? 2 : 1);
    to.Put32(attributes.user);
    to.Put32(attributes.group);
    to.Put64(attributes.bytes);
    to.Put64((attributes.bytes + 4095) / 4096 * 4096);
    to.Put64(0);
    to.Put64(FILE_SYSTEM_ID);
    to.Put64(attributes.inode);
    Put(to, attributes.accessed.value_or(attributes.modified));
    Put(to, attributes.modified);
    Put(to, attributes.inodeTime.value_or(attributes.modified));
}

void
NfsFields::Put(FileServiceWriter& to, const std::optional<NfsAttributes>& attributes)
{
    to.Put32(attributes ? 1 : 0);
    if (attributes)
    {
        Put(to, *attributes);
    }
}

void
NfsFields::Put(FileServiceWriter& to, const NfsChange& change)
{
    to.Put32(change.before ? 1 : 0);
    if (change.before)
    {
        to.Put64(change.before->bytes);
        Put(to, change.before->modified);
        Put(to, change.before->inodeTime.value_or(change.before->modified));
    }
    Put(to, change.after);
}

void
NfsFields::Put(FileServiceWriter& to,
               const NfsSettings& settings,
               const std::optional<uint64_t>& size)
{
    PutOptional(to, settings.mode);
    PutOptional(to, settings.user);
    PutOptional(to, settings.group);
    to.Put32(size ? 1 : 0);
    if (size)
    {
        to.Put64(*size);
    }
    PutTimeSetting(to, settings.accessed);
    PutTimeSetting(to, settings.modified);
}

NfsFileHandle
NfsFields::GetHandle(FileServiceReader& from)
{
    NfsFileHandle handle;
    const auto begin = from.GetOffset();
    const auto length = from.Get32();
    handle.isPublic = length == 0 && !from.HasFailed();
    if (length == HANDLE_BYTES)
    {
        const auto fileSystem = from.Get64();
        handle.inode = from.Get64();
        handle.id = from.Get64();
        if (fileSystem == FILE_SYSTEM_ID && from.Get64() == 0)
        {
            return handle;
        }
        handle = {};
    }
    // Not one of NfsServer's, where its number 0 finds nothing.
    from.Seek(begin);
    handle.foreign = from.GetOpaque(MAX_HANDLE);
    return handle;
}

std::optional<NfsFileHandle>
NfsFields::GetOptionalHandle(FileServiceReader& from)
{
    return from.Get32() != 0 ? std::optional(GetHandle(from)) : std::nullopt;
}

Time
NfsFields::GetTime(FileServiceReader& from)
{
    const auto seconds = from.Get32();
    return Seconds(seconds) + NanoSeconds(from.Get32());
}

NfsAttributes
NfsFields::GetAttributes(FileServiceReader& from)
{
    NfsAttributes attributes;
    const auto type = from.Get32();
    attributes.directory = type == DIRECTORY;
    attributes.isLink = type == LINK;
    attributes.mode = from.Get32();
    from.Skip(4);
    attributes.user = from.Get32();
    attributes.group = from.Get32();
    attributes.bytes = from.Get64();
    from.Skip(24);
    attributes.inode = from.Get64();
    attributes.accessed = GetTime(from);
    attributes.modified = GetTime(from);
    attributes.inodeTime = GetTime(from);
    return attributes;
}

std::optional<NfsAttributes>
NfsFields::GetOptionalAttributes(FileServiceReader& from)
{
    return from.Get32() != 0 ? std::optional(GetAttributes(from)) : std::nullopt;
}

NfsChange
NfsFields::GetChange(FileServiceReader& from)
{
    NfsChange change;
    if (from.Get32() != 0)
    {
        change.before.emplace();
        change.before->bytes = from.Get64();
        change.before->modified = GetTime(from);
        change.before->inodeTime = GetTime(from);
    }
    change.after = GetOptionalAttributes(from);
    return change;
}

NfsSettings
NfsFields::GetSettings(FileServiceReader& from, std::optional<uint64_t>& size)
{
    NfsSettings settings;
    settings.mode = GetOptional(from);
    settings.user = GetOptional(from);
    settings.group = GetOptional(from);
    if (from.Get32() != 0)
    {
        size = from.Get64();
    }
    settings.accessed = GetTimeSetting(from);
    settings.modified = GetTimeSetting(from);
    return settings;
}

} // namespace ns3
