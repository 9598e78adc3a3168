/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup host-io Host I/O
 *
 * Page cache, file systems, file services and programs of a host.
 */

/**
 * @defgroup host-io-file File systems
 * @ingroup host-io
 *
 * The interface of all file systems.
 */

/**
 * @defgroup host-io-extent Local file systems
 * @ingroup host-io
 *
 * A file system on a block device: volume, journal, mounting and checking.
 */

/**
 * @defgroup host-io-extent-space Space
 * @ingroup host-io-extent
 *
 * The free space of a file system: layout, bitmaps, allocation, preallocation.
 */

/**
 * @defgroup host-io-extent-block-map Block maps
 * @ingroup host-io-extent
 *
 * Where the pages of a file are: extents, or indirect blocks.
 */

/**
 * @defgroup host-io-page-cache-read-ahead Read-ahead
 * @ingroup host-io-page-cache
 *
 * What to read beyond what was asked for.
 */

/**
 * @defgroup host-io-page-cache Page cache
 * @ingroup host-io
 *
 * Read-ahead, write-back and the memory of a host.
 */

/**
 * @defgroup host-io-program Programs
 * @ingroup host-io
 *
 * Programs that use files: dd, Bonnie++, Postmark, builds, copies, traces.
 */

/**
 * @defgroup host-io-service File services
 * @ingroup host-io
 *
 * Files of another host: what NFS and SMB have in common.
 */

/**
 * @defgroup host-io-service-rpc RPC
 * @ingroup host-io-service
 *
 * Remote procedure calls of NFS.
 */

/**
 * @defgroup host-io-service-nfs NFS
 * @ingroup host-io-service
 *
 * Client and server of NFS version 3.
 */

/**
 * @defgroup host-io-service-smb SMB
 * @ingroup host-io-service
 *
 * Client and server of SMB.
 */

/**
 * @defgroup host-io-tests Tests of host-io
 * @ingroup host-io
 *
 * The test suites of the module host-io.
 */
