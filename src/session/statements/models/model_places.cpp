#include "session/statements/models/model_places.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "archive/archive.h"
#include "fleet/unpacked_place.h"
#include "oss/bucket.h"
#include "oss/folders.h"
#include "pai/trained_by.h"

namespace paisql::session {

namespace {

Result<std::string> FindPacked(const syntax::Word& place, Run& run) {
  if (!oss::IsOssUrl(place.text)) return run.state.ResolvePath(place.text);
  PAISQL_ASSIGN_AT(place.range, const oss::OssUrl url, oss::ParseOssUrl(place.text));
  const auto bucket = oss::RequireBucket(run.state.home(), url.bucket);
  if (!bucket.ok()) {
    Error error = WithRange(bucket.error(), place.range);
    if (error.code == ErrorCode::kFileOperation) error.code = ErrorCode::kModelNotFound;
    return error;
  }
  if (bucket->remote) {
    return Error{ErrorCode::kUnsupported,
                 "bucket '" + url.bucket + "' lies at an endpoint; models are read from folders",
                 place.range, "OSS CP -r " + place.text + " folder/; brings it here"};
  }
  return oss::LocalPath(run.state.home(), url);
}

}  // namespace

Result<std::string> FindPlace(const syntax::Word& place, Run& run) {
  PAISQL_ASSIGN(const std::string path, FindPacked(place, run));
  std::error_code unknown;
  if (!archive::IsArchiveName(path) || !std::filesystem::is_regular_file(path, unknown)) {
    return path;
  }
  std::string base = fleet::UnpackedFolder(run.state.home());
  if (run.state.checking()) {
    PAISQL_ASSIGN(store::Lease* const lease, run.state.Lease());
    PAISQL_ASSIGN(base, lease->StagingFolder());
  }
  PAISQL_ASSIGN_AT(place.range, const std::string folder, fleet::UnpackPlace(path, base));
  return folder;
}

Result<ModelPlace> FindModelPlace(const syntax::Word& place, Run& run) {
  if (IsTableUrl(place.text)) return ModelPlace{place.text, ModelKind::kTable};
  PAISQL_ASSIGN(const std::string path, FindPlace(place, run));
  PAISQL_ASSIGN_AT(place.range, const ModelPlace found, inference::FindModelAt(path, place.text));
  return found;
}

Status NoteTraining(const syntax::Word& written, const ModelPlace& place, Run& run,
                    store::ModelVersion* version) {
  State& state = run.state;
  store::Catalog& catalog = state.catalog();
  if (place.kind != ModelKind::kTable) {
    return pai::FindTraining(place.path, state.project, catalog, state.home(), version);
  }
  PAISQL_ASSIGN(const tunnel::TunnelTable source, FindModelTable(written, run));
  int64_t written_ms = source.table.last_modified_ms;
  if (!source.partition.empty()) {
    PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                  catalog.ListPartitions(source.table.id, source.partition));
    if (!partitions.empty()) written_ms = partitions.front().last_modified_ms;
  }
  return pai::FindTrainingOfTable(source.table, written_ms, state.project, catalog, state.home(),
                                  version);
}

}  // namespace paisql::session
