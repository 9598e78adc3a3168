/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIGURE_LIST_H
#define FIGURE_LIST_H

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Prints figures one below the other: a line for each, with its name, the figure with three
 * decimals and thousands separators, and its unit.
 */
class FigureList
{
  public:
    /**
     * @param os where to
     * @param nameWidth characters that names take, filled up with spaces on the right
     * @param figureWidth characters that figures take, filled up with spaces on the left
     */
    FigureList(std::ostream& os, int nameWidth, int figureWidth);

    /**
     * Print a line.
     *
     * @param name what the figure is
     * @param figure the figure
     * @param unit its unit, empty for none
     */
    void Print(const std::string& name, double figure, const std::string& unit = "") const;

  private:
    std::ostream& m_os;      //!< where to
    const int m_nameWidth;   //!< characters that names take
    const int m_figureWidth; //!< characters that figures take
};

} // namespace ns3

#endif /* FIGURE_LIST_H */
