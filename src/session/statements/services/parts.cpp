#include "session/statements/services/parts.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "fleet/stored_properties.h"
#include "inference/model.h"
#include "names/model_name.h"
#include "serving/processor/processor_file.h"
#include "serving/settings/names.h"
#include "serving/settings/properties.h"
#include "session/statements/models/find_model.h"
#include "session/statements/models/model_places.h"

namespace paisql::session {

Status CheckNewServiceName(const std::string& name, const SourceRange& range) {
  if (serving::IsServiceName(name) && name.find('.') == std::string::npos) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + name + "' is not a name for a service", range,
               "a name has letters, digits, _ and -, at most 128"};
}

Result<int64_t> ReadNumber(const syntax::Word& word, int64_t least, int64_t most,
                           const std::string& what) {
  const auto number = ParseNumber<int64_t>(word.text, least, most);
  if (number.has_value()) return *number;
  return Error{ErrorCode::kInvalidCommand, "'" + word.text + "' is not a valid " + what, word.range,
               ""};
}

namespace {

// The model for a processor: any file or folder.
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
    if (place.kind == ModelKind::kPmml) {
      PAISQL_ASSIGN(version.processor, serving::ProcessorOf("pmml"));
    } else if (place.kind != ModelKind::kSavedModel) {
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
  if (statement.processor.has_value()) return version;
  // What a check expects to be trained can be anything.
  if (chosen->folder == names::kUntrainedFolder) return version;
  if (!inference::CanLoad(chosen->format, chosen->folder)) {
    return Error{ErrorCode::kUnsupported,
                 "model " + model.name + " cannot be served: its format is " + chosen->format,
                 statement.model->range, "use the PAI component that predicts with such models"};
  }
  if (chosen->format != inference::kSavedModelFormat) {
    PAISQL_ASSIGN(version.processor, serving::ProcessorOf("pmml"));
  }
  return version;
}

ServiceName ReadServiceName(std::string_view written, Run& run) {
  const size_t dot = written.find('.');
  if (dot == std::string_view::npos || dot == 0) return {run.state.project, std::string(written)};
  return {std::string(written.substr(0, dot)), std::string(written.substr(dot + 1))};
}

Result<store::Service> FindService(const ServiceName& name, const SourceRange& range, Run& run) {
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN_AT(range, std::optional<store::Service> found, services.Find(name.name));
  if (found.has_value() && EqualsIgnoreCase(found->project, name.project)) return *std::move(found);
  std::string hint;
  if (found.has_value()) {
    hint = "one of project " + found->project + " has this name: " + found->project + "." +
           found->name;
  } else {
    PAISQL_ASSIGN_AT(range, const std::vector<store::Service> others, services.List(name.project));
    std::vector<std::string> names;
    for (const store::Service& other : others) names.push_back(other.name);
    hint = DidYouMean(name.name, names);
  }
  return Error{ErrorCode::kResourceNotFound,
               "service " + name.project + "." + name.name + " does not exist", range,
               hint.empty() ? "SHOW SERVICES lists them" : hint};
}

namespace {

using fleet::ServiceProperties;
using serving::PropertyPlace;

// The longest that a client's HTTP library takes for a header, with room to spare.
constexpr size_t kMostTokenBytes = 1024;
// Names that one line tells of.
class Mentions {
 public:
  void Add(const syntax::Word& name) {
    if (names_.empty()) first_ = name.range;
    names_.push_back(name.text);
  }
  void Tell(const std::string& what, Output& out) const {
    if (!names_.empty()) out.Warn(first_, what + Join(names_, ", "));
  }

 private:
  SourceRange first_;
  std::vector<std::string> names_;
};

// A token must fit a header of HTTP.
Status CheckToken(const syntax::Word& value) {
  bool fits = value.text.size() <= kMostTokenBytes;
  for (const char letter : value.text) fits = fits && letter > ' ' && letter < 0x7f;
  if (fits) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "a token is ASCII without blanks, at most 1024 bytes",
               value.range, ""};
}

// The file of a request, in a bucket or on this machine.
Result<std::string> WarmUpFile(const syntax::Word& value, Run& run) {
  if (value.text.empty()) return std::string();
  PAISQL_ASSIGN(std::string path, FindPlace(value, run));
  std::error_code unknown;
  if (std::filesystem::is_regular_file(path, unknown)) return path;
  return Error{ErrorCode::kInvalidCommand, value.text + " is not a file", value.range,
               "warm_up_data_path names a file with the body of a request"};
}

Result<std::string> LogTableName(const syntax::Word& value, Run& run) {
  if (value.text.empty() || value.text.find('.') != std::string::npos) return value.text;
  return run.state.Place() + "." + value.text;
}

// Values that mean something else to who reads them later, somewhere else.
struct Resolved {
  std::string_view name;
  Result<std::string> (*resolve)(const syntax::Word& value, Run& run);
};
constexpr Resolved kResolved[] = {{"warm_up_data_path", WarmUpFile},
                                  {"sinker.table", LogTableName}};

Result<std::string> ProcessValue(const syntax::Word& name, const syntax::Word& value, Run& run) {
  for (const Resolved& row : kResolved) {
    if (row.name == name.text) return row.resolve(value, run);
  }
  return value.text;
}

}  // namespace

Status Complete(const ServiceProperties& properties, const SourceRange& range, Run& run,
                store::ServiceVersion* version) {
  fleet::Apply(properties, version);
  PAISQL_TRY_AT(range, fleet::CheckTogether(*version));
  const std::vector<std::string> idle = fleet::IdleProperties(*version);
  if (!idle.empty()) {
    run.out.Warn(range, "without effect for a version without a processor: " + Join(idle, ", "));
  }
  return Status::Ok();
}

Result<ServiceProperties> ReadServiceProperties(const syntax::ServiceStatement& statement,
                                                Run& run) {
  ServiceProperties read;
  std::set<std::string> seen;
  Mentions idle;
  Mentions unknown;
  for (const auto& [name, value] : statement.properties) {
    if (!seen.insert(name.text).second) {
      return Error{ErrorCode::kInvalidCommand, "'" + name.text + "' appears twice", name.range, ""};
    }
    const serving::PropertyRow* row = serving::FindProperty(name.text);
    if (row == nullptr && !statement.keeps_unknown) {
      return WithRange(serving::UnknownProperty(name.text), name.range);
    }
    if (row == nullptr) {
      read.kept[name.text] = value.text;
      unknown.Add(name);
      continue;
    }
    PAISQL_TRY_AT(value.range, serving::CheckProperty(*row, name.text, value.text));
    switch (row->place) {
      case PropertyPlace::kToken:
        PAISQL_TRY(CheckToken(value));
        read.token = value.text;
        break;
      case PropertyPlace::kInstances:
        read.instances =
            static_cast<int>(ParseNumber<int64_t>(value.text, 0, INT32_MAX).value_or(1));
        break;
      case PropertyPlace::kProcess: {
        PAISQL_ASSIGN(read.process[name.text], ProcessValue(name, value, run));
        break;
      }
      case PropertyPlace::kGroup:
        read.group[name.text] = value.text;
        break;
      case PropertyPlace::kScaling:
        read.scaling[name.text] = value.text;
        break;
      case PropertyPlace::kKept:
        read.kept[name.text] = value.text;
        idle.Add(name);
        break;
    }
  }
  idle.Tell("kept with the service, without effect here: ", run.out);
  unknown.Tell("kept with the service, but without a meaning here: ", run.out);
  return read;
}

}  // namespace paisql::session
