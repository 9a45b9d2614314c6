#include "inference/pmml/pmml_fields.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace paisql::inference {

Error PmmlError(std::string_view what) {
  return Error{ErrorCode::kModel,
               "the PMML model " + std::string(what),
               {},
               "models of trees, regressions and clusters are computed (docs/serving.md)"};
}

Result<double> PmmlNumber(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size()) return number;
  return PmmlError("has '" + std::string(text) + "' where a number belongs");
}

Result<double> PmmlNumber(const XmlElement& element, std::string_view attribute,
                          std::optional<double> otherwise) {
  const std::optional<std::string_view> text = element.Attribute(attribute);
  if (text.has_value()) return PmmlNumber(*text);
  if (otherwise.has_value()) return *otherwise;
  return PmmlError("has a " + std::string(element.name) + " without " + std::string(attribute));
}

Result<std::string_view> PmmlText(const XmlElement& element, std::string_view attribute) {
  if (const auto text = element.Attribute(attribute)) return *text;
  return PmmlError("has a " + std::string(element.name) + " without " + std::string(attribute));
}

double PmmlField::NumberOf(std::string_view text) {
  const auto found = texts.emplace(std::string(text), static_cast<int>(texts.size())).first;
  return found->second;
}

double PmmlField::Find(const std::string& text) const {
  const auto found = texts.find(text);
  return found == texts.end() ? kUnknownText : found->second;
}

Status PmmlFields::ReadDictionary(const XmlElement& dictionary) {
  for (const XmlElement& element : dictionary.children) {
    if (element.name != "DataField") continue;
    PAISQL_ASSIGN(const std::string_view name, PmmlText(element, "name"));
    const size_t slot = AddComputed(name);
    const std::string_view type = element.Get("dataType", "double");
    fields_[slot].is_text = type == "string";
    fields_[slot].is_single = type == "float";
    for (const XmlElement& value : element.children) {
      if (value.name != "Value" || value.Get("property") != "missing") continue;
      PAISQL_ASSIGN(const double missing, Constant(slot, value.Get("value")));
      fields_[slot].missing.push_back(missing);
    }
  }
  return Status::Ok();
}

Result<size_t> PmmlFields::Slot(std::string_view name) const {
  const auto found = slots_.find(std::string(name));
  if (found != slots_.end()) return found->second;
  return PmmlError("names the field " + std::string(name) + ", which it does not define");
}

size_t PmmlFields::AddComputed(std::string_view name) {
  const auto [found, is_new] = slots_.emplace(std::string(name), fields_.size());
  if (is_new) fields_.emplace_back().name = std::string(name);
  return found->second;
}

Result<double> PmmlFields::Constant(size_t slot, std::string_view text) {
  if (fields_[slot].is_text) return fields_[slot].NumberOf(text);
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  return PmmlNumber(text);
}

}  // namespace paisql::inference
