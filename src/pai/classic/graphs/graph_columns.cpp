#include "pai/classic/graphs/graph_columns.h"

#include <array>
#include <span>
#include <sstream>

#include "pai/classic/classic_input.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// The columns that a table of vertices has to have.
constexpr std::array kVertexColumnNames = {"vertexCol", "vertexLabelCol"};
constexpr std::array kEdgeColumnNames = {"fromVertexCol", "toVertexCol", "fromGroupCol",
                                         "toGroupCol"};

TypeId GraphType(std::string_view name) {
  if (name == "double") return TypeId::kDouble;
  return name == "bigint" ? TypeId::kBigint : TypeId::kString;
}

Status CheckNames(const Parameters& parameters, const BuildContext& context,
                  std::span<const char* const> names, const std::vector<store::Column>& columns) {
  for (const char* name : names) {
    if (parameters.Find(name) == nullptr) continue;
    PAISQL_ASSIGN(const store::Column column, OneColumn(parameters, context, name, columns));
    if (column.type.IsText() || column.type.IsInteger()) continue;
    return Wrong(parameters.PlaceOf(name),
                 "column " + column.name + " is a " + column.type.ToString() +
                     ", neither a STRING nor an integer",
                 "CAST it to STRING in a query");
  }
  return Status::Ok();
}

Status CheckWeight(const Parameters& parameters, const BuildContext& context,
                   std::string_view asked, std::string_view name,
                   const std::vector<store::Column>& columns) {
  if (parameters.Find(name) == nullptr) {
    if (!parameters.IsTrue(asked)) return Status::Ok();
    return Wrong(parameters.PlaceOf(asked), std::string(asked) + " needs the column of the weights",
                 "name it in -D" + std::string(name));
  }
  PAISQL_ASSIGN(const store::Column column, OneColumn(parameters, context, name, columns));
  return NeedNumbers(parameters, name, {column});
}

}  // namespace

Status CheckGraphColumns(const Parameters& parameters, const BuildContext& context,
                         const SchemaSource& source) {
  const std::vector<store::Column>& edges = source.Of("inputEdgeTableName");
  PAISQL_TRY(CheckNames(parameters, context, kEdgeColumnNames, edges));
  PAISQL_TRY(CheckWeight(parameters, context, "hasEdgeWeight", "edgeWeightCol", edges));
  const auto vertices = source.inputs.find("inputVertexTableName");
  if (vertices == source.inputs.end()) return Status::Ok();
  PAISQL_TRY(CheckNames(parameters, context, kVertexColumnNames, vertices->second));
  return CheckWeight(parameters, context, "hasVertexWeight", "vertexWeightCol", vertices->second);
}

std::vector<store::Column> GraphColumns(std::string_view columns) {
  std::vector<store::Column> made;
  std::istringstream words{std::string(columns)};
  for (std::string word; words >> word;) {
    const size_t colon = word.find(':');
    made.push_back(NewColumn(word.substr(0, colon), GraphType(word.substr(colon + 1))));
    made.back().id = static_cast<int64_t>(made.size());
  }
  return made;
}

}  // namespace paisql::pai
