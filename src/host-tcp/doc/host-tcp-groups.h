/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup host-tcp TCP of hosts
 *
 * TCP sockets of hosts: demultiplexing, segmentation offload, settings, shared control blocks.
 */

/**
 * @defgroup host-tcp-base Bases
 * @ingroup host-tcp
 *
 * What classes derived from those of ns-3 have in common.
 */

/**
 * @defgroup host-tcp-socket Sockets
 * @ingroup host-tcp
 *
 * Sockets, the table of connections, and the factory of sockets.
 */

/**
 * @defgroup host-tcp-recovery Rules of Linux
 * @ingroup host-tcp
 *
 * What a sender knows of its segments, decides of losses and windows, and when a receiver
 * acknowledges.
 */

/**
 * @defgroup host-tcp-offload Segmentation offload
 * @ingroup host-tcp
 *
 * Sockets that send and receive trains of segments.
 */

/**
 * @defgroup host-tcp-settings Settings
 * @ingroup host-tcp
 *
 * The TCP settings of an application.
 */

/**
 * @defgroup host-tcp-stream Byte streams
 * @ingroup host-tcp
 *
 * A TCP connection as a stream of bytes.
 */

/**
 * @defgroup host-tcp-congestion Congestion control
 * @ingroup host-tcp
 *
 * Decorators of congestion controls.
 */

/**
 * @defgroup host-tcp-sharing Shared control blocks
 * @ingroup host-tcp
 *
 * Connections that share the state of their congestion control.
 */

/**
 * @defgroup host-tcp-tests Tests of host-tcp
 * @ingroup host-tcp
 *
 * The test suites of the module host-tcp.
 */
