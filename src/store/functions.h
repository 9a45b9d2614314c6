#pragma once

// Functions of users in Python and Java: a class in one of the resources that the function names,
// or in code of its own. SQL functions are kept beside the views.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::store {

// A module that the statement itself has brought.
struct FunctionCode {
  std::string file_name;  // without .py
  std::string text;

  bool operator==(const FunctionCode&) const = default;
};

struct UserFunction {
  int64_t id = 0;
  std::string project;     // a place, as that of a table
  std::string name;        // as it was written
  std::string class_name;  // "module.Class", or that of Java
  // Names of resources of the place, or "project/resources/name"; never one with a comma.
  std::vector<std::string> resources;
  std::vector<FunctionCode> codes;
  std::string owner;
  int64_t created_ms = 0;

  // What the class says of itself, as it was when the resources had these ids. "" in `form`: it
  // was not found.
  std::string form;  // "scalar", "aggregate", "table"
  // The text of annotate; "" for a table function without one. In Java those of @Resolve or of the
  // methods, with ; between them.
  std::string signature;
  bool whole_columns = false;
  std::vector<int64_t> read_from;

  // "project.name"
  std::string QualifiedName() const { return project + "." + name; }
};

// How it is called, as a built-in function's page says it: "(BIGINT, STRING) -> DOUBLE" of annotate
// "bigint,string->double". `form` is as above, or "sql" for a SQL function with its definition.
std::string CallText(std::string_view form, std::string_view signature);

}  // namespace paisql::store
