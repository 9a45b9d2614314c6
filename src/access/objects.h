#pragma once

// The kinds of objects of a project and what can be done with each: a table of rows. Pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::access {

struct ObjectType {
  std::string_view name;    // "table", as GRANT … ON says it
  std::string_view other;   // another word for it, "" for none
  std::string_view folder;  // "tables" of projects/p/tables/t; "" for the project itself
  std::span<const std::string_view> actions;  // "Select", …; All means them all
};

inline constexpr std::string_view kAll = "All";

std::span<const ObjectType> ObjectTypes();
// Null for an unknown word; letter case does not matter.
const ObjectType* FindObjectType(std::string_view word);
// The action as the platform writes it, "" for one that the type does not have.
std::string_view FindAction(const ObjectType& type, std::string_view word);
std::vector<std::string> ActionNames(const ObjectType& type);  // All among them

// "projects/p/tables/t", as SHOW GRANTS names it; a column follows the table: ".../t/c".
std::string ObjectPath(const ObjectType& type, std::string_view project, std::string_view object,
                       std::string_view column = "");
// "acs:odps:*:projects/p/tables/t".
std::string ObjectResource(const ObjectType& type, std::string_view project,
                           std::string_view object);

}  // namespace paisql::access
