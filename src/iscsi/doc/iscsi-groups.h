/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup iscsi iSCSI
 *
 * Initiators and targets of iSCSI (RFC 7143).
 */

/**
 * @defgroup iscsi-pdu PDUs
 * @ingroup iscsi
 *
 * The headers of PDUs, their fields and digests.
 */

/**
 * @defgroup iscsi-text Text keys
 * @ingroup iscsi
 *
 * Text negotiation: keys, values and their rules.
 */

/**
 * @defgroup iscsi-stream PDU streams
 * @ingroup iscsi
 *
 * PDUs over TCP: sending, receiving, digests, faults.
 */

/**
 * @defgroup iscsi-session Sessions
 * @ingroup iscsi
 *
 * What initiator and target have in common: settings, names, numbering.
 */

/**
 * @defgroup iscsi-initiator Initiator
 * @ingroup iscsi
 *
 * The application and the session of an initiator.
 */

/**
 * @defgroup iscsi-initiator-connection Connections of an initiator
 * @ingroup iscsi-initiator
 *
 * Login, logout and states of the connections of an initiator.
 */

/**
 * @defgroup iscsi-initiator-discovery Discovery
 * @ingroup iscsi-initiator
 *
 * SendTargets discovery.
 */

/**
 * @defgroup iscsi-initiator-recovery Recovery of an initiator
 * @ingroup iscsi-initiator
 *
 * Retransmission, and recovery of lost connections.
 */

/**
 * @defgroup iscsi-initiator-task Tasks of an initiator
 * @ingroup iscsi-initiator
 *
 * Commands, data and task management of an initiator.
 */

/**
 * @defgroup iscsi-target Target
 * @ingroup iscsi
 *
 * The application and the session of a target.
 */

/**
 * @defgroup iscsi-target-connection Connections of a target
 * @ingroup iscsi-target
 *
 * Login, logout and states of the connections of a target.
 */

/**
 * @defgroup iscsi-target-recovery Recovery of a target
 * @ingroup iscsi-target
 *
 * SNACKs, and tasks that change their connection.
 */

/**
 * @defgroup iscsi-target-task Tasks of a target
 * @ingroup iscsi-target
 *
 * Commands in order, tasks and task management of a target.
 */

/**
 * @defgroup iscsi-target-transfer Data transfer of a target
 * @ingroup iscsi-target
 *
 * R2T, Data-Out, Data-In and status.
 */

/**
 * @defgroup iscsi-tests Tests of iscsi
 * @ingroup iscsi
 *
 * The test suites of the module iscsi.
 */
