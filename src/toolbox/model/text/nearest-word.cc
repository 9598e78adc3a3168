/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nearest-word.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param word a word
 * @return it in small letters
 */
std::string
ToLower(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return word;
}

/**
 * @param a a word
 * @param b another
 * @return letters to insert, remove, replace or swap with their neighbours that make one of the
 *         other (Damerau and Levenshtein, no letter twice)
 */
std::size_t
GetEditDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> above(b.size() + 1);
    std::iota(above.begin(), above.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::vector<std::size_t> row{i + 1};
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const auto replaced = above[j] + (a[i] == b[j] ? 0 : 1);
            row.push_back(std::min({replaced, row[j] + 1, above[j + 1] + 1}));
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
            {
                row.back() = std::min(row.back(), before[j - 1] + 1);
            }
        }
        before = std::exchange(above, row);
    }
    return above.back();
}

/**
 * @param word what was given
 * @param known the words that exist
 * @return the shortest of these that ends with the given one, the first of equally long ones; empty
 *         if there is none, or if the given one is too short to mean anything
 */
std::string
FindLongerWord(const std::string& word, const std::vector<std::string>& known)
{
    constexpr std::size_t SHORTEST = 4;
    std::string longer;
    for (const auto& one : known)
    {
        const bool isShorter = longer.empty() || one.size() < longer.size();
        if (word.size() >= SHORTEST && isShorter && ToLower(one).ends_with(ToLower(word)))
        {
            longer = one;
        }
    }
    return longer;
}

} // namespace

std::string
FindNearestWord(const std::string& word, const std::vector<std::string>& known)
{
    // Nobody types a name that long, and a distance takes time that grows with both lengths.
    constexpr std::size_t LONGEST = 100;
    std::string nearest;
    auto least = word.size() > LONGEST ? 0 : word.size() / 3 + 1;
    for (const auto& one : known)
    {
        const auto distance = least > 0 ? GetEditDistance(ToLower(word), ToLower(one)) : least;
        if (distance < least)
        {
            least = distance;
            nearest = one;
        }
    }
    return nearest.empty() ? FindLongerWord(word, known) : nearest;
}

} // namespace ns3
