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

bool HasBracketBehind(const Place& place) {
  return place.before < place.tokens.size() && place.tokens[place.before].begin == place.cursor &&
         place.tokens[place.before].text == "(";
}

// Functions of users.
void OfferOwn(const std::string& project, const Place& place, bool tables_only, Sources& sources,
              Offer& offer) {
  const bool bracket_behind = HasBracketBehind(place);
  for (const FunctionName& function : sources.Functions(project, offer.typed())) {
    if (tables_only && !function.rows) continue;
    std::string text = function.name;
    if (!bracket_behind) text += function.call.starts_with("()") ? "()" : "(";
    const bool goes_on = text.ends_with('(') || bracket_behind;
    offer.Add({std::move(text), Kind::kFunction, function.call, goes_on});
  }
}

// The name in front of a bracket, and the project in front of that: "p" of p.f and p:f.
std::string ProjectOfCall(const Place& place, size_t open, Sources& sources) {
  if (open < 3) return sources.Project();
  const Token& separator = place.tokens[open - 2];
  const bool named =
      (separator.text == "." || separator.text == ":") && place.tokens[open - 3].IsWord();
  return named ? PlaceOf({place.tokens[open - 3].Name()}, sources) : sources.Project();
}

// The text in a quote, or quoted where none is open. `closes`: nothing follows within the quotes.
void AddQuoted(const Place& place, const std::string& text, Kind kind, const std::string& detail,
               bool closes, Offer& offer) {
  if (place.inside == Inside::kString) {
    const bool ends = closes && !place.closed_behind;
    offer.Add({text + (ends ? std::string(1, place.quote) : ""), kind, detail, !closes});
    return;
  }
  std::string quoted = syntax::QuoteLiteral(text);
  if (!closes) quoted.pop_back();
  offer.AddAnyway({std::move(quoted), kind, detail, !closes});
}

}  // namespace

void OfferFunctionsOf(const std::string& project, const Place& place, Sources& sources,
                      Offer& offer) {
  OfferOwn(project, place, false, sources, offer);
}

void OfferFunctions(const Place& place, bool tables_only, Sources& sources, Offer& offer) {
  OfferOwn(sources.Project(), place, tables_only, sources, offer);
  const bool bracket_behind = HasBracketBehind(place);
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

void OfferFunctionNames(bool built_in, Sources& sources, Offer& offer) {
  for (const FunctionName& function : sources.Functions(sources.Project(), offer.typed())) {
    offer.Add(function.name, Kind::kFunction, function.call);
  }
  if (!built_in) return;
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

bool OfferClassAndResources(const Place& place, Sources& sources, Offer& offer) {
  constexpr std::string_view kModule = ".py";
  if (place.before < 4 || !place.tokens[0].Is("CREATE")) return false;
  size_t as = 0;
  bool function = false;
  for (size_t i = 1; i < place.before && as == 0; ++i) {
    if (place.tokens[i].Is("SQL") || place.tokens[i].text == "(") return false;
    function = function || place.tokens[i].Is("FUNCTION");
    if (place.tokens[i].Is("AS")) as = i;
  }
  if (!function || as == 0) return false;
  if (as + 1 == place.before) {
    for (const Name& resource : sources.Resources("")) {
      if (!resource.name.ends_with(kModule)) continue;
      const std::string module =
          resource.name.substr(0, resource.name.size() - kModule.size()) + ".";
      AddQuoted(place, module, Kind::kValue, "of resource " + resource.name, false, offer);
    }
    return true;
  }
  if (!place.tokens[as + 2 < place.before ? as + 2 : 0].Is("USING")) {
    if (as + 2 == place.before) offer.AddKeywords({"USING"}, place);
    return true;
  }
  // The resources in front of the last comma stay.
  const size_t comma = offer.typed().rfind(',');
  const std::string front = comma == std::string::npos ? "" : offer.typed().substr(0, comma + 1);
  for (const Name& resource : sources.Resources(offer.typed().substr(front.size()))) {
    AddQuoted(place, front + resource.name, Kind::kResource, resource.detail, true, offer);
  }
  return true;
}

std::string SignatureAround(const Place& place, Sources& sources) {
  const size_t open = OpenBracketOf(place);
  if (open == std::string::npos || open == 0 || !place.tokens[open - 1].IsWord()) return "";
  const std::string name = ToLower(place.tokens[open - 1].Name());
  const std::string project = ProjectOfCall(place, open, sources);
  for (const FunctionName& own : sources.Functions(project, name)) {
    if (EqualsIgnoreCase(own.name, name)) return own.name + own.call;
  }
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
