#include "pai/value/input_values.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "pai/value/query_places.h"
#include "pai/value/query_resolver.h"
#include "pai/value/table_url.h"
#include "pai/value/values.h"
#include "syntax/lexer/ending.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kParenthesisHint = "write (SELECT ...), with commas between the inputs";
// With which a query begins that stands without parentheses.
constexpr std::array<std::string_view, 3> kQueryWords = {"select", "with", "from"};

// The bytes [begin, end) of a value.
struct Element {
  size_t begin = 0;
  size_t end = 0;
  bool query = false;
};

bool BeginsLikeQuery(std::string_view text) {
  return std::any_of(kQueryWords.begin(), kQueryWords.end(), [text](std::string_view word) {
    return text.size() > word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word) &&
           (kBlanks.find(text[word.size()]) != std::string_view::npos || text[word.size()] == '/');
  });
}

// The error for these bytes of a value.
Error Malformed(size_t begin, size_t end, const std::string& detail) {
  Error error{ErrorCode::kParse, detail, {}, std::string(kParenthesisHint)};
  error.range.begin = begin;
  error.range.end = end;
  return error;
}

// Cuts a value into its elements. The range of an error has bytes of the value.
class Cutter {
 public:
  explicit Cutter(std::string_view value) : value_(value) {}

  // Also what it has found before an error.
  Status Cut(std::vector<Element>& elements) {
    while (SkipBlanks(), at_ < value_.size()) {
      if (value_[at_] == ',') {
        ++at_;
        continue;
      }
      PAISQL_ASSIGN(Element element, Next());
      at_ = element.end;
      while (element.end > element.begin &&
             kBlanks.find(value_[element.end - 1]) != std::string_view::npos) {
        --element.end;
      }
      elements.push_back(element);
    }
    return Status::Ok();
  }

 private:
  void SkipBlanks() { at_ = std::min(value_.find_first_not_of(kBlanks, at_), value_.size()); }

  Result<Element> Next() {
    const std::string_view rest = value_.substr(at_);
    if (rest[0] != '(') {
      const bool query = BeginsLikeQuery(rest);
      const size_t comma = query ? std::string_view::npos : value_.find(',', at_);
      return Element{at_, std::min(comma, value_.size()), query};
    }
    const std::optional<size_t> length = syntax::ClosedLength(rest);
    if (!length.has_value()) {
      return Malformed(at_, at_ + 1, "the parenthesis is not closed");
    }
    const size_t end = at_ + *length;
    const size_t next = std::min(value_.find_first_not_of(kBlanks, end), value_.size());
    if (next < value_.size() && value_[next] != ',') {
      return Malformed(next, std::min(value_.find(',', next), value_.size()),
                       "a query ends with its parenthesis");
    }
    return Element{at_, end, true};
  }

  const std::string_view value_;
  size_t at_ = 0;
};

// The name of the query number `number`, from 1: none that the value itself may mean.
std::string NameOf(size_t number, const syntax::PaiParameter& parameter) {
  const std::string value = ToLower(parameter.value);
  std::string name = "_query_" + std::to_string(number);
  while (value.find("/tables/" + name) != std::string::npos) name.insert(0, "_");
  return name;
}

Result<jobs::TableBinding> ResolveQuery(const syntax::PaiParameter& parameter,
                                        const Element& element, size_t number,
                                        const BuildContext& context) {
  const QueryPlaces places(parameter, context.statement_text, element.begin, element.end);
  if (context.queries == nullptr) {
    return places.InStatement(
        Error{ErrorCode::kUnsupported, "queries are not offered here", {}, "name a table"});
  }
  jobs::TableBinding binding;
  binding.is_query = true;
  PAISQL_ASSIGN(binding.table.columns,
                context.queries->Resolve(
                    parameter.value.substr(element.begin, element.end - element.begin), places));
  binding.table.project = context.names.place();
  binding.table.name = NameOf(number, parameter);
  binding.url = TableUrlOf(binding.table.project, binding.table.name);
  return binding;
}

}  // namespace

Result<std::vector<jobs::TableBinding>> ResolveInputs(const syntax::PaiParameter& parameter,
                                                      const BuildContext& context) {
  std::vector<Element> elements;
  if (Status cut = Cutter(parameter.value).Cut(elements); !cut.ok()) {
    Error error = std::move(cut).error();
    error.range =
        PlaceInValue(parameter, context.statement_text, error.range.begin, error.range.end);
    return error;
  }
  const bool tables = std::none_of(elements.begin(), elements.end(),
                                   [](const Element& element) { return element.query; });
  std::vector<jobs::TableBinding> bindings;
  if (tables) {
    for (const Part& part : SplitValue(parameter, context)) {
      PAISQL_ASSIGN(bindings.emplace_back(), ResolveInput(part, context));
    }
    return bindings;
  }
  size_t queries = 0;
  for (const Element& element : elements) {
    if (element.query) {
      PAISQL_ASSIGN(bindings.emplace_back(), ResolveQuery(parameter, element, ++queries, context));
      continue;
    }
    const Part part{parameter.value.substr(element.begin, element.end - element.begin),
                    PlaceInValue(parameter, context.statement_text, element.begin, element.end)};
    PAISQL_ASSIGN(bindings.emplace_back(), ResolveInput(part, context));
  }
  return bindings;
}

std::vector<NamedInput> NamedInputs(std::string_view value) {
  std::vector<Element> elements;
  (void)Cutter(value).Cut(elements);
  std::vector<NamedInput> inputs;
  for (const Element& element : elements) {
    std::string_view text = value.substr(element.begin, element.end - element.begin);
    if (element.query && text.starts_with('(')) text = text.substr(1, text.size() - 2);
    inputs.push_back({std::string(text), element.query});
  }
  return inputs;
}

}  // namespace paisql::pai
