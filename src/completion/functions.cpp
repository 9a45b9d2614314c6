#include "completion/statement.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "functions/argument_constants.h"
#include "functions/function.h"
#include "syntax/literal_text.h"

namespace paisql::completion {

namespace {

using functions::Function;

// "(STRING, BIGINT) -> STRING", and how many other calls there are.
std::string Detail(const Function& function) {
  if (function.overloads.empty()) return "";
  std::string detail(function.overloads.front().signature);
  for (const functions::Overload& overload : function.overloads) {
    if (overload.signature != function.overloads.front().signature) return detail + ", …";
  }
  return detail;
}

bool NeedsNoArgument(const Function& function) {
  return std::all_of(
      function.overloads.begin(), function.overloads.end(),
      [](const functions::Overload& overload) { return overload.signature.starts_with("()"); });
}

bool IsUpper(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return std::any_of(text.begin(), text.end(), is_letter) && ToUpper(text) == text;
}

}  // namespace

void OfferFunctions(const Place& place, bool tables_only, Offer& offer) {
  const bool bracket_behind = place.before < place.tokens.size() &&
                              place.tokens[place.before].begin == place.cursor &&
                              place.tokens[place.before].text == "(";
  const bool upper = IsUpper(place.typed);
  for (const Function* function : functions::AllFunctions()) {
    if (!BeginsWith(function->name, offer.typed())) continue;
    if (tables_only && function->kind != functions::FunctionKind::kTable) continue;
    std::string text = upper ? ToUpper(function->name) : std::string(function->name);
    if (!bracket_behind) text += NeedsNoArgument(*function) ? "()" : "(";
    const bool goes_on = text.ends_with('(') || bracket_behind;
    offer.Add({std::move(text), Kind::kFunction, Detail(*function), goes_on});
  }
}

void OfferFunctionNames(Offer& offer) {
  for (const Function* function : functions::AllFunctions()) {
    offer.Add(function->name, Kind::kFunction, function->help);
  }
}

bool OfferConstants(const Place& place, Offer& offer) {
  const size_t open = OpenBracketOf(place);
  if (open == std::string::npos || open == 0 || !place.tokens[open - 1].IsWord()) return false;
  // Only a constant that is the whole argument.
  const std::string_view before = place.Back(1)->text;
  if (before != "(" && before != ",") return false;
  size_t argument = 0;
  for (size_t i = open + 1; i < place.before; ++i) {
    const Token& token = place.tokens[i];
    if (token.text == "," && token.depth == place.tokens[open].depth + 1) ++argument;
  }
  const auto constants = functions::ConstantsOf(place.tokens[open - 1].Name(), argument);
  const bool string = place.inside == Inside::kString;
  for (const functions::ArgumentConstant& constant : constants) {
    std::string text(constant.text);
    if (!string) text = syntax::QuoteLiteral(text);
    if (string && !place.closed_behind) text += place.quote;
    offer.Add({std::move(text), Kind::kValue, std::string(constant.meaning), place.closed_behind});
  }
  return !constants.empty();
}

std::string SignatureAround(const Place& place) {
  const size_t open = OpenBracketOf(place);
  if (open == std::string::npos || open == 0 || !place.tokens[open - 1].IsWord()) return "";
  const std::string name = ToLower(place.tokens[open - 1].Name());
  const Function* function = functions::FindFunction(name);
  if (function == nullptr) return "";
  std::string lines;
  std::string_view last;
  for (const functions::Overload& overload : function->overloads) {
    if (overload.signature == last) continue;
    last = overload.signature;
    lines += (lines.empty() ? "" : "\n") + name + std::string(overload.signature);
  }
  return lines;
}

}  // namespace paisql::completion
