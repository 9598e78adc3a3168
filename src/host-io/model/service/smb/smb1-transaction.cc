/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb1-transaction.h"

#include "smb-fields.h"
#include "smb1-block.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint16_t FILE_NAMES_INFO = 0x0103;    //!< SMB_FIND_FILE_NAMES_INFO
constexpr uint16_t FILE_ALL_INFO = 0x0107;      //!< SMB_QUERY_FILE_ALL_INFO
constexpr uint16_t END_OF_FILE_INFO = 0x0104;   //!< SMB_SET_FILE_END_OF_FILE_INFO
constexpr uint16_t ALL_ATTRIBUTES = 0x16;       //!< hidden and system files, directories
constexpr uint16_t ALL_NAMES = 0xffff;          //!< any number of names
constexpr uint16_t CLOSE_AT_EOS = 0x0002;       //!< the search is closed at its end
constexpr uint16_t CONTINUE_FROM_LAST = 0x0008; //!< continue behind the last name
constexpr uint32_t REQUEST_PARAMETERS = 68;     //!< offset of a request's parameters
constexpr uint32_t RESPONSE_PARAMETERS = 56;    //!< offset of a response's parameters
constexpr uint32_t ALL_INFO_BYTES = 72;         //!< bytes of SMB_QUERY_FILE_ALL_INFO
constexpr uint32_t MOST_DATA = 65535 - 128;     //!< most bytes of data whose counts fit
constexpr uint16_t MOST_PARAMETERS = 10;        //!< most bytes of a response's parameters
constexpr std::string_view ANY_NAME = "/*";     //!< behind a directory whose names are found

/// Where the parts of a message are.
struct Parts
{
    uint32_t parameters{0}; //!< offset of the parameters
    uint32_t data{0};       //!< offset of the data
    uint32_t dataBytes{0};  //!< bytes of the data
    uint32_t maxData{0};    //!< request: most bytes of data of the response
};

/**
 * @param offset an offset
 * @return the next multiple of four
 */
uint32_t
Align(uint32_t offset)
{
    return (offset + 3) / 4 * 4;
}

/**
 * Write parameters and data behind what stands before them, and where they are into the words.
 *
 * @param begin offset of the parameters
 * @param parameters the parameters
 * @param data the data
 * @param words where to write counts and offsets
 * @param isResponse whether the words have displacements
 * @param bytes where to write the parts
 */
void
PutParts(uint32_t begin,
         const FileServiceWriter& parameters,
         const FileServiceWriter& data,
         FileServiceWriter& words,
         bool isResponse,
         FileServiceWriter& bytes)
{
    const auto end = begin + parameters.GetSize();
    const auto dataBegin = data.GetSize() == 0 ? 0 : Align(end);
    const auto displacement = isResponse ? 2 : 0;
    words.PutLittle16(parameters.GetSize());
    words.PutLittle16(begin);
    words.PutZeros(displacement);
    words.PutLittle16(data.GetSize());
    words.PutLittle16(dataBegin);
    words.PutZeros(displacement);
    bytes.Append(parameters);
    bytes.PutZeros(dataBegin == 0 ? 0 : dataBegin - end);
    bytes.Append(data);
}

/**
 * Read what PutParts writes into the words.
 *
 * @param from what to read; it fails unless both parts are there as a whole
 * @param isResponse whether the words have displacements
 * @param totalParameters bytes of all parameters
 * @param totalData bytes of all data
 * @return where the parts are
 */
Parts
GetParts(FileServiceReader& from, bool isResponse, uint16_t totalParameters, uint16_t totalData)
{
    Parts parts;
    const auto displacement = isResponse ? 2 : 0;
    const auto parameterBytes = from.GetLittle16();
    parts.parameters = from.GetLittle16();
    from.Skip(displacement);
    parts.dataBytes = from.GetLittle16();
    parts.data = from.GetLittle16();
    from.Skip(displacement);
    if (parameterBytes != totalParameters || parts.dataBytes != totalData)
    {
        from.Fail();
    }
    return parts;
}

/// 2.2.4.46.1: 15 words, a name that is empty, the parts.
void
PutRequest(FileServiceWriter& to,
           uint16_t subcommand,
           uint32_t maxData,
           const FileServiceWriter& parameters,
           const FileServiceWriter& data)
{
    FileServiceWriter words;
    words.PutLittle16(parameters.GetSize());
    words.PutLittle16(data.GetSize());
    words.PutLittle16(MOST_PARAMETERS);
    words.PutLittle16(std::min(maxData, MOST_DATA));
    words.PutZeros(2 + 2 + 4 + 2);
    FileServiceWriter bytes;
    bytes.PutZeros(3);
    PutParts(REQUEST_PARAMETERS, parameters, data, words, false, bytes);
    words.PutLittle16(1);
    words.PutLittle16(subcommand);
    Smb1Block::Put(to, words, bytes);
}

Parts
GetRequest(FileServiceReader& from)
{
    Smb1Block::ExpectWords(from, 15);
    const auto parameters = from.GetLittle16();
    const auto data = from.GetLittle16();
    from.Skip(2);
    const auto maxData = from.GetLittle16();
    from.Skip(2 + 2 + 4 + 2);
    auto parts = GetParts(from, false, parameters, data);
    parts.maxData = std::min<uint32_t>(maxData, MOST_DATA);
    from.Seek(parts.parameters);
    return parts;
}

/// 2.2.4.46.2: 10 words, a byte to align them, the parts.
void
PutResponse(FileServiceWriter& to,
            const FileServiceWriter& parameters,
            const FileServiceWriter& data)
{
    FileServiceWriter words;
    words.PutLittle16(parameters.GetSize());
    words.PutLittle16(data.GetSize());
    words.PutZeros(2);
    FileServiceWriter bytes;
    bytes.PutZeros(1);
    PutParts(RESPONSE_PARAMETERS, parameters, data, words, true, bytes);
    words.PutZeros(2);
    Smb1Block::Put(to, words, bytes);
}

Parts
GetResponse(FileServiceReader& from)
{
    Smb1Block::ExpectWords(from, 10);
    const auto parameters = from.GetLittle16();
    const auto data = from.GetLittle16();
    from.Skip(2);
    const auto parts = GetParts(from, true, parameters, data);
    from.Seek(parts.parameters);
    return parts;
}

/**
 * Write a text into parameters, which begin at an offset that is even.
 */
void
PutText(FileServiceWriter& parameters, const std::string& text)
{
    SmbFields::PutText(parameters, text);
    parameters.PutLittle16(0);
}

/**
 * @param level an information level
 * @param here the one that is here
 * @param information what it stands for
 * @return that, or NONE
 */
SmbInformation
ToInformation(uint16_t level,
              uint16_t here,
              SmbInformation information = SmbInformation::NETWORK_OPEN)
{
    return level == here ? information : SmbInformation::NONE;
}

/**
 * @param request a request
 * @param level the information level that is here
 * @return the level of the request: that one, or none
 */
uint16_t
GetLevel(const SmbRequest& request, uint16_t level)
{
    return request.information == SmbInformation::NONE ? 0 : level;
}

/// 2.2.6.2.1
void
GetFindFirst(FileServiceReader& from, SmbRequest& request)
{
    from.Skip(6);
    request.information = ToInformation(from.GetLittle16(), FILE_NAMES_INFO);
    from.Skip(4);
    request.path = Smb1Block::GetText(from);
    if (!request.path.ends_with(ANY_NAME))
    {
        from.Fail();
        return;
    }
    request.path.resize(request.path.size() - ANY_NAME.size());
    request.path = Smb1Block::StripSlash(from, request.path);
}

/// SMB_QUERY_FILE_ALL_INFO (2.2.8.3.10) with a name that is empty: 72 bytes.
void
PutAllInformation(FileServiceWriter& data, const FileAttributes& attributes)
{
    SmbFields::PutTimes(data, attributes);
    SmbFields::PutKind(data, attributes);
    data.PutLittle32(0);
    SmbFields::PutSizes(data, attributes);
    data.PutLittle32(1);
    data.Put8(0);
    data.Put8(attributes.directory ? 1 : 0);
    data.PutZeros(2 + 4 + 4);
}

FileAttributes
GetAllInformation(FileServiceReader& from)
{
    FileAttributes attributes;
    SmbFields::GetTimes(from, attributes);
    SmbFields::GetKind(from, attributes);
    from.Skip(4);
    SmbFields::GetSizes(from, attributes);
    from.Skip(16);
    return attributes;
}

/// How many names there are, whether they are the last, and where the last one is.
void
PutNameCounts(FileServiceWriter& parameters, const SmbResponse& response, uint32_t dataBytes)
{
    const auto& names = response.names;
    parameters.PutLittle16(names.size());
    parameters.PutLittle16(response.isLast ? 1 : 0);
    parameters.PutLittle16(0);
    parameters.PutLittle16(names.empty() ? 0 : dataBytes - SmbFields::GetEntrySize(names.back()));
}

} // namespace

uint16_t
Smb1Transaction::GetSubcommand(FileServiceReader from)
{
    Smb1Block::ExpectWords(from, 15);
    from.Skip(28);
    const auto subcommand = from.GetLittle16();
    return from.HasFailed() ? 0 : subcommand;
}

void
Smb1Transaction::SerializeRequest(Subcommand subcommand,
                                  const SmbRequest& request,
                                  FileServiceWriter& to)
{
    FileServiceWriter parameters;
    FileServiceWriter data;
    auto maxData = ALL_INFO_BYTES;
    switch (subcommand)
    {
    case FIND_FIRST2:
        maxData = request.bytes;
        parameters.PutLittle16(ALL_ATTRIBUTES);
        parameters.PutLittle16(ALL_NAMES);
        parameters.PutLittle16(CLOSE_AT_EOS);
        parameters.PutLittle16(GetLevel(request, FILE_NAMES_INFO));
        parameters.PutLittle32(0);
        PutText(parameters,
                (request.path.empty() ? "" : "/") + request.path + std::string(ANY_NAME));
        break;
    case FIND_NEXT2:
        maxData = request.bytes;
        parameters.PutLittle16(request.fileId.number);
        parameters.PutLittle16(ALL_NAMES);
        parameters.PutLittle16(GetLevel(request, FILE_NAMES_INFO));
        parameters.PutLittle32(0);
        parameters.PutLittle16(CLOSE_AT_EOS | CONTINUE_FROM_LAST);
        PutText(parameters, "");
        break;
    case QUERY_PATH_INFORMATION:
        parameters.PutLittle16(GetLevel(request, FILE_ALL_INFO));
        parameters.PutLittle32(0);
        PutText(parameters, "/" + request.path);
        break;
    case QUERY_FILE_INFORMATION:
        parameters.PutLittle16(request.fileId.number);
        parameters.PutLittle16(GetLevel(request, FILE_ALL_INFO));
        break;
    case SET_FILE_INFORMATION:
        maxData = 0;
        parameters.PutLittle16(request.fileId.number);
        parameters.PutLittle16(GetLevel(request, END_OF_FILE_INFO));
        parameters.PutLittle16(0);
        data.PutLittle64(request.offset);
        break;
    }
    PutRequest(to, subcommand, maxData, parameters, data);
}

SmbRequest
Smb1Transaction::DeserializeRequest(Subcommand subcommand, FileServiceReader& from)
{
    SmbRequest request;
    const auto parts = GetRequest(from);
    request.bytes = parts.maxData;
    switch (subcommand)
    {
    case FIND_FIRST2:
        GetFindFirst(from, request);
        break;
    case FIND_NEXT2:
        request.fileId = from.GetLittle16();
        from.Skip(2);
        request.information = ToInformation(from.GetLittle16(), FILE_NAMES_INFO);
        from.Skip(6);
        Smb1Block::GetText(from);
        break;
    case QUERY_PATH_INFORMATION:
        request.information = ToInformation(from.GetLittle16(), FILE_ALL_INFO);
        from.Skip(4);
        request.path = Smb1Block::StripSlash(from, Smb1Block::GetText(from));
        break;
    case QUERY_FILE_INFORMATION:
        request.fileId = from.GetLittle16();
        request.information = ToInformation(from.GetLittle16(), FILE_ALL_INFO);
        break;
    case SET_FILE_INFORMATION:
        request.fileId = from.GetLittle16();
        request.information =
            ToInformation(from.GetLittle16(), END_OF_FILE_INFO, SmbInformation::END_OF_FILE);
        from.Seek(parts.data);
        request.offset = from.GetLittle64();
        break;
    }
    return request;
}

void
Smb1Transaction::SerializeResponse(Subcommand subcommand,
                                   const SmbResponse& response,
                                   FileServiceWriter& to)
{
    FileServiceWriter parameters;
    FileServiceWriter data;
    switch (subcommand)
    {
    case FIND_FIRST2:
        parameters.PutLittle16(response.fileId.number);
        [[fallthrough]];
    case FIND_NEXT2:
        SmbFields::PutNames(data, response.names);
        PutNameCounts(parameters, response, data.GetSize());
        break;
    case QUERY_PATH_INFORMATION:
    case QUERY_FILE_INFORMATION:
        parameters.PutLittle16(0);
        PutAllInformation(data, response.attributes);
        break;
    case SET_FILE_INFORMATION:
        parameters.PutLittle16(0);
        break;
    }
    PutResponse(to, parameters, data);
}

SmbResponse
Smb1Transaction::DeserializeResponse(Subcommand subcommand, FileServiceReader& from)
{
    SmbResponse response;
    const auto parts = GetResponse(from);
    switch (subcommand)
    {
    case FIND_FIRST2:
        response.fileId = from.GetLittle16();
        [[fallthrough]];
    case FIND_NEXT2:
        from.Skip(2);
        response.isLast = from.GetLittle16() != 0;
        from.Skip(4);
        if (parts.dataBytes > 0)
        {
            from.Seek(parts.data);
            response.names = SmbFields::GetNames(from);
        }
        break;
    case QUERY_PATH_INFORMATION:
    case QUERY_FILE_INFORMATION:
        from.Seek(parts.data);
        response.attributes = GetAllInformation(from);
        break;
    case SET_FILE_INFORMATION:
        break;
    }
    return response;
}

} // namespace ns3
