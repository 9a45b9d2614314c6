#include "session/statements/models/model_places.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <vector>

#include "archive/archive.h"
#include "base/files/files.h"
#include "base/text.h"
#include "session/statements/models/zip_of_rows.h"
#include "session/statements/stream_query.h"
#include "session/statements/tunnel/tunnel.h"
#include "store/files/sha256.h"
#include "syntax/parser.h"
#include "tunnel/download.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kScheme = "odps://";
constexpr const char* kForm = "write odps://<project>/tables/<table>[/<key>=<value>...]";
constexpr const char* kColumns =
    "a train component writes the columns model_id BIGINT, model_info STRING, one of Keras also "
    "label_value";
// Of a labelled table's model_id: a string's number times this plus a slice's number.
constexpr int64_t kSlices = int64_t{1} << 20;
constexpr int64_t kLabels = (int64_t{1} << 31) - 1;  // instead of a string's number
constexpr size_t kLabelledColumns = 3;
constexpr int kMostDepth = 2;  // folders around a model in a zip file

bool IsModelTable(const std::vector<store::Column>& columns) {
  const auto is = [&columns](size_t i, std::string_view name, TypeId type) {
    return EqualsIgnoreCase(columns[i].name, name) && columns[i].type.id() == type;
  };
  return columns.size() >= 2 && columns.size() <= kLabelledColumns &&
         is(0, "model_id", TypeId::kBigint) && is(1, "model_info", TypeId::kString) &&
         (columns.size() < kLabelledColumns || EqualsIgnoreCase(columns[2].name, "label_value"));
}

// The rows of a table as they come.
class Rows {
 public:
  Rows(ZipOfRows& zip, std::string what, bool labelled)
      : zip_(zip), what_(std::move(what)), labelled_(labelled) {}

  Status Read(engine::ResultStream& stream) {
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      for (size_t row = 0; row < batch.row_count(); ++row) {
        PAISQL_TRY(Add(NumberOf(batch.column(0), row), TextOf(batch.column(1), row)));
      }
    }
  }

  // The zip file's rows of a labelled table, whose strings are those of its network.
  Status Finish() {
    if (!labelled_) return Status::Ok();
    if (strings_.empty()) return Wrong("is empty: there is no model in it");
    std::vector<std::string> joined;
    for (auto& [number, parts] : strings_) {
      if (number != static_cast<int64_t>(joined.size()) ||
          parts.rbegin()->first + 1 != static_cast<int64_t>(parts.size())) {
        return Wrong("is not a whole model: rows of its string " + std::to_string(joined.size()) +
                     " are missing");
      }
      std::string& string = joined.emplace_back();
      for (auto& [part, text] : parts) string += text;
    }
    return AddStrings(joined);
  }

 private:
  static bool IsNull(const ArrowArray& column, size_t row) {
    const auto place = static_cast<size_t>(column.offset) + row;
    return column.buffers[0] != nullptr && !engine::IsBitSet(column.buffers[0], place);
  }
  static std::optional<int64_t> NumberOf(const ArrowArray& column, size_t row) {
    if (IsNull(column, row)) return std::nullopt;
    return engine::NumberAt<int64_t>(column, row);
  }
  static std::optional<std::string_view> TextOf(const ArrowArray& column, size_t row) {
    if (IsNull(column, row)) return std::nullopt;
    const int64_t begin = engine::NumberAt<int64_t>(column, row);
    const int64_t end = engine::NumberAt<int64_t>(column, row + 1);
    return std::string_view(static_cast<const char*>(column.buffers[2]) + begin,
                            static_cast<size_t>(end - begin));
  }

  Error Wrong(const std::string& what) const {
    return Error{ErrorCode::kModel, what_ + " " + what, {}, ""};
  }

  Status Add(std::optional<int64_t> number, std::optional<std::string_view> text) {
    const bool is_label = labelled_ && number.has_value() && *number / kSlices == kLabels;
    if (is_label) return Status::Ok();
    if (!number.has_value() || !text.has_value()) {
      return Wrong("is not a model: a row has no model_id or no model_info");
    }
    if (!labelled_) return zip_.Add(*number, *text);
    const bool fresh =
        *number >= 0 &&
        strings_[*number / kSlices].try_emplace(*number % kSlices, std::string(*text)).second;
    if (fresh) return Status::Ok();
    return Wrong("is not a whole model: the row with model_id " + std::to_string(*number) +
                 (*number < 0 ? " does not belong to a model" : " appears twice"));
  }

  Status AddStrings(const std::vector<std::string>& strings) {
    // String 0 says where those of the network begin, or in an older form how many they are.
    const Json meta = Json::parse(strings.front(), nullptr, false);
    const auto count_of = [&meta](const char* name, size_t otherwise) {
      if (!meta.is_object() || !meta.contains(name)) return otherwise;
      const Json& value = meta[name];
      if (value.is_number_unsigned()) return value.get<size_t>();
      const std::string text = value.is_string() ? value.get<std::string>() : "";
      const bool digits = !text.empty() && text.size() < 10 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
      return digits ? static_cast<size_t>(std::stoul(text)) : SIZE_MAX / 2;
    };
    const size_t begin = 1 + count_of("tfModelPartitionStart", 0);
    const size_t size = count_of("tfModelPartitionSize", strings.size());
    bool fits = meta.is_object() && begin < strings.size() &&
                (meta.contains("tfModelPartitionStart") || meta.contains("tfModelPartitionSize"));
    for (size_t i = begin; fits && i < strings.size() && i - begin < size; ++i) {
      const Json pair = Json::parse(strings[i], nullptr, false);
      fits =
          pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_string();
      if (fits) PAISQL_TRY(zip_.Add(pair[0].get<int64_t>(), pair[1].get<std::string>()));
    }
    if (fits) return Status::Ok();
    return Wrong("is not a model: its rows are not what the Keras components write");
  }

  ZipOfRows& zip_;
  const std::string what_;
  const bool labelled_;
  std::map<int64_t, std::map<int64_t, std::string>> strings_;  // by number, in slices
};

Result<std::string> ZipFacts(const std::string& zip, const std::string& place) {
  std::ifstream file(zip, std::ios::binary);
  store::Sha256 sum;
  std::string block(size_t{1} << 20, '\0');
  int64_t bytes = 0;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
    sum.Add(reinterpret_cast<const unsigned char*>(block.data()),
            static_cast<size_t>(file.gcount()));
    bytes += file.gcount();
  }
  const Json facts = {{"file", place}, {"bytes", bytes}, {"sha256", sum.Finish()}};
  return facts.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The folder with a saved_model.pb, or "".
std::string FindSavedModel(const fs::path& folder, int depth = 0) {
  std::error_code failure;
  if (fs::is_regular_file(folder / "saved_model.pb", failure)) return folder.string();
  if (depth == kMostDepth) return "";
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (!entry.is_directory(failure)) continue;
    std::string found = FindSavedModel(entry.path(), depth + 1);
    if (!found.empty()) return found;
  }
  return "";
}

Status Unpack(const std::string& zip, const std::string& work, const std::string& what) {
  const std::string folder = work + "/unpacked";
  PAISQL_TRY(MakeFolders(folder));
  Status unpacked = archive::UnpackArchive(zip, folder);
  if (!unpacked.ok()) {
    Error error = std::move(unpacked).error();
    if (error.code != ErrorCode::kInvalidCommand) return error;
    return Error{ErrorCode::kModel, what + " cannot be unpacked: " + error.detail, {}, ""};
  }
  const std::string found = FindSavedModel(folder);
  if (found.empty()) {
    return Error{ErrorCode::kModel,
                 what + " holds no SavedModel: its zip file has no saved_model.pb",
                 {},
                 ""};
  }
  std::error_code failure;
  fs::rename(found, work + "/model", failure);
  if (failure) return FileError("move", found, failure.value());
  return Status::Ok();
}

}  // namespace

bool IsTableUrl(std::string_view place) {
  return EqualsIgnoreCase(place.substr(0, kScheme.size()), kScheme);
}

Result<tunnel::TunnelTable> FindModelTable(const syntax::Word& place, Run& run) {
  const std::vector<std::string> parts =
      Split(std::string_view(place.text).substr(kScheme.size()), '/');
  if (parts.size() < 3 || parts[0].empty() || parts[1] != "tables" || parts[2].empty()) {
    return Error{ErrorCode::kInvalidCommand, "'" + place.text + "' is not the name of a table",
                 place.range, kForm};
  }
  // As TUNNEL names tables: project.table/key=value,key=value.
  syntax::Word named{parts[0] + "." + parts[2], place.range};
  for (size_t i = 3; i < parts.size(); ++i) {
    if (!parts[i].empty()) named.text += (i == 3 ? "/" : ",") + parts[i];
  }
  PAISQL_ASSIGN(tunnel::TunnelTable found, ResolveTunnelTable(named, run));
  if (!IsModelTable(found.table.columns)) {
    return Error{ErrorCode::kModel, "table " + found.table.QualifiedName() + " holds no model",
                 place.range, kColumns};
  }
  if (!found.whole_partition()) {
    return Error{ErrorCode::kPartition,
                 "table " + found.table.QualifiedName() +
                     " is partitioned, and a model is one of "
                     "its partitions",
                 place.range, kForm};
  }
  return found;
}

Result<std::string> UnpackModelTable(const syntax::Word& place, const std::string& work, Run& run) {
  PAISQL_ASSIGN(const tunnel::TunnelTable source, FindModelTable(place, run));
  PAISQL_ASSIGN(const std::string sql, tunnel::DownloadQuery(source, {}));
  const Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "the query of a model table does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  const std::string what = "table " + source.table.QualifiedName();
  ZipOfRows zip(work, what);
  Rows rows(zip, what, source.table.columns.size() == kLabelledColumns);
  Status read = StreamQuery(**query, std::move(context), RunOptionsOf(run), run,
                            [&rows](engine::ResultStream& stream) { return rows.Read(stream); });
  if (!read.ok()) {
    Error error = std::move(read).error();
    error.range = place.range;  // its places count in the query made above
    return error;
  }
  PAISQL_TRY_AT(place.range, rows.Finish());
  PAISQL_ASSIGN_AT(place.range, const std::string file, zip.Finish());
  PAISQL_TRY_AT(place.range, Unpack(file, work, what));
  return ZipFacts(file, place.text);
}

}  // namespace paisql::session
