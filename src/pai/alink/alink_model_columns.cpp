#include "pai/alink/alink_model_columns.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "pai/alink/values/alink_values.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// Whether a program in Python can hand the column on.
bool CanBeKept(const DataType& type) {
  switch (type.id()) {
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kJson:
      return false;
    case TypeId::kArray:
      return type.element().id() != TypeId::kArray && CanBeKept(type.element());
    default:
      return true;
  }
}

auto Named(const std::string& name) {
  return [&name](const store::Column& one) { return EqualsIgnoreCase(one.name, name); };
}

bool Holds(const std::vector<store::Column>& columns, const std::string& name) {
  return std::any_of(columns.begin(), columns.end(), Named(name));
}

}  // namespace

Status ModelColumns::Choose(const store::Table& rows, const SourceRange& input) {
  PAISQL_ASSIGN(std::vector<store::Column> selected,
                ColumnsNamed(parameters_.Find("selectedCols"), rows, context_));
  // A labelled model says itself which columns it was trained on.
  if (IsLabelled(kind_)) {
    std::erase_if(selected, [](const store::Column& one) { return !CanBeKept(one.type); });
  }
  job_["selected"] = nlohmann::json::array();
  for (const store::Column& one : selected) job_["selected"].push_back(one.name);
  // An empty list keeps none, as in Alink; without the parameter all stay.
  if (parameters_.IsEmpty("reservedCols")) return Status::Ok();
  PAISQL_ASSIGN(reserved_, ColumnsNamed(parameters_.Find("reservedCols"), rows, context_));
  return CheckReserved(input);
}

Status ModelColumns::CheckReserved(const SourceRange& input) const {
  const syntax::PaiParameter* given = parameters_.Find("reservedCols");
  const std::vector<Part> parts =
      given == nullptr ? std::vector<Part>() : SplitValue(*given, context_);
  for (size_t i = 0; i < reserved_.size(); ++i) {
    if (CanBeKept(reserved_[i].type)) continue;
    return Wrong(given == nullptr ? input : parts[i].range,
                 "column '" + reserved_[i].name + "' is " + reserved_[i].type.ToString() +
                     ", which a predictor cannot hand on",
                 "leave it out with -DreservedCols");
  }
  return Status::Ok();
}

Result<std::vector<store::Column>> ModelColumns::Answers(const DataType& label) {
  if (const syntax::PaiParameter* schema = parameters_.Find("outputSchemaStr")) {
    job_["schema"] = schema->value;
    return ReadAnswerSchema(*schema, context_);
  }
  const syntax::PaiParameter& prediction = *parameters_.Find("predictionCol");
  const std::string name = Whole(prediction).text;
  job_["prediction"] = name;
  std::vector<store::Column> columns = {
      NewColumn(name, kind_ == ModelKind::kRegressor ? DataType(TypeId::kDouble) : label)};
  if (const syntax::PaiParameter* detail = parameters_.Find("predictionDetailCol")) {
    if (EqualsIgnoreCase(Trim(detail->value), name)) {
      return Wrong(detail->value_range, "predictionDetailCol is the column of predictionCol",
                   "give it another name");
    }
    job_["detail"] = Whole(*detail).text;
    columns.push_back(NewColumn(Whole(*detail).text, TypeId::kString));
  }
  return columns;
}

Result<std::vector<store::Column>> ModelColumns::Output(const DataType& label) {
  PAISQL_ASSIGN(const std::vector<store::Column> answers, Answers(label));
  std::vector<store::Column> columns;
  job_["reserved"] = nlohmann::json::array();
  for (const store::Column& one : reserved_) {
    const auto found = std::find_if(answers.begin(), answers.end(), Named(one.name));
    columns.push_back(found == answers.end() ? NewColumn(one.name, one.type) : *found);
    if (found == answers.end()) job_["reserved"].push_back(one.name);
  }
  for (const store::Column& one : answers) {
    if (!Holds(reserved_, one.name)) columns.push_back(one);
  }
  for (size_t i = 0; i < columns.size(); ++i) columns[i].id = static_cast<int64_t>(i) + 1;
  return columns;
}

nlohmann::json ModelColumns::Read() const {
  nlohmann::json names = job_["selected"];
  for (const nlohmann::json& one : job_["reserved"]) {
    if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
  }
  return names;
}

}  // namespace paisql::pai
