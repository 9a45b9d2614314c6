#pragma once

// Lists whose elements are computed from their position: a table function over such a list makes
// its rows one after the other, and the list is never there as a whole.

#include <string_view>

namespace paisql::functions {

struct GeneratedList {
  std::string_view list;   // the template of the overload that makes the list
  std::string_view count;  // how many elements it has
  // The element at the position $p, which counts from 0.
  std::string_view element;
};

// nullptr for any other template.
const GeneratedList* FindGeneratedList(std::string_view list);

}  // namespace paisql::functions
