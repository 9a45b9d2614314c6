#include "syntax/literal_text.h"

#include "base/text.h"
#include "syntax/failure.h"

namespace paisql::syntax {

namespace {

bool IsOctal(char c) { return c >= '0' && c <= '7'; }

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char SqlEscape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'Z':
      return '\x1A';
    default:
      return c;
  }
}

void AppendUtf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    text += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Reads the escape of digits at body[i], a digit after a backslash; returns how many digits it
// took.
size_t AppendOctal(std::string& text, std::string_view body, size_t i, const SourceRange& range) {
  const bool three =
      i + 2 < body.size() && IsOctal(body[i]) && IsOctal(body[i + 1]) && IsOctal(body[i + 2]);
  if (three) {
    const int code = (body[i] - '0') * 64 + (body[i + 1] - '0') * 8 + (body[i + 2] - '0');
    if (code >= 1 && code <= 0177) {
      text += static_cast<char>(code);
      return 3;
    }
  }
  if (body[i] != '0') {
    text += body[i];
    return 1;
  }
  size_t digits = 1;
  while (digits < 4 && i + digits < body.size() && IsDigit(body[i + digits])) ++digits;
  if (digits > 1) {
    Fail(ErrorCode::kParse, range,
         "unexpected escape sequence: " + std::string(body.substr(i, digits)),
         "write \\0 or three octal digits from \\001 to \\177");
  }
  text += '\0';
  return 1;
}

// The code unit of four hexadecimal digits at text[i], or -1.
int CodeUnit(std::string_view text, size_t i) {
  if (i + 4 > text.size()) return -1;
  int code = 0;
  for (size_t k = i; k < i + 4; ++k) {
    const int digit = HexDigit(text[k]);
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

}  // namespace

std::string UnescapeSqlString(std::string_view literal, const SourceRange& range) {
  const std::string_view body = literal.substr(1, literal.size() - 2);
  std::string text;
  text.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      text += body[i];
      continue;
    }
    ++i;
    if (IsDigit(body[i])) {
      i += AppendOctal(text, body, i, range) - 1;
    } else {
      text += SqlEscape(body[i]);
    }
  }
  return text;
}

std::string UnquoteName(std::string_view name) {
  if (name.size() < 2 || name.front() != '`') return std::string(name);
  const std::string_view body = name.substr(1, name.size() - 2);
  std::string text;
  for (size_t i = 0; i < body.size(); ++i) {
    text += body[i];
    if (body[i] == '`') ++i;
  }
  return text;
}

std::string DecodeBinaryLiteral(std::string_view literal, const SourceRange& range) {
  std::string digits(literal.substr(2, literal.size() - 3));
  if (digits.size() % 2 != 0) digits.insert(digits.begin(), '0');
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = HexDigit(digits[i]);
    const int low = HexDigit(digits[i + 1]);
    if (high < 0 || low < 0) {
      Fail(ErrorCode::kParse, range, InvalidToken(literal),
           "a BINARY literal holds hexadecimal digits only");
    }
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string UnescapeJava(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    ++i;
    int code = text[i] == 'u' ? CodeUnit(text, i + 1) : -1;
    if (code >= 0) {
      i += 4;
      const bool high = code >= 0xD800 && code < 0xDC00;
      const int low = high && text.substr(i + 1, 2) == "\\u" ? CodeUnit(text, i + 3) : -1;
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i += 6;
      } else if (code >= 0xD800 && code < 0xE000) {
        code = 0xFFFD;  // half of a pair is not a character
      }
      AppendUtf8(result, static_cast<unsigned>(code));
      continue;
    }
    switch (text[i]) {
      case 'n':
        result += '\n';
        break;
      case 't':
        result += '\t';
        break;
      case 'r':
        result += '\r';
        break;
      case 'b':
        result += '\b';
        break;
      case 'f':
        result += '\f';
        break;
      default:
        result += text[i];
    }
  }
  return result;
}

std::string QuoteName(std::string_view name) {
  std::string quoted = "`";
  for (const char c : name) {
    quoted += c;
    if (c == '`') quoted += c;
  }
  return quoted + "`";
}

std::string QuoteLiteral(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    switch (c) {
      case '\'':
        literal += "\\'";
        break;
      case '\\':
        literal += "\\\\";
        break;
      case '\n':
        literal += "\\n";
        break;
      case '\r':
        literal += "\\r";
        break;
      case '\t':
        literal += "\\t";
        break;
      default:
        literal += c;
    }
  }
  return literal + "'";
}

}  // namespace paisql::syntax
