/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_HEADER_FIELDS_H
#define ISCSI_HEADER_FIELDS_H

#include "iscsi-bhs.h"
#include "iscsi-header.h"

#include "ns3/type-id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <ostream>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Writes the fields that a header lists into its bytes. The numbers are offsets in bytes and masks
 * of bits within the byte, as IscsiBhs has them.
 */
class IscsiFieldEncoder
{
  public:
    /**
     * @param bhs where to write, with zeros in the fields
     */
    explicit IscsiFieldEncoder(IscsiBhs& bhs)
        : m_bhs(bhs)
    {
    }

    /// A bit. @param offset its byte @param mask its bit @param value the field
    void Flag(uint32_t offset, uint8_t mask, const char* /* name */, bool value)
    {
        m_bhs.PutFlag(offset, mask, value);
    }

    /// A few bits. @param offset their byte @param mask the bits @param value the field
    template <typename T>
    void Bits(uint32_t offset, uint8_t mask, const char* /* name */, const T& value)
    {
        m_bhs.PutBits(offset, mask, static_cast<uint8_t>(value));
    }

    /// A number of as many bytes as the field. @param offset its first byte @param value the field
    template <typename T>
    void Number(uint32_t offset, const char* /* name */, const T& value)
    {
        m_bhs.PutNumber<sizeof(T)>(offset, static_cast<uint64_t>(value));
    }

    /// A tag of four bytes. @param offset its first byte @param value the field
    void Tag(uint32_t offset, const char* /* name */, uint32_t value)
    {
        m_bhs.PutU32(offset, value);
    }

    /// Bytes. @param offset the first @param value the field
    template <std::size_t N>
    void Bytes(uint32_t offset, const char* /* name */, const std::array<uint8_t, N>& value)
    {
        m_bhs.PutBytes(offset, value);
    }

  private:
    IscsiBhs& m_bhs; //!< where to write
};

/**
 * @ingroup iscsi-pdu
 *
 * Reads the fields that a header lists from its bytes. See IscsiFieldEncoder.
 */
class IscsiFieldDecoder
{
  public:
    /**
     * @param bhs where to read
     */
    explicit IscsiFieldDecoder(const IscsiBhs& bhs)
        : m_bhs(bhs)
    {
    }

    /// A bit. @param offset its byte @param mask its bit @param value the field
    void Flag(uint32_t offset, uint8_t mask, const char* /* name */, bool& value)
    {
        value = m_bhs.GetFlag(offset, mask);
    }

    /// A few bits. @param offset their byte @param mask the bits @param value the field
    template <typename T>
    void Bits(uint32_t offset, uint8_t mask, const char* /* name */, T& value)
    {
        value = static_cast<T>(m_bhs.GetBits(offset, mask));
    }

    /// A number of as many bytes as the field. @param offset its first byte @param value the field
    template <typename T>
    void Number(uint32_t offset, const char* /* name */, T& value)
    {
        value = static_cast<T>(m_bhs.GetNumber<sizeof(T)>(offset));
    }

    /// A tag of four bytes. @param offset its first byte @param value the field
    void Tag(uint32_t offset, const char* /* name */, uint32_t& value)
    {
        value = m_bhs.GetU32(offset);
    }

    /// Bytes. @param offset the first @param value the field
    template <std::size_t N>
    void Bytes(uint32_t offset, const char* /* name */, std::array<uint8_t, N>& value)
    {
        value = m_bhs.GetBytes<N>(offset);
    }

  private:
    const IscsiBhs& m_bhs; //!< where to read
};

/**
 * @ingroup iscsi-pdu
 *
 * Prints the fields that a header lists: flags by their letters where they are set, everything else
 * as " Name=value". A field without a name is not printed. See IscsiFieldEncoder.
 */
class IscsiFieldPrinter
{
  public:
    /**
     * @param os where to print
     */
    explicit IscsiFieldPrinter(std::ostream& os)
        : m_os(os)
    {
    }

    /// A bit. @param name its letter, or null @param value the field
    void Flag(uint32_t /* offset */, uint8_t /* mask */, const char* name, bool value)
    {
        if (name && value)
        {
            m_os << " " << name;
        }
    }

    /// A few bits, as a decimal number. @param offset of their byte @param name the RFC's name
    /// @param value the field
    template <typename T>
    void Bits(uint32_t offset, uint8_t /* mask */, const char* name, const T& value)
    {
        Number(offset, name, value);
    }

    /// A number, decimal. @param name the RFC's name @param value the field
    template <typename T>
    void Number(uint32_t /* offset */, const char* name, const T& value)
    {
        m_os << " " << name << "=" << static_cast<uint32_t>(value);
    }

    /// A tag, hexadecimal. @param name the RFC's name @param value the field
    void Tag(uint32_t /* offset */, const char* name, uint32_t value)
    {
        m_os << " " << name << "=0x" << std::hex << value << std::dec;
    }

    /// Bytes, hexadecimal. @param name the RFC's name @param value the field
    template <std::size_t N>
    void Bytes(uint32_t /* offset */, const char* name, const std::array<uint8_t, N>& value)
    {
        m_os << " " << name << "=" << std::hex << std::setfill('0');
        for (const auto byte : value)
        {
            m_os << std::setw(2) << +byte;
        }
        m_os << std::dec << std::setfill(' ');
    }

  private:
    std::ostream& m_os; //!< where to print
};

/**
 * @ingroup iscsi-pdu
 *
 * A PDU that lists its fields once, in a function that serves to write, to read and to print them.
 *
 * @tparam Derived the PDU, with its name for ns-3 as NAME and
 *         `template <typename V, typename H> static void VisitFields(V& visitor, H& header)`, which
 *         passes each field of the header to the visitor, those of the base first
 * @tparam Base IscsiInitiatorHeader, IscsiRequestHeader or IscsiResponseHeader
 */
template <typename Derived, typename Base>
class IscsiFieldHeader : public Base
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId(Derived::NAME)
                                .template SetParent<Base>()
                                .SetGroupName("Iscsi")
                                .template AddConstructor<Derived>();
        return tid;
    }

    /// @return the type of the header
    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

  protected:
    using Base::Base;

  private:
    void EncodeFields(IscsiBhs& bhs) const override
    {
        IscsiFieldEncoder encoder(bhs);
        Derived::VisitFields(encoder, static_cast<const Derived&>(*this));
    }

    void DecodeFields(const IscsiBhs& bhs) override
    {
        IscsiFieldDecoder decoder(bhs);
        Derived::VisitFields(decoder, static_cast<Derived&>(*this));
    }

    void PrintFields(std::ostream& os) const override
    {
        IscsiFieldPrinter printer(os);
        Derived::VisitFields(printer, static_cast<const Derived&>(*this));
    }
};

} // namespace ns3

#endif /* ISCSI_HEADER_FIELDS_H */
