#pragma once

// Where tables, views, functions, streams and resources live: in a schema of a project. The text of
// a place is "project" for the schema `default`, which every project has, and "project.schema" for
// any other. What the catalog takes as `project` is such a text; jobs, models and services belong
// to a project, so only its part of the text counts for them.

#include <string>
#include <string_view>

namespace paisql::store {

inline constexpr std::string_view kDefaultSchema = "default";
// With it begins the name of a schema that holds the temporary tables of one session
// (store/upkeep/temporary.h). Nobody makes a schema of such a name, and no list has one.
inline constexpr std::string_view kTemporarySchema = "temporary-";

struct Place {
  std::string project;
  std::string schema;
};

Place PlaceOf(std::string_view text);
std::string PlaceText(std::string_view project, std::string_view schema);
// "project" of a place's text.
std::string ProjectOfPlace(std::string_view text);
// Whether the tables of the place are temporary ones.
bool IsTemporaryPlace(std::string_view text);

}  // namespace paisql::store
