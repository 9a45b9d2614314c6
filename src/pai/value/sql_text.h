#pragma once

// Texts of queries that components make (pai/component.h, SqlBuild). Private to pai.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/spec/job_spec.h"

namespace paisql::pai {

// In backquotes, so that any name of a column is one.
std::string QuotedName(std::string_view name);

// The relation that a query reads in place of the table or query that a parameter names.
struct SqlInput {
  std::string relation;  // "`p`.`t`", or a query in parentheses
  std::vector<store::Column> columns;
};
// `query`: its text without parentheses, where the input is one (value/input_values.h).
SqlInput SqlInputOf(const jobs::TableBinding& input, const std::string& query);

// The template with each {name} replaced by its value; a name without a value is a broken promise
// of ours.
std::string FillSql(std::string_view text, const std::map<std::string, std::string>& values);

}  // namespace paisql::pai
