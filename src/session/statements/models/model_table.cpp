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
#include "inference/files/model_rows.h"
#include "pai/value/table_url.h"
#include "session/statements/stream_query.h"
#include "session/statements/tunnel/tunnel.h"
#include "store/files/sha256.h"
#include "store/place.h"
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

bool IsNull(const ArrowArray& column, size_t row) {
  const auto place = static_cast<size_t>(column.offset) + row;
  return column.buffers[0] != nullptr && !engine::IsBitSet(column.buffers[0], place);
}

std::optional<int64_t> NumberOf(const ArrowArray& column, size_t row) {
  if (IsNull(column, row)) return std::nullopt;
  return engine::NumberAt<int64_t>(column, row);
}

std::optional<std::string_view> TextOf(const ArrowArray& column, size_t row) {
  if (IsNull(column, row)) return std::nullopt;
  const int64_t begin = engine::NumberAt<int64_t>(column, row);
  const int64_t end = engine::NumberAt<int64_t>(column, row + 1);
  return std::string_view(static_cast<const char*>(column.buffers[2]) + begin,
                          static_cast<size_t>(end - begin));
}

Status ReadRows(engine::ResultStream& stream, inference::ModelRows& rows) {
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
    if (!batch) return Status::Ok();
    for (size_t row = 0; row < batch.row_count(); ++row) {
      PAISQL_TRY(rows.Add(NumberOf(batch.column(0), row), TextOf(batch.column(1), row)));
    }
  }
}

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
  const std::optional<pai::TableUrlParts> url = pai::ReadTableUrl(place.text);
  if (!url.has_value()) {
    return Error{ErrorCode::kInvalidCommand, "'" + place.text + "' is not the name of a table",
                 place.range, kForm};
  }
  // As TUNNEL names tables: project.schema.table/key=value,key=value.
  const store::Place parts = store::PlaceOf(url->place);
  syntax::Word named{parts.project + "." + parts.schema + "." + url->table, place.range};
  for (size_t i = 0; i < url->rest.size(); ++i) {
    named.text += (i == 0 ? "/" : ",") + url->rest[i];
  }
  PAISQL_ASSIGN(tunnel::TunnelTable found, ResolveTunnelTable(named, "Select", run));
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
  PAISQL_ASSIGN(const std::string sql,
                tunnel::DownloadQuery(source, tunnel::NameInQueries(source.table), {}));
  const Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "the query of a model table does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  const std::string what = "table " + source.table.QualifiedName();
  inference::ModelRows rows(work, what, source.table.columns.size() == kLabelledColumns);
  Status read =
      StreamQuery(**query, std::move(context), RunOptionsOf(run), run,
                  [&rows](engine::ResultStream& stream) { return ReadRows(stream, rows); });
  if (!read.ok()) {
    Error error = std::move(read).error();
    error.range = place.range;  // its places count in the query made above
    return error;
  }
  PAISQL_ASSIGN_AT(place.range, const std::string file, rows.Finish());
  PAISQL_TRY_AT(place.range, Unpack(file, work, what));
  return ZipFacts(file, place.text);
}

}  // namespace paisql::session
