#pragma once

// The values that a PMML model looks at. All of them are numbers: a text is its number among the
// texts that the model names, kUnknownText for any other. NaN stands for a missing value.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/coding/xml_reader.h"
#include "base/result.h"

namespace paisql::inference {

inline constexpr double kUnknownText = -1;

// kModel: what of PMML this program does not compute, or what is wrong with the document.
Error PmmlError(std::string_view what);

// A number of an attribute. kModel where the text does not have the form of one.
Result<double> PmmlNumber(std::string_view text);
Result<double> PmmlNumber(const XmlElement& element, std::string_view attribute,
                          std::optional<double> otherwise = std::nullopt);
// A required attribute.
Result<std::string_view> PmmlText(const XmlElement& element, std::string_view attribute);

struct PmmlField {
  std::string name;
  bool is_text = false;
  bool is_single = false;             // values have the precision of float
  std::vector<double> missing;        // values that mean a missing one
  std::optional<double> replacement;  // comes in the place of a missing value
  // Texts that the model names, and their numbers.
  std::unordered_map<std::string, int> texts;

  // The number of a text; a new one for a text that is new.
  double NumberOf(std::string_view text);
  // The same of a value that arrives; kUnknownText for a text that is new.
  double Find(const std::string& text) const;
};

// Fields of the DataDictionary, and what parts of a model hand to others.
class PmmlFields {
 public:
  Status ReadDictionary(const XmlElement& dictionary);
  // The slot of a field; kModel for a field that does not exist.
  Result<size_t> Slot(std::string_view name) const;
  // A slot for a field that a part of the model computes. A field of the name is shared.
  size_t AddComputed(std::string_view name);

  // A constant that a predicate or a predictor compares the field with.
  Result<double> Constant(size_t slot, std::string_view text);

  PmmlField& operator[](size_t slot) { return fields_[slot]; }
  const PmmlField& operator[](size_t slot) const { return fields_[slot]; }
  size_t size() const { return fields_.size(); }

 private:
  std::vector<PmmlField> fields_;
  std::unordered_map<std::string, size_t> slots_;
};

}  // namespace paisql::inference
