/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-statistics.h"

namespace ns3
{

std::ostream&
operator<<(std::ostream& os, const PageCacheStatistics& statistics)
{
    return os << "nr_file_pages " << statistics.nr_file_pages << "\nnr_inactive_file "
              << statistics.nr_inactive_file << "\nnr_active_file " << statistics.nr_active_file
              << "\nnr_dirty " << statistics.nr_dirty << "\nnr_writeback "
              << statistics.nr_writeback << "\nnr_dirtied " << statistics.nr_dirtied
              << "\nnr_written " << statistics.nr_written << "\npgpgin " << statistics.pgpgin
              << "\npgpgout " << statistics.pgpgout << "\npgactivate " << statistics.pgactivate
              << "\npgdeactivate " << statistics.pgdeactivate << "\npgscan " << statistics.pgscan
              << "\npgsteal " << statistics.pgsteal << "\n";
}

} // namespace ns3
