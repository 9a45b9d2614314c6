#include <cctype>
#include <string>
#include <unordered_map>

#include "base/assert.h"
#include "functions/resolve/known_signature.h"

namespace paisql::functions {
namespace {

class SignatureParser {
 public:
  explicit SignatureParser(std::string_view text) : text_(text) {}

  Signature Parse() {
    Signature signature;
    Expect('(');
    if (!Accept(')')) {
      do {
        signature.parameters.push_back(ParseParameter());
      } while (Accept(','));
      Expect(')');
    }
    Expect('-');
    Expect('>');
    signature.result = ParseType();
    SkipBlanks();
    PAISQL_ASSERT(at_ == text_.size(), "text after the result of a signature");
    for (size_t i = 0; i + 1 < signature.parameters.size(); ++i) {
      PAISQL_ASSERT(signature.parameters[i].repeat == Parameter::Repeat::kOnce,
                    "a repetition that is not the last parameter");
    }
    return signature;
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool Accept(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void Expect(char c) { PAISQL_ASSERT(Accept(c), "a malformed signature in a function table"); }

  std::string_view ParseWord() {
    SkipBlanks();
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      ++at_;
    }
    PAISQL_ASSERT(at_ > begin, "a signature lacks a type");
    return text_.substr(begin, at_ - begin);
  }

  Parameter ParseParameter() {
    const size_t begin = at_;
    const bool constant = ParseWord() == "const";
    if (!constant) at_ = begin;
    Parameter parameter = ParseType();
    parameter.constant = constant;
    if (Accept('*')) {
      parameter.repeat = Parameter::Repeat::kAny;
    } else if (Accept('.')) {
      Expect('.');
      Expect('.');
      parameter.repeat = Parameter::Repeat::kOneOrMore;
    }
    return parameter;
  }

  Parameter ParseType() {
    const size_t begin = at_;
    const std::string_view word = ParseWord();
    Parameter parameter;
    if (word == "ANY") {
      parameter.form = Parameter::Form::kAny;
    } else if (word.size() == 1) {
      parameter.form = Parameter::Form::kVariable;
      parameter.variable = word.front();
    } else if (word == "ARRAY" || word == "MAP") {
      parameter.form = word == "MAP" ? Parameter::Form::kMap : Parameter::Form::kArray;
      Expect('<');
      parameter.parts.push_back(ParseType());
      if (word == "MAP") {
        Expect(',');
        parameter.parts.push_back(ParseType());
      }
      Expect('>');
    } else if (word == "LAMBDA") {
      parameter.form = Parameter::Form::kLambda;
      Expect('<');
      do {
        parameter.parts.push_back(ParseType());
      } while (Accept(','));
      Expect('>');
      PAISQL_ASSERT(parameter.parts.size() > 1, "a lambda without parameters in a signature");
    } else if (word == "STRUCT") {
      parameter.form = Parameter::Form::kStruct;
      Expect('<');
      do {
        parameter.names.emplace_back(ParseWord());
        Expect(':');
        parameter.parts.push_back(ParseType());
      } while (Accept(','));
      Expect('>');
    } else if (Accept('(')) {
      while (!Accept(')')) ++at_;
      parameter.type = PlainType(text_.substr(begin, at_ - begin));
    } else if (word == "DECIMAL") {
      parameter.form = Parameter::Form::kAnyDecimal;
    } else {
      parameter.type = PlainType(word);
    }
    return parameter;
  }

  static DataType PlainType(std::string_view text) {
    Result<DataType> type = ParseDataType(text);
    PAISQL_ASSERT(type.ok(), "an unknown type in a signature");
    return *std::move(type);
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Signature ParseSignature(std::string_view text) { return SignatureParser(text).Parse(); }

const Signature& KnownSignature(std::string_view text) {
  thread_local std::unordered_map<std::string, Signature> known;
  thread_local std::string key;
  key = text;
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, ParseSignature(text)).first->second;
}

}  // namespace paisql::functions
