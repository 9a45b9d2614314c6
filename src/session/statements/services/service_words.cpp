#include "session/statements/services/service_words.h"

#include <charconv>
#include <filesystem>
#include <system_error>

#include "fleet/stored_properties.h"
#include "inference/model.h"
#include "serving/processor/processor_file.h"
#include "serving/settings/names.h"
#include "serving/settings/properties.h"
#include "session/statements/models/find_model.h"
#include "session/statements/models/model_places.h"
#include "session/statements/services/service_properties.h"

namespace paisql::session {

Status CheckNewServiceName(const std::string& name, const SourceRange& range) {
  if (serving::IsServiceName(name) && name.find('.') == std::string::npos) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + name + "' is not a name for a service", range,
               "a name has letters, digits, _ and -, at most 128"};
}

Result<int64_t> ReadNumber(const syntax::Word& word, int64_t least, int64_t most,
                           const std::string& what) {
  int64_t number = 0;
  const char* end = word.text.data() + word.text.size();
  const auto read = std::from_chars(word.text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end && number >= least && number <= most) return number;
  return Error{ErrorCode::kInvalidCommand, "'" + word.text + "' is not a valid " + what, word.range,
               ""};
}

namespace {

// What a processor is told of its model: any file or folder.
Result<std::string> ModelOfProcessor(const syntax::Word& place, Run& run) {
  PAISQL_ASSIGN(const std::string path, FindPlace(place, run));
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) {
    return std::filesystem::absolute(path, unknown).lexically_normal().string();
  }
  return Error{ErrorCode::kModelNotFound, place.text + " does not exist", place.range, ""};
}

Status TakeProcessor(const syntax::Word& place, Run& run, store::ServiceVersion* version) {
  PAISQL_ASSIGN(const std::string path, FindPlace(place, run));
  PAISQL_ASSIGN_AT(place.range, const serving::ProcessorFile file, serving::FindProcessor(path));
  version->processor = file.kind == serving::ProcessorKind::kPython ? "python" : "cpp";
  version->properties = fleet::WithProperties(version->properties,
                                              {{std::string(serving::kProcessorPath), file.path}});
  return Status::Ok();
}

}  // namespace

Result<store::ServiceVersion> ServedBy(const syntax::ServiceStatement& statement, Run& run) {
  store::ServiceVersion version;
  PAISQL_ASSIGN(version.processor, serving::ProcessorOf("tensorflow"));
  if (statement.processor.has_value()) {
    PAISQL_TRY(TakeProcessor(*statement.processor, run, &version));
    if (statement.source.has_value()) {
      PAISQL_ASSIGN(version.folder, ModelOfProcessor(*statement.source, run));
    }
    if (!statement.model.has_value()) return version;
  } else if (statement.source.has_value()) {
    PAISQL_ASSIGN(const ModelPlace place, FindModelPlace(*statement.source, run));
    if (place.kind != ModelKind::kSavedModel) {
      return Error{ErrorCode::kModel, place.path + " is not a SavedModel", statement.source->range,
                   "CREATE MODEL m FROM '" + statement.source->text +
                       "' makes one of it, and DEPLOY SERVICE … USING MODEL m serves it"};
    }
    version.folder = place.path;
    return version;
  }
  const ModelName name = ReadModelName(statement.model->text, run);
  PAISQL_ASSIGN(const store::Model model, FindModel(name, statement.model->range, run));
  version.model_id = model.id;
  version.model_version = model.default_version;
  if (statement.version.has_value()) {
    PAISQL_ASSIGN(version.model_version, ReadNumber(*statement.version, 1, INT32_MAX, "version"));
  }
  const store::ModelVersion* const chosen = model.Version(version.model_version);
  if (chosen == nullptr) {
    return Error{ErrorCode::kModelNotFound,
                 "model " + model.name + " has no version " + std::to_string(version.model_version),
                 statement.version->range, "DESC MODEL " + model.name + " lists them"};
  }
  if (!inference::CanLoad(chosen->format)) {
    return Error{ErrorCode::kUnsupported,
                 "model " + model.name + " cannot be served: its format is " + chosen->format,
                 statement.model->range, "use the PAI component that predicts with such models"};
  }
  return version;
}

}  // namespace paisql::session
