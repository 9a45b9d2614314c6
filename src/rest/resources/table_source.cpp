#include "rest/resources/table_source.h"

#include <vector>

#include "base/text.h"
#include "rest/named.h"
#include "rest/objects/partitions.h"
#include "rest/volumes/volume_folder.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kTableHeader = "x-odps-copy-table-source";
constexpr std::string_view kFileHeader = "x-odps-copy-file-source";
constexpr std::string_view kVolumes = "volumes";
constexpr size_t kLeastVolumeParts = 4;  // project/volumes/volume/file
constexpr std::string_view kPartitionWord = "partition(";

Error WrongSource(const std::string& source) {
  return Error{ErrorCode::kInvalidCommand, "'" + source + "' cannot be a resource", {}, ""};
}

// "p.s.`a.b`" as its parts, without quotes.
std::vector<std::string> NameParts(std::string_view name) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (const char letter : name) {
    if (letter == '`') {
      quoted = !quoted;
    } else if (letter == '.' && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

Result<store::Table> NamedTable(const std::string& name, store::Catalog& catalog,
                                const std::string& place) {
  const std::vector<std::string> parts = NameParts(Trim(name));
  switch (parts.size()) {
    case 1:
      return TableOf(catalog, place, parts[0]);
    case 2:
      return TableOf(catalog, parts[0], parts[1]);
    case 3:
      return TableOf(catalog, store::PlaceText(parts[0], parts[1]), parts[2]);
    default:
      return WrongSource(name);
  }
}

}  // namespace

Result<std::string> TableSourceOf(const Call& call, store::Catalog& catalog,
                                  const std::string& place) {
  const std::string source = call.Header(kTableHeader);
  const size_t word = ToLower(source).find(kPartitionWord);
  PAISQL_ASSIGN(const store::Table table, NamedTable(source.substr(0, word), catalog, place));
  PAISQL_TRY(RequireOfTable(call, catalog, table, "Describe"));
  std::string kept = table.QualifiedName();
  if (word == std::string::npos) return kept;
  const size_t begin = word + kPartitionWord.size();
  const size_t end = source.rfind(')');
  if (end == std::string::npos || end < begin || !table.partitioned()) return WrongSource(source);
  PAISQL_ASSIGN(const PartitionMatch match, MatchOf(table, source.substr(begin, end - begin)));
  PAISQL_ASSIGN(const std::vector<store::Partition> found, catalog.ListPartitions(table.id, match));
  for (const auto& level : match) {
    if (!level.has_value()) return WrongSource(source);
  }
  if (found.empty()) {
    return Error{ErrorCode::kPartitionNotFound, "'" + source + "' is not there", {}, ""};
  }
  return kept + " partition(" + found.front().Name(table) + ")";
}

std::string ToldSource(const std::string& kept) {
  const size_t word = kept.find(kPartitionWord);
  if (word == std::string::npos || !kept.ends_with(')')) return kept;
  const size_t begin = word + kPartitionWord.size();
  std::vector<std::string> levels;
  for (const std::string& part : Split(kept.substr(begin, kept.size() - begin - 1), '/')) {
    // A slash without a name after it belongs to the value.
    if (part.find('=') != std::string::npos || levels.empty()) {
      levels.push_back(part);
    } else {
      levels.back() += "/" + part;
    }
  }
  std::string told = kept.substr(0, begin);
  for (size_t i = 0; i < levels.size(); ++i) {
    const size_t equals = levels[i].find('=');
    told += (i > 0 ? "," : "") + levels[i].substr(0, equals) + "='" + levels[i].substr(equals + 1) +
            "'";
  }
  return told + ")";
}

Result<std::string> VolumeFileOf(const Call& call, store::Catalog& catalog) {
  const std::string source = call.Header(kFileHeader);
  std::vector<std::string> parts = Split(source, '/');
  if (!parts.empty() && parts.front().empty()) parts.erase(parts.begin());
  if (parts.size() < kLeastVolumeParts || parts[1] != kVolumes) return WrongSource(source);
  Call named;
  named.path = {"projects", parts[0]};
  named.user = call.user;
  PAISQL_ASSIGN(const std::string project, ProjectOf(named, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, project, "Read"));
  const std::string below = Join(std::vector<std::string>(parts.begin() + 3, parts.end()), "/");
  PAISQL_ASSIGN(std::string path, VolumeFolder(catalog.home(), project).PathOf(parts[2], below));
  PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
  if (entry.folder) return WrongSource(source);
  return path;
}

bool IsOfVolume(const store::Resource& resource) {
  if (resource.kind == store::ResourceKind::kTable) return false;
  const std::vector<std::string> parts = Split(resource.source, '/');
  return parts.size() >= kLeastVolumeParts && !parts.front().empty() && parts[1] == kVolumes;
}

}  // namespace paisql::rest
