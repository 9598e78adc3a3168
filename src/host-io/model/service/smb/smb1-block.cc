/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb1-block.h"

#include "smb-fields.h"

namespace ns3
{

namespace
{

constexpr uint8_t NO_ANDX = 0xff;   //!< no command follows
constexpr uint8_t NAME_FOLLOWS = 4; //!< format code of a name

/// Most letters of a text; more than a name may have, so that a slash and a pattern can be added.
constexpr std::size_t MAX_PATH_LETTERS = SmbFields::MAX_TEXT;

/// Most letters of a name, without the slash in front of it.
constexpr std::size_t MAX_PATH_NAME = SmbFields::MAX_TEXT / 2 - 1;

} // namespace

void
Smb1Block::Put(FileServiceWriter& to,
               const FileServiceWriter& words,
               const FileServiceWriter& bytes,
               uint32_t contents)
{
    to.Put8(words.GetSize() / 2);
    to.Append(words);
    to.PutLittle16((bytes.GetSize() + contents) & 0xffff);
    to.Append(bytes);
}

void
Smb1Block::Skip(FileServiceReader& from)
{
    from.Skip(2 * from.Get8());
    from.Skip(from.GetLittle16());
}

void
Smb1Block::ExpectWords(FileServiceReader& from, uint8_t words)
{
    if (from.Get8() != words)
    {
        from.Fail();
    }
}

void
Smb1Block::PutAndX(FileServiceWriter& words)
{
    words.Put8(NO_ANDX);
    words.PutZeros(3);
}

void
Smb1Block::ExpectNoAndX(FileServiceReader& from)
{
    if (from.Get8() != NO_ANDX)
    {
        from.Fail();
    }
    from.Skip(3);
}

void
Smb1Block::PutText(FileServiceWriter& bytes, const std::string& text)
{
    bytes.PutZeros(bytes.GetSize() % 2 == 0 ? 1 : 0);
    SmbFields::PutText(bytes, text);
    bytes.PutLittle16(0);
}

std::string
Smb1Block::GetText(FileServiceReader& from)
{
    from.Skip(from.GetOffset() % 2);
    std::string text;
    while (!from.HasFailed())
    {
        const auto unit = SmbFields::GetText(from, 2);
        if (unit == std::string(1, '\0'))
        {
            break;
        }
        text += unit;
        if (text.size() > MAX_PATH_LETTERS)
        {
            from.Fail();
        }
    }
    return text;
}

void
Smb1Block::PutName(FileServiceWriter& bytes, const std::string& path)
{
    bytes.Put8(NAME_FOLLOWS);
    PutText(bytes, "/" + path);
}

std::string
Smb1Block::GetName(FileServiceReader& from)
{
    if (from.Get8() != NAME_FOLLOWS)
    {
        from.Fail();
    }
    return StripSlash(from, GetText(from));
}

std::string
Smb1Block::StripSlash(FileServiceReader& from, const std::string& text)
{
    const auto name = text.starts_with('/') ? text.substr(1) : text;
    if (name.size() > MAX_PATH_NAME)
    {
        from.Fail();
    }
    return name;
}

} // namespace ns3
