#pragma once

// The formats that results are shown in. One table has their names; --format, SET paisql.format,
// \format, \g and completion read it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::render {

enum class Format {
  kAuto,  // made for the screen; where there is none it is kTable
  kTable,
  kBox,
  kMarkdown,
  kTsv,
  kCsv,
  kJson,
  kJsonl,
  kVertical,
  kHtml
};

// Letter case does not matter.
std::optional<Format> FindFormat(std::string_view name);
std::string_view FormatName(Format format);
std::vector<std::string> FormatNames();

// Whether SHOW, DESC and their like give the layout made for people instead of rows.
bool ShowsLayouts(Format format);

// Whether \x turns the format into kVertical.
bool MayExpand(Format format);

}  // namespace paisql::render
