/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_FIELDS_H
#define NFS_FIELDS_H

#include "nfs-protocol.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * Write and read the basic types of NFS version 3 (RFC 1813, 2.6), which arguments and results are
 * made of. What is read and is not there reads as zero, and the reader has failed.
 */
class NfsFields
{
  public:
    /// Most bytes of a name or of the target of a symbolic link; longer ones are none.
    static constexpr uint32_t MAX_NAME = 4096;

    /**
     * @param to where to write
     * @param handle the handle: nfs_fh3
     */
    static void Put(FileServiceWriter& to, const NfsFileHandle& handle);

    /**
     * @param to where to write
     * @param handle the handle, or none: post_op_fh3
     */
    static void Put(FileServiceWriter& to, const std::optional<NfsFileHandle>& handle);

    /**
     * @param to where to write
     * @param time a time: nfstime3
     */
    static void Put(FileServiceWriter& to, Time time);

    /**
     * @param to where to write
     * @param attributes attributes: fattr3, 84 bytes
     */
    static void Put(FileServiceWriter& to, const NfsAttributes& attributes);

    /**
     * @param to where to write
     * @param attributes attributes, or none: post_op_attr
     */
    static void Put(FileServiceWriter& to, const std::optional<NfsAttributes>& attributes);

    /**
     * @param to where to write
     * @param change what changed: wcc_data
     */
    static void Put(FileServiceWriter& to, const NfsChange& change);

    /**
     * @param to where to write
     * @param settings what to set: sattr3
     * @param size the size to set, or none
     */
    static void Put(FileServiceWriter& to,
                    const NfsSettings& settings,
                    const std::optional<uint64_t>& size);

    /**
     * @param from what to read
     * @return a handle: nfs_fh3
     */
    static NfsFileHandle GetHandle(FileServiceReader& from);

    /**
     * @param from what to read
     * @return a handle, or none: post_op_fh3
     */
    static std::optional<NfsFileHandle> GetOptionalHandle(FileServiceReader& from);

    /**
     * @param from what to read
     * @return a time: nfstime3
     */
    static Time GetTime(FileServiceReader& from);

    /**
     * @param from what to read
     * @return attributes: fattr3
     */
    static NfsAttributes GetAttributes(FileServiceReader& from);

    /**
     * @param from what to read
     * @return attributes, or none: post_op_attr
     */
    static std::optional<NfsAttributes> GetOptionalAttributes(FileServiceReader& from);

    /**
     * @param from what to read
     * @return what changed: wcc_data
     */
    static NfsChange GetChange(FileServiceReader& from);

    /**
     * @param from what to read
     * @param size the size to set, or none
     * @return what else to set: sattr3
     */
    static NfsSettings GetSettings(FileServiceReader& from, std::optional<uint64_t>& size);
};

} // namespace ns3

#endif /* NFS_FIELDS_H */
