#include "designer/code/pai_text.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::designer {

namespace {

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
}

// Between quotes the client undoes the escapes of Java.
std::string Quoted(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    switch (c) {
      case '\\':
      case '"':
        text += '\\';
        text += c;
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        text += c;
    }
  }
  return text + '"';
}

}  // namespace

std::string WritePai(const PaiText& statement) {
  const bool plain = !statement.name.empty() && std::ranges::all_of(statement.name, IsNameByte);
  std::string text = "PAI -name " + (plain ? statement.name : Quoted(statement.name));
  if (!statement.job.empty()) text += " -jobname " + Quoted(statement.job);
  for (const auto& [name, value] : statement.parameters) {
    text += "\n    -D" + name + "=" + Quoted(value);
  }
  return text;
}

std::optional<PaiText> ReadPai(const std::string& text) {
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(text);
  if (!parsed.ok()) return std::nullopt;
  const auto* const pai = syntax::If<syntax::PaiStatement>(**parsed);
  if (pai == nullptr || !pai->name.has_value()) return std::nullopt;
  PaiText statement;
  statement.name = pai->name->text;
  if (pai->job_name.has_value()) statement.job = pai->job_name->text;
  for (const syntax::PaiParameter& parameter : pai->parameters) {
    statement.parameters.emplace_back(parameter.key, parameter.value);
  }
  return statement;
}

std::string PutNames(std::string_view text, const std::map<std::string, std::string>& names) {
  std::string made;
  while (!text.empty()) {
    const size_t open = text.find("${");
    const size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) break;
    const auto found = names.find(std::string(text.substr(open + 2, close - open - 2)));
    made += text.substr(0, open);
    if (found == names.end()) {
      made += "${";
      text.remove_prefix(open + 2);
    } else {
      made += found->second;
      text.remove_prefix(close + 1);
    }
  }
  return made + std::string(text);
}

}  // namespace paisql::designer
