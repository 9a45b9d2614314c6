#include "pai/alink/alink_columns.h"

#include <algorithm>

#include "pai/alink/values/example_types.h"
#include "pai/job/component_tables.h"
#include "pai/value/json_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

// Whether the script gets the column.
bool IsTaken(const nlohmann::json& job, const std::string& name) {
  const nlohmann::json& taken = job["columns"];
  return std::find(taken.begin(), taken.end(), name) != taken.end();
}

Status Take(const store::Column& column, const SourceRange& range, nlohmann::json* job) {
  if (!FitsExample(column.type, (*job)["convert"])) {
    return Wrong(range,
                 "column '" + column.name + "' is " + column.type.ToString() +
                     ", which a tf.train.Example does not hold",
                 CureFor(column));
  }
  (*job)["columns"].push_back(column.name);
  return Status::Ok();
}

bool IsSize(const JsonValue& node) {
  return node.kind == JsonKind::kNumber &&
         node.text.find_first_not_of("0123456789") == std::string::npos;
}

// Finds the part of the value that is not an object of lists of sizes; nullptr when all fits.
const JsonValue* FindNoShape(const JsonValue& shapes) {
  if (shapes.kind != JsonKind::kObject) return &shapes;
  for (const JsonValue& shape : shapes.items) {
    if (shape.kind != JsonKind::kArray) return &shape;
    for (const JsonValue& size : shape.items) {
      if (!IsSize(size)) return &size;
    }
  }
  return nullptr;
}

}  // namespace

Status ReadExampleColumns(const Parameters& parameters, const BuildContext& context,
                          const std::vector<store::Column>& columns, const SourceRange& input,
                          nlohmann::json* job) {
  (*job)["convert"] = parameters.IsTrue("convertTypes");
  (*job)["columns"] = nlohmann::json::array();
  const syntax::PaiParameter* selected = parameters.Find("selectedCols");
  if (selected == nullptr) {
    for (const store::Column& column : columns) PAISQL_TRY(Take(column, input, job));
    return Status::Ok();
  }
  for (const Part& part : SplitValue(*selected, context)) {
    PAISQL_ASSIGN(const store::Column column, ColumnNamed(part, columns));
    if (IsTaken(*job, column.name)) {
      return Wrong(part.range, "selectedCols: column '" + part.text + "' appears twice",
                   "leave one of them out");
    }
    PAISQL_TRY(Take(column, part.range, job));
  }
  return Status::Ok();
}

Status ReadTensorShapes(const Parameters& parameters, const BuildContext& context,
                        nlohmann::json* job) {
  const syntax::PaiParameter* given = parameters.Find("tensorShapes");
  if (given == nullptr) return Status::Ok();
  const auto place = [&](const auto& range) {
    return PlaceInValue(*given, context.statement_text, range.begin, range.end);
  };
  const auto wrong = [&](const auto& range) {
    return Wrong(place(range), "tensorShapes: this is not an object of lists of sizes",
                 "write {\"column\": [2, 3]}");
  };
  const Result<JsonValue> shapes = ParseJson(given->value);
  if (!shapes.ok()) return wrong(shapes.error().range);
  if (const JsonValue* node = FindNoShape(*shapes)) return wrong(node->place);
  for (size_t i = 0; i < shapes->keys.size(); ++i) {
    if (IsTaken(*job, shapes->keys[i])) continue;
    return Wrong(place(shapes->items[i].key_place),
                 "tensorShapes: the script gets no column '" + shapes->keys[i] + "'",
                 "name columns of selectedCols, or of the input");
  }
  (*job)["tensor_shapes"] = nlohmann::json::parse(given->value);
  return Status::Ok();
}

Status ReadTensorCols(const Parameters& parameters, const BuildContext& context,
                      const std::vector<store::Column>& columns, nlohmann::json* job) {
  const syntax::PaiParameter* given = parameters.Find("tensorCols");
  if (given == nullptr) return Status::Ok();
  (*job)["tensor_cols"] = nlohmann::json::array();
  for (const Part& part : SplitValue(*given, context)) {
    PAISQL_ASSIGN(const store::Column column, ColumnNamed(part, columns));
    if (!IsTaken(*job, column.name)) {
      return Wrong(part.range, "tensorCols: the script gets no column '" + column.name + "'",
                   "name columns of selectedCols, or of the input");
    }
    if (column.type.id() != TypeId::kString) {
      return Wrong(part.range,
                   "tensorCols: column '" + column.name + "' is " + column.type.ToString() +
                       ", and a tensor is a text such as FLOAT#2#1.5 2",
                   "an ARRAY is a list already; -DtensorShapes says its shape");
    }
    (*job)["tensor_cols"].push_back(column.name);
  }
  return Status::Ok();
}

}  // namespace paisql::pai
