#include "session/statements/services/service_properties.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "fleet/stored_properties.h"
#include "serving/settings/group.h"
#include "serving/settings/properties.h"
#include "session/statements/models/model_places.h"

namespace paisql::session {

namespace {

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
  void Tell(const std::string& what, Sink& sink) const {
    if (!names_.empty()) sink.Warn(first_, what + Join(names_, ", "));
  }

 private:
  SourceRange first_;
  std::vector<std::string> names_;
};

// What a header of HTTP can carry.
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
  return run.state.project + "." + value.text;
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

Error BadTogether(std::string detail, const SourceRange& range, std::string hint = "") {
  return {ErrorCode::kInvalidCommand, std::move(detail), range, std::move(hint)};
}

}  // namespace

Status CheckTogether(const store::ServiceVersion& version, const SourceRange& range, Run& run) {
  const std::map<std::string, std::string> properties = fleet::StoredProperties(version.properties);
  const bool is_processor = properties.contains(std::string(serving::kProcessorPath));
  std::vector<std::string> idle;
  for (const auto& [name, value] : properties) {
    const serving::PropertyRow* row = serving::FindProperty(name);
    if (row == nullptr || value.empty()) continue;
    if (is_processor && row->use == serving::PropertyUse::kModels) {
      return BadTogether("'" + name + "' is for models, and this version has a processor", range,
                         "'" + name + "'='' takes it away");
    }
    if (!is_processor && row->use == serving::PropertyUse::kProcessors) idle.push_back(name);
  }
  if (!idle.empty()) {
    run.sink.Warn(range, "without effect for a version without a processor: " + Join(idle, ", "));
  }
  const auto sinker = properties.find("sinker.type");
  const bool has_table =
      properties.contains("sinker.table") || properties.contains("sinker.config.maxcompute.table");
  if (sinker != properties.end() && !sinker->second.empty() && !has_table) {
    return BadTogether("a sinker needs a table", range, "'sinker.table'='requests'");
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
        read.instances = static_cast<int>(serving::ReadWhole(value.text, 0, INT32_MAX).value_or(1));
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
  idle.Tell("kept with the service, without effect here: ", run.sink);
  unknown.Tell("kept with the service, but without a meaning here: ", run.sink);
  return read;
}

}  // namespace paisql::session
