#include "pai/classic/learning/output_columns.h"

#include "pai/classic/classic_input.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

std::vector<store::Column> Renumbered(const std::vector<store::Column>& columns) {
  std::vector<store::Column> made;
  for (const store::Column& column : columns) {
    made.push_back(NewColumn(column.name, column.type));
    made.back().id = static_cast<int64_t>(made.size());
  }
  return made;
}

std::vector<store::Column> OutputColumns(std::initializer_list<NamedType> columns) {
  std::vector<store::Column> made;
  for (const auto& [name, type] : columns) made.push_back(NewColumn(std::string(name), type));
  return Renumbered(made);
}

Result<std::vector<store::Column>> HandedOn(const Parameters& parameters,
                                            const BuildContext& context, std::string_view name,
                                            const std::vector<store::Column>& input) {
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, name, input));
  for (const store::Column& column : columns) {
    const DataType& type = column.type;
    if (!type.IsNested() && !type.IsInterval() && type.id() != TypeId::kJson) continue;
    return Wrong(parameters.PlaceOf(name),
                 "column " + column.name + " is of type " + type.ToString() +
                     ", which a learner cannot hand on",
                 "leave it out, and join the output with the input on a key");
  }
  return columns;
}

Result<std::vector<store::Column>> WithAppended(const Parameters& parameters,
                                                const BuildContext& context,
                                                const std::vector<store::Column>& input,
                                                std::string_view appended,
                                                std::initializer_list<NamedType> added,
                                                Appended absent) {
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                absent == Appended::kAll ? Selected(parameters, context, appended, input)
                                         : HandedOn(parameters, context, appended, input));
  for (const auto& [name, type] : added) {
    if (HasColumn(columns, name)) {
      return Wrong(parameters.PlaceOf(appended),
                   "the output has a column " + std::string(name) + " of its own",
                   "leave it out of " + std::string(appended) + ", or rename it in a query");
    }
    columns.push_back(NewColumn(std::string(name), type));
  }
  return Renumbered(columns);
}

}  // namespace paisql::pai
