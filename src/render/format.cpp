#include "render/format.h"

#include "base/assert.h"
#include "base/text.h"

namespace paisql::render {

namespace {

struct Named {
  std::string_view name;
  Format format;
  bool shows_layouts;
  bool may_expand;
};

constexpr Named kFormats[] = {
    {"auto", Format::kAuto, true, true},
    {"table", Format::kTable, true, true},
    {"box", Format::kBox, true, true},
    {"markdown", Format::kMarkdown, false, false},
    {"tsv", Format::kTsv, false, false},
    {"csv", Format::kCsv, false, false},
    {"json", Format::kJson, false, false},
    {"jsonl", Format::kJsonl, false, false},
    {"vertical", Format::kVertical, true, false},
    {"html", Format::kHtml, false, false},
};

const Named& Find(Format format) {
  for (const Named& known : kFormats) {
    if (known.format == format) return known;
  }
  PAISQL_UNREACHABLE("a format without a name");
}

}  // namespace

std::optional<Format> FindFormat(std::string_view name) {
  for (const Named& known : kFormats) {
    if (EqualsIgnoreCase(known.name, name)) return known.format;
  }
  return std::nullopt;
}

std::string_view FormatName(Format format) { return Find(format).name; }

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const Named& known : kFormats) names.emplace_back(known.name);
  return names;
}

bool ShowsLayouts(Format format) { return Find(format).shows_layouts; }

bool MayExpand(Format format) { return Find(format).may_expand; }

}  // namespace paisql::render
