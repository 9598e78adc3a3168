/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_REFUSED_H
#define ISCSI_REFUSED_H

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Why a stream ends that could not be made because nobody listens there.
 */
inline constexpr auto ISCSI_REFUSED = "connection refused";

} // namespace ns3

#endif /* ISCSI_REFUSED_H */
