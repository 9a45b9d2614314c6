#include "session/statements/services/service_words.h"

#include <charconv>

#include "serving/service/properties.h"
#include "serving/service/target.h"
#include "session/statements/models/find_model.h"
#include "session/statements/models/model_source.h"

namespace paisql::session {

Status CheckNewServiceName(const std::string& name, const SourceRange& range) {
  if (serving::IsServiceName(name) && name.find('.') == std::string::npos) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + name + "' is no name for a service", range,
               "a name has letters, digits, _ and -, at most 128"};
}

Result<int64_t> ReadNumber(const syntax::Word& word, int64_t least, int64_t most,
                           const std::string& what) {
  int64_t number = 0;
  const char* end = word.text.data() + word.text.size();
  const auto read = std::from_chars(word.text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end && number >= least && number <= most) return number;
  return Error{ErrorCode::kInvalidCommand, "'" + word.text + "' is no " + what, word.range, ""};
}

Result<store::ServiceVersion> ServedBy(const syntax::ServiceStatement& statement, Run& run) {
  store::ServiceVersion version;
  PAISQL_ASSIGN(version.processor, serving::ProcessorOf("tensorflow"));
  if (statement.source.has_value()) {
    PAISQL_ASSIGN(const ModelPlace place, FindModelPlace(*statement.source, run));
    if (place.kind != ModelKind::kSavedModel) {
      return Error{ErrorCode::kModel, place.path + " is no SavedModel", statement.source->range,
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
  if (model.Version(version.model_version) == nullptr) {
    return Error{ErrorCode::kModelNotFound,
                 "model " + model.name + " has no version " + std::to_string(version.model_version),
                 statement.version->range, "DESC MODEL " + model.name + " lists them"};
  }
  return version;
}

}  // namespace paisql::session
