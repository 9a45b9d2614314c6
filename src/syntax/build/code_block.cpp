// #CODE (…) … #END CODE.

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/scanner.h"
#include "syntax/literal_text.h"
#include "syntax/statements/functions.h"

namespace paisql::syntax {
namespace {

constexpr std::string_view kBegin = "#CODE";
constexpr const char* kCodeForm =
    "write #CODE ('lang'='PYTHON', 'filename'='module'), then the code";

struct Property {
  std::string name;
  std::string value;
};

// Reads ('a'='b', …) at the begin of the text.
class PropertyTokens {
 public:
  PropertyTokens(std::string_view text, const SourceRange& range)
      : text_(text), scanner_(text), range_(range) {}

  std::vector<Property> Read() {
    std::vector<Property> properties;
    Next();
    Expect(Lexer::LEFT_PAREN);
    do {
      Property& property = properties.emplace_back();
      property.name = Text();
      Expect(Lexer::EQ);
      property.value = Text();
    } while (Takes(Lexer::COMMA));
    if (token_.type != Lexer::RIGHT_PAREN) Wrong();
    return properties;
  }
  // After the last bracket.
  size_t end() const { return token_.end; }

 private:
  void Next() {
    do {
      if (!scanner_.Next(token_)) Wrong();
    } while (!token_.visible());
  }
  bool Takes(size_t type) {
    if (token_.type != type) return false;
    Next();
    return true;
  }
  void Expect(size_t type) {
    if (!Takes(type)) Wrong();
  }
  std::string Text() {
    if (token_.type != Lexer::STRING_VALUE) Wrong();
    const std::string_view quoted = text_.substr(token_.begin, token_.end - token_.begin);
    Next();
    return UnescapeJava(quoted.substr(1, quoted.size() - 2));
  }
  [[noreturn]] void Wrong() const {
    Fail(ErrorCode::kParse, range_, "a code block begins in another form", kCodeForm);
  }

  std::string_view text_;
  Scanner scanner_;
  ScannedToken token_;
  const SourceRange range_;
};

bool IsModuleName(std::string_view name) {
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (c < '0' || c > '9')) return false;
  }
  return !name.empty() && (name[0] < '0' || name[0] > '9');
}

}  // namespace

bool BeginsCode(std::string_view text) {
  return EqualsIgnoreCase(text.substr(0, kBegin.size()), kBegin);
}

CodeBlock ReadCodeBlock(std::string_view text, const SourceRange& range) {
  const std::string_view inside = text.substr(kBegin.size(), text.rfind('#') - kBegin.size());
  // The word alone: the block may be long.
  SourceRange word = range;
  word.end = word.begin + kBegin.size();
  PropertyTokens tokens(inside, word);
  CodeBlock block;
  block.range = word;
  for (const Property& property : tokens.Read()) {
    if (EqualsIgnoreCase(property.name, "lang")) {
      if (EqualsIgnoreCase(property.value, "python")) continue;
      Fail(ErrorCode::kUnsupported, word, "a code block in " + property.value + " is not supported",
           "write the class in Python: #CODE ('lang'='PYTHON', 'filename'='module')");
    }
    if (!EqualsIgnoreCase(property.name, "filename")) {
      Fail(ErrorCode::kParse, word, "a code block has no property '" + property.name + "'",
           kCodeForm);
    }
    block.file_name = property.value;
    if (block.file_name.ends_with(".py")) block.file_name.resize(block.file_name.size() - 3);
    if (!IsModuleName(block.file_name)) {
      Fail(ErrorCode::kParse, word, "'" + property.value + "' is not the name of a module",
           "a module's name has letters, digits and _, and begins with no digit");
    }
  }
  if (block.file_name.empty()) {
    Fail(ErrorCode::kParse, word, "a code block has no 'filename', which names its module",
         kCodeForm);
  }
  // The first line is that after the brackets, as the platform's files have it.
  std::string_view code = inside.substr(tokens.end());
  const size_t line = code.find('\n');
  if (line != std::string_view::npos && Trim(code.substr(0, line)).empty()) {
    code.remove_prefix(line + 1);
  }
  block.text = code;
  return block;
}

}  // namespace paisql::syntax
