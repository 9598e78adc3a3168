/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NEAREST_WORD_H
#define NEAREST_WORD_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Find the word that the user probably meant, ignoring case: the one with the smallest edit
 * distance, if that is at most a third of the word's length; if there is none, the shortest that
 * ends with the given word, which has at least four letters then.
 *
 * @param word what was given
 * @param known the words that exist
 * @return one of them, the first of equally near ones; empty if none is near
 */
std::string FindNearestWord(const std::string& word, const std::vector<std::string>& known);

} // namespace ns3

#endif /* NEAREST_WORD_H */
