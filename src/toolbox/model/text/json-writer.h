/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_WRITER_H
#define JSON_WRITER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Writes one JSON text (RFC 8259), value by value. It puts the commas and colons, a space behind
 * each, and escapes strings; whoever writes says where a line begins. The same calls give the same
 * bytes.
 *
 *     JsonWriter json;
 *     json.BeginObject();
 *     json.Key("requests").Integer(3);
 *     json.BeginLine().Key("mean_ms").Fixed(0.25, 3);
 *     json.EndObject();
 *
 * gives
 *
 *     {"requests": 3,
 *     "mean_ms": 0.250}
 *
 * It is a mistake of the program to end what was not begun, to write a value of an object without
 * a key, or to write two values outside of arrays and objects.
 */
class JsonWriter
{
  public:
    /// Begin an object, which is a value.
    void BeginObject();
    /// End the innermost object.
    void EndObject();
    /// Begin an array, which is a value.
    void BeginArray();
    /// End the innermost array.
    void EndArray();

    /**
     * Begin a new line before what comes next, be it a key, a value or the end of what is open.
     *
     * @return this writer
     */
    JsonWriter& BeginLine();

    /**
     * Name the next value of an object.
     *
     * @param name the name, in UTF-8
     * @return this writer, which takes the value next
     */
    JsonWriter& Key(std::string_view name);

    /**
     * @param text a string, in UTF-8; quotes, backslashes and control characters are escaped
     */
    void String(std::string_view text);

    /**
     * @param number a whole number
     */
    void Integer(uint64_t number);

    /**
     * @param number a number; null is written for what JSON has no number for, as infinity
     * @param decimals digits behind the point, 0 to 17
     */
    void Fixed(double number, int decimals);

    /**
     * Write a number as short as it can be, with an exponent where that is shorter.
     *
     * @param number a number; null is written for what JSON has no number for, as infinity
     * @param digits significant digits at most, 1 to 17
     */
    void Significant(double number, int digits);

    /**
     * @param isTrue true or false
     */
    void Boolean(bool isTrue);

    /// Write null.
    void Null();

    /**
     * @return what was written, which is JSON once all that was begun has ended
     */
    const std::string& GetText() const;

  private:
    /// What was written last.
    enum class Last : uint8_t
    {
        BEGIN, //!< nothing, or the begin of an array or object
        KEY,   //!< a key
        VALUE  //!< a value
    };

    /**
     * Write what separates a key or a value from what was written last.
     */
    void Separate();

    /**
     * Write what separates a value from what was written last, and note that there is one.
     */
    void StartValue();

    /**
     * @param begin the character that begins an array or object
     * @param end the one that ends it
     */
    void Begin(char begin, char end);

    /**
     * @param end the character that ends what is open
     */
    void End(char end);

    /**
     * Write a string in quotes.
     *
     * @param text the string
     */
    void Quote(std::string_view text);

    /**
     * @param format how printf writes it, with its precision as an argument
     * @param number a number
     * @param precision the precision
     */
    void Number(const char* format, double number, int precision);

    std::string m_text;       //!< what was written
    std::string m_ends;       //!< the characters that end what is open, the innermost last
    Last m_last{Last::BEGIN}; //!< what was written last
    bool m_beginsLine{false}; //!< whether a line begins next
};

} // namespace ns3

#endif /* JSON_WRITER_H */
