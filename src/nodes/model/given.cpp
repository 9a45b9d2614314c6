#include "nodes/model/given.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

constexpr std::string_view kLength = ".length";

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

Error NoElement(size_t index, size_t size) {
  return {ErrorCode::kInvalidCommand,
          fmt::format("there is no element {}: the first is 0, and there are {}", index, size),
          {},
          ""};
}

std::string Dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<std::vector<std::string>> TextsOf(const json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const json& item : list) {
    if (item.is_array() || item.is_object()) return std::nullopt;
    texts.push_back(item.is_string() ? item.get<std::string>() : item.is_null() ? "" : Dump(item));
  }
  return texts;
}

std::optional<Given> OfValue(const json& value) {
  if (!value.is_array()) return std::nullopt;
  if (!value.empty() && value.front().is_array()) {
    std::vector<std::vector<std::string>> rows;
    for (const json& row : value) {
      std::optional<std::vector<std::string>> texts = TextsOf(row);
      if (!texts.has_value()) return std::nullopt;
      rows.push_back(*std::move(texts));
    }
    return Given::Table(std::move(rows));
  }
  std::optional<std::vector<std::string>> texts = TextsOf(value);
  if (!texts.has_value()) return std::nullopt;
  return Given::Row(*std::move(texts));
}

// One ${name[…][…]} of a text.
struct Reference {
  size_t end = 0;  // after its brace
  std::string_view name;
  std::vector<std::string_view> indices;
};

// Reads a text that begins with "${"; nullopt for another form.
std::optional<Reference> ReadReference(std::string_view text) {
  Reference reference;
  size_t at = 2;
  while (at < text.size() && IsNameByte(text[at])) ++at;
  reference.name = text.substr(2, at - 2);
  while (at < text.size() && text[at] == '[') {
    int depth = 0;
    const size_t begin = at + 1;
    do {
      if (text[at] == '[') ++depth;
      if (text[at] == ']') --depth;
      if (text[at] == '\n') return std::nullopt;
      ++at;
    } while (depth > 0 && at < text.size());
    if (depth > 0) return std::nullopt;
    reference.indices.push_back(text.substr(begin, at - begin - 1));
  }
  if (reference.name.empty() || at >= text.size() || text[at] != '}') return std::nullopt;
  reference.end = at + 1;
  return reference;
}

class Putter {
 public:
  Putter(const Givens& givens, GivenForms forms) : givens_(givens), forms_(forms) {}

  Result<std::string> Put(std::string_view text, const PutValue& put = {}) const {
    std::string out;
    size_t at = 0;
    while (at < text.size()) {
      const size_t dollar = text.find("${", at);
      if (dollar == std::string_view::npos) break;
      out += text.substr(at, dollar - at);
      at = dollar;
      const bool escaped = dollar > 0 && text[dollar - 1] == '$';
      const std::optional<Reference> reference =
          escaped ? std::nullopt : ReadReference(text.substr(dollar));
      if (reference.has_value()) {
        PAISQL_ASSIGN(const std::optional<std::string> value, ValueOf(*reference));
        if (value.has_value()) {
          out += put ? put(text.substr(dollar, reference->end), *value) : *value;
          at = dollar + reference->end;
          continue;
        }
      }
      out += "${";
      at += 2;
    }
    out += text.substr(at);
    return out;
  }

 private:
  Result<std::optional<std::string>> ValueOf(const Reference& reference) const {
    std::string_view name = reference.name;
    const bool of_loop = name.starts_with("dag.");
    const bool plain = reference.indices.empty() && !name.ends_with(kLength);
    if (forms_ == GivenForms::kIndexed && !of_loop && plain) {
      return std::optional<std::string>();
    }
    auto found = givens_.find(name);
    if (found == givens_.end() && name.ends_with(kLength)) {
      name.remove_suffix(kLength.size());
      found = givens_.find(name);
      if (found != givens_.end()) {
        return std::optional(found->second.unknown() ? std::string("1")
                                                     : std::to_string(found->second.size()));
      }
    }
    if (found == givens_.end()) return std::optional<std::string>();
    const Given& given = found->second;
    if (given.unknown()) return std::optional(std::string("0"));
    std::vector<size_t> indices;
    for (const std::string_view text : reference.indices) {
      PAISQL_ASSIGN(const std::string put, Put(text));
      const std::optional<size_t> index = ParseNumber<size_t>(Trim(put));
      if (!index.has_value()) {
        return Error{
            ErrorCode::kInvalidCommand,
            fmt::format("${{{}[{}]}}: '{}' is not a number of an element", name, text, put),
            {},
            "elements are counted from 0"};
      }
      indices.push_back(*index);
    }
    Result<std::string> value = indices.empty()       ? Result<std::string>(given.Whole())
                                : indices.size() == 1 ? given.At(indices[0])
                                                      : given.At(indices[0], indices[1]);
    if (!value.ok()) {
      Error error = std::move(value).error();
      error.detail = fmt::format("{}: {}", reference.name, error.detail);
      return error;
    }
    return std::optional(*std::move(value));
  }

  const Givens& givens_;
  GivenForms forms_;
};

}  // namespace

Given Given::Text(std::string text) {
  Given given;
  given.text_ = std::move(text);
  return given;
}

Given Given::Row(std::vector<std::string> values) {
  Given given;
  given.shape_ = Shape::kRow;
  given.rows_.push_back(std::move(values));
  return given;
}

Given Given::Table(std::vector<std::vector<std::string>> rows) {
  Given given;
  given.shape_ = Shape::kTable;
  given.rows_ = std::move(rows);
  return given;
}

Given Given::Unknown() {
  Given given;
  given.unknown_ = true;
  return given;
}

Given Given::OfLine(std::string_view line) {
  std::vector<std::string> values(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == ',') {
      values.back() += line[++i];
    } else if (line[i] == ',') {
      values.emplace_back();
    } else {
      values.back() += line[i];
    }
  }
  return Row(std::move(values));
}

Given Given::OfText(const std::string& text) {
  if (text.empty()) return Row({});
  const std::string_view bare = Trim(text);
  if (bare.starts_with('[')) {
    const json value = json::parse(bare, nullptr, false);
    if (std::optional<Given> read = OfValue(value)) return *std::move(read);
  }
  return OfLine(text);
}

size_t Given::size() const {
  if (shape_ == Shape::kText) return 1;
  return shape_ == Shape::kRow ? rows_.front().size() : rows_.size();
}

std::string Given::Whole() const {
  if (shape_ == Shape::kText) return text_;
  if (shape_ == Shape::kRow) return Join(rows_.front(), ",");
  return Dump(json(rows_));
}

Result<std::string> Given::At(size_t index) const {
  if (index >= size()) return NoElement(index, size());
  if (shape_ == Shape::kText) return text_;
  return shape_ == Shape::kRow ? rows_.front()[index] : Join(rows_[index], ",");
}

Result<std::string> Given::At(size_t row, size_t column) const {
  if (shape_ == Shape::kTable) {
    if (row >= rows_.size()) return NoElement(row, rows_.size());
    if (column >= rows_[row].size()) return NoElement(column, rows_[row].size());
    return rows_[row][column];
  }
  PAISQL_ASSIGN(std::string value, At(row));
  if (column > 0) return NoElement(column, 1);
  return value;
}

Given Given::Element(size_t index) const {
  if (shape_ == Shape::kTable) return Row(rows_.at(index));
  return Text(shape_ == Shape::kRow ? rows_.front().at(index) : text_);
}

std::string Given::ToJson() const {
  if (shape_ == Shape::kText) return Dump(json(text_));
  return Dump(shape_ == Shape::kRow ? json(rows_.front()) : json(rows_));
}

Given Given::OfJson(const std::string& text) {
  const json value = json::parse(text, nullptr, false);
  if (value.is_string()) return Text(value.get<std::string>());
  return OfValue(value).value_or(Text(""));
}

Result<std::string> PutGivens(std::string_view text, const Givens& givens, GivenForms forms) {
  return Putter(givens, forms).Put(text);
}

Result<std::string> PutGivens(std::string_view text, const Givens& givens, GivenForms forms,
                              const PutValue& put) {
  return Putter(givens, forms).Put(text, put);
}

namespace {

bool Names(std::string_view text, const Givens& givens, bool unknown) {
  for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
    size_t end = at + 2;
    while (end < text.size() && IsNameByte(text[end])) ++end;
    std::string_view name = text.substr(at + 2, end - at - 2);
    if (name.ends_with(kLength) && !givens.contains(name)) name.remove_suffix(kLength.size());
    const auto found = givens.find(name);
    if (found != givens.end() && (!unknown || found->second.unknown())) return true;
  }
  return false;
}

}  // namespace

bool NamesUnknown(std::string_view text, const Givens& givens) { return Names(text, givens, true); }
bool NamesAny(std::string_view text, const Givens& givens) { return Names(text, givens, false); }

Givens UnknownOfLoops() {
  Givens givens;
  for (const char* name :
       {"dag.offset", "dag.loopTimes", "dag.input", "dag.loopDataArray", "dag.foreach.current"}) {
    givens.emplace(name, Given::Unknown());
  }
  return givens;
}

}  // namespace paisql::nodes
