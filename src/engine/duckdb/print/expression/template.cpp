#include "engine/duckdb/print/expression/template.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {
namespace {

// In how many lambdas the end of the text stands: each reaches to where the bracket around it
// closes.
size_t OpenLambdas(std::string_view text) {
  constexpr std::string_view kLambda = "lambda ";
  std::vector<size_t> open(1);
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'') {
      at = std::min(text.find('\'', at + 1), text.size());
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back(open.back());
    } else if ((c == ')' || c == ']' || c == '}') && open.size() > 1) {
      open.pop_back();
    } else if (text.substr(at).starts_with(kLambda)) {
      ++open.back();
    }
  }
  return open.back();
}

class Expansion {
 public:
  Expansion(const std::vector<std::string>& arguments, const DataType& type, std::string_view whole,
            PrintContext& context, const LambdaBody& lambda_body)
      : arguments_(arguments),
        type_(type),
        whole_(whole),
        context_(context),
        lambda_body_(lambda_body) {}

  std::string Expand(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      if (text[at] != '$') {
        out += text[at++];
        continue;
      }
      ++at;
      if (!Word(text, at, out) && !Argument(text, at, out)) out += '$';
    }
    return out;
  }

 private:
  static bool TakeWord(std::string_view text, size_t& at, std::string_view word) {
    if (text.substr(at, word.size()) != word) return false;
    const size_t end = at + word.size();
    if (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) return false;
    at = end;
    return true;
  }

  static size_t TakeNumber(std::string_view text, size_t& at) {
    size_t number = 0;
    while (at < text.size() && IsDigit(text[at])) {
      number = number * 10 + static_cast<size_t>(text[at++] - '0');
    }
    return number;
  }

  bool Word(std::string_view text, size_t& at, std::string& out) {
    if (TakeWord(text, at, "type")) {
      out += TypeText(type_);
    } else if (TakeWord(text, at, "tz")) {
      out += context_.zone;
    } else if (TakeWord(text, at, "now")) {
      out += "timezone(" + context_.zone + ", CAST(" + QuoteText(context_.settings.now) +
             " AS TIMESTAMP))";
    } else if (at + 1 < text.size() && text[at] == 'v' && IsDigit(text[at + 1])) {
      std::string& name = variables_[TakeNumber(text, ++at)];
      if (name.empty()) name = context_.NewAlias("v");
      out += name;
    } else {
      return false;
    }
    return true;
  }

  bool Argument(std::string_view text, size_t& at, std::string& out) {
    if (at < text.size() && text[at] == '*') {
      ++at;
      out += From(0);
      return true;
    }
    if (at >= text.size() || !IsDigit(text[at])) return false;
    const size_t number = TakeNumber(text, at);
    if (number == 0) {
      out += whole_;
      return true;
    }
    if (at < text.size() && text[at] == '*') {
      ++at;
      out += From(number - 1);
      return true;
    }
    PAISQL_ASSERT(number <= arguments_.size(), "a template names an argument that a call lacks");
    if (lambda_body_ && at < text.size() && text[at] == '(') {
      const size_t depth = OpenLambdas(text.substr(0, at));
      out += lambda_body_(number - 1, Parameters(text, at), depth);
    } else {
      out += arguments_[number - 1];
    }
    return true;
  }

  std::string From(size_t first) const {
    if (first >= arguments_.size()) return "";
    return Join({arguments_.begin() + static_cast<std::ptrdiff_t>(first), arguments_.end()}, ", ");
  }

  // "(a, f(b, c))" from its first parenthesis on: the texts a and f(b, c), expanded.
  std::vector<std::string> Parameters(std::string_view text, size_t& at) {
    std::vector<std::string> parameters;
    int depth = 0;
    for (size_t begin = ++at; at < text.size(); ++at) {
      const char c = text[at];
      if (depth == 0 && (c == ',' || c == ')')) {
        parameters.push_back(Expand(Trim(text.substr(begin, at - begin))));
        begin = at + 1;
        if (c == ')') break;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        --depth;
      }
    }
    PAISQL_ASSERT(at < text.size(), "an open parenthesis in a template");
    ++at;
    return parameters;
  }

  const std::vector<std::string>& arguments_;
  const DataType& type_;
  std::string_view whole_;
  PrintContext& context_;
  const LambdaBody& lambda_body_;
  std::map<size_t, std::string> variables_;
};

}  // namespace

std::string ExpandTemplate(std::string_view text, const std::vector<std::string>& arguments,
                           const DataType& type, std::string_view whole, PrintContext& context,
                           const LambdaBody& lambda_body) {
  FindFunctionNames(text, context.functions);
  return Expansion(arguments, type, whole, context, lambda_body).Expand(text);
}

std::string ExpandOperand(std::string_view text, const std::vector<std::string>& arguments,
                          const DataType& type, std::string_view whole, PrintContext& context,
                          const LambdaBody& lambda_body) {
  std::string expanded = ExpandTemplate(text, arguments, type, whole, context, lambda_body);
  const bool argument_alone = text.size() > 1 && text[0] == '$' &&
                              text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (argument_alone || IsSelfContained(text)) return expanded;
  return "(" + expanded + ")";
}

}  // namespace paisql::engine
