/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_FILE_READER_H
#define DRIVE_FILE_READER_H

#include "drive-file-format.h"

#include "ns3/line-reader.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * Reads a drive file: text, a keyword and its values on each line. A file whose first keyword is
 * "like" contains only the differences from another drive of the catalogue.
 *
 * @tparam Draft a drive while its file is read
 */
template <typename Draft>
class DriveFileReader
{
  public:
    using Format = DriveFileFormat<Draft>; //!< what is read

    /**
     * @param format the kind of drive, which stays longer than this
     * @param fileName a drive file
     * @throw UserError if it cannot be opened
     */
    DriveFileReader(const Format& format, const std::string& fileName)
        : m_format(format),
          m_draft(format.empty),
          m_lines(fileName),
          m_names{fileName}
    {
    }

    /**
     * @param format the kind of drive, which stays longer than this
     * @param fileName what messages call the text
     * @param text a drive file
     */
    DriveFileReader(const Format& format, const std::string& fileName, std::string_view text)
        : m_format(format),
          m_draft(format.empty),
          m_lines(fileName, text),
          m_names{fileName}
    {
    }

    /**
     * Read the whole file.
     *
     * @param name the drive's name
     * @return the drive, checked
     * @throw UserError naming the file, and the line or the keyword
     */
    Draft Read(const std::string& name)
    {
        m_draft.name = name;
        while (m_lines.Next())
        {
            ParseLine();
        }
        for (const auto& keyword : m_format.keywords)
        {
            if (keyword.isRequired && !m_isLike && !m_seen.contains(keyword.name))
            {
                throw UserError(m_lines.GetFileName() + ": the keyword " + keyword.name +
                                " is missing");
            }
        }
        try
        {
            m_format.finish(m_draft);
        }
        catch (const UserError& error)
        {
            throw UserError(m_lines.GetFileName() + ": " + error.what());
        }
        return m_draft;
    }

    /**
     * @return the file, and that of the drive which it is like once it was read
     */
    const std::vector<std::string>& GetFileNames() const
    {
        return m_names;
    }

    /**
     * Read a drive.
     *
     * @param format the kind of drive
     * @param model a name of the catalogue, or the path of a drive file, which has a slash in it
     * @return the drive, called by its name or that of its file
     * @throw UserError if there is no such drive, naming it and the known ones, or if its file does
     *        not hold a drive
     */
    static Draft ReadModel(const Format& format, const std::string& model)
    {
        const auto path = format.folders.GetPath(model);
        if (path.empty())
        {
            throw UserError(format.folders.DescribeUnknown(model));
        }
        return DriveFileReader(format, path)
            .Read(path == model ? std::filesystem::path(path).stem().string() : model);
    }

    /**
     * @param format the kind of drive
     * @param model as ReadModel takes it
     * @return the files that say what the drive is, its own first, as far as they can be read
     * @throw UserError if its own cannot be opened
     */
    static std::vector<std::string> FindFileNames(const Format& format, const std::string& model)
    {
        const auto path = format.folders.GetPath(model);
        if (path.empty())
        {
            return {};
        }
        DriveFileReader reader(format, path);
        try
        {
            reader.Read(model);
        }
        catch (const UserError&)
        {
            // Who reads the drive is notified.
        }
        return reader.GetFileNames();
    }

  private:
    /**
     * Take the current line.
     */
    void ParseLine()
    {
        const auto& fields = m_lines.Split(" \t", false);
        const std::string word(fields[0]);
        if (word == "like")
        {
            if (fields.size() != 2)
            {
                m_lines.Fail("the keyword like takes the name of one drive");
            }
            BeginLike(std::string(fields[1]));
            return;
        }
        const auto keyword = std::ranges::find(m_format.keywords, word, &DriveKeyword<Draft>::name);
        if (keyword == m_format.keywords.end())
        {
            m_lines.Fail("unknown keyword '" + word + "'");
        }
        if (!m_seen.insert(word).second && !keyword->repeats)
        {
            m_lines.Fail("the keyword " + word + " is repeated");
        }
        if (m_isLike && keyword->repeats)
        {
            m_lines.Fail("a drive that is like another inherits all lines of the keyword " + word);
        }
        const auto values = fields.size() - 1;
        if (values < keyword->least || (keyword->most != 0 && values > keyword->most))
        {
            m_lines.Fail("the keyword " + word + " takes " +
                         (keyword->most == 0 ? "at least " : "") + std::to_string(keyword->least) +
                         " values, not " + std::to_string(values));
        }
        keyword->take(m_draft, DriveFileValues(m_lines, fields));
    }

    /**
     * Begin with all that another drive is.
     *
     * @param model a model of the catalogue whose file is complete in itself
     */
    void BeginLike(const std::string& model)
    {
        if (m_isOther)
        {
            m_lines.Fail("a drive that others are like cannot be like " + model);
        }
        if (m_isLike || !m_seen.empty())
        {
            m_lines.Fail("the keyword like must be the first, and can occur only once");
        }
        const auto path = m_format.folders.FindFile(model);
        if (path.empty())
        {
            m_lines.Fail("like the unknown drive \"" + model + "\"");
        }
        m_names.push_back(path);
        DriveFileReader other(m_format, path);
        other.m_isOther = true;
        m_draft = other.Read(m_draft.name);
        m_isLike = true;
    }

    const Format& m_format;           //!< what is read
    Draft m_draft;                    //!< what was read so far
    LineReader m_lines;               //!< the file
    std::vector<std::string> m_names; //!< it, and that of the drive which it is like
    std::set<std::string> m_seen;     //!< keywords read so far
    bool m_isLike{false};             //!< whether it began with another drive
    bool m_isOther{false};            //!< whether it is read for one that is like it
};

} // namespace ns3

#endif /* DRIVE_FILE_READER_H */
