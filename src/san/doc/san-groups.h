/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup san Storage area networks
 *
 * Scenarios of whole storage area networks, built from options.
 */

/**
 * @defgroup san-scenario Scenario
 * @ingroup san
 *
 * The scenario, its options and its nodes.
 */

/**
 * @defgroup san-feature Features
 * @ingroup san
 *
 * What the parts of a scenario have in common.
 */

/**
 * @defgroup san-path Path
 * @ingroup san
 *
 * Links, switches and routers between initiators and targets.
 */

/**
 * @defgroup san-wireless Wireless path
 * @ingroup san
 *
 * Stations, relays and radio channels.
 */

/**
 * @defgroup san-tcp TCP
 * @ingroup san
 *
 * Settings, statistics and bulk transfers of TCP.
 */

/**
 * @defgroup san-storage Storage
 * @ingroup san
 *
 * Drives and other devices of targets.
 */

/**
 * @defgroup san-gateway Gateway
 * @ingroup san
 *
 * Storage gateways as targets.
 */

/**
 * @defgroup san-fault Faults
 * @ingroup san
 *
 * What goes wrong in a scenario, and when.
 */

/**
 * @defgroup san-session Sessions
 * @ingroup san
 *
 * iSCSI sessions of a scenario.
 */

/**
 * @defgroup san-host Hosts
 * @ingroup san
 *
 * Page caches, file systems and programs of hosts.
 */

/**
 * @defgroup san-file-service File services
 * @ingroup san
 *
 * File servers and their clients.
 */

/**
 * @defgroup san-load Workloads
 * @ingroup san
 *
 * The load of a scenario.
 */

/**
 * @defgroup san-load-kind Kinds of workloads
 * @ingroup san-load
 *
 * What all kinds of workloads have in common.
 */

/**
 * @defgroup san-load-block Block workloads
 * @ingroup san-load
 *
 * Synthetic workloads, and configurations of IOMeter.
 */

/**
 * @defgroup san-load-trace Trace workloads
 * @ingroup san-load
 *
 * The replay of block traces.
 */

/**
 * @defgroup san-load-fio fio jobs
 * @ingroup san-load
 *
 * Job files of fio.
 */

/**
 * @defgroup san-load-programs Programs on files
 * @ingroup san-load
 *
 * Programs that use file systems.
 */

/**
 * @defgroup san-load-benchmark Benchmarks
 * @ingroup san-load
 *
 * The disk benchmark h2benchw.
 */

/**
 * @defgroup san-load-verify Verification
 * @ingroup san-load
 *
 * Workloads that verify contents.
 */

/**
 * @defgroup san-results Results
 * @ingroup san
 *
 * Result files and figures of a scenario.
 */

/**
 * @defgroup san-tests Tests of san
 * @ingroup san
 *
 * The test suites of the module san.
 */
