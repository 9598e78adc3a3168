/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "figure-list.h"

#include "quantity-text.h"

#include <iomanip>

namespace ns3
{

FigureList::FigureList(std::ostream& os, int nameWidth, int figureWidth)
    : m_os(os),
      m_nameWidth(nameWidth),
      m_figureWidth(figureWidth)
{
}

void
FigureList::Print(const std::string& name, double figure, const std::string& unit) const
{
    m_os << std::left << std::setw(m_nameWidth) << name << std::right << std::setw(m_figureWidth)
         << ToGroupedText(figure, 3) << " " << unit << "\n";
}

} // namespace ns3
