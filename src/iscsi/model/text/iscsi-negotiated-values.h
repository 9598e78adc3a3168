/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_NEGOTIATED_VALUES_H
#define ISCSI_NEGOTIATED_VALUES_H

#include "iscsi-session-parameters.h"

#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * Write what a login agreed on, as logs have it.
 *
 * @param agreed the negotiated values
 * @return one line: key=value for each key that is negotiated and has a value, and
 *         MaxRecvDataSegmentLength of both sides
 */
std::string FormatIscsiNegotiatedValues(const IscsiSessionParameters& agreed);

} // namespace ns3

#endif /* ISCSI_NEGOTIATED_VALUES_H */
