/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_OR_TEXT_H
#define FILE_OR_TEXT_H

#include "line-reader.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Read a user's input that is the name of a file or the text itself: anything with a line break is
 * a text.
 *
 * @param value the file's name or the text
 * @param name what messages call a text
 * @return what reads it
 * @throw UserError if there is no such file
 */
std::unique_ptr<LineReader> OpenFileOrText(const std::string& value, const std::string& name);

} // namespace ns3

#endif /* FILE_OR_TEXT_H */
