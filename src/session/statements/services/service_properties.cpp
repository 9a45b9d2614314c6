#include "session/statements/services/service_properties.h"

#include <nlohmann/json.hpp>
#include <set>

#include "base/error_at.h"
#include "base/text.h"
#include "serving/service/properties.h"

namespace paisql::session {

namespace {

using Json = nlohmann::json;
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

}  // namespace

Result<ServiceProperties> ReadServiceProperties(const syntax::ServiceStatement& statement,
                                                Sink& sink) {
  ServiceProperties read;
  std::set<std::string> seen;
  Mentions idle;
  Mentions unknown;
  for (const auto& [name, value] : statement.properties) {
    if (!seen.insert(name.text).second) {
      return Error{ErrorCode::kInvalidCommand, "'" + name.text + "' stands there twice", name.range,
                   ""};
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
        read.instances = std::stoi(value.text);
        break;
      case PropertyPlace::kProcess:
        read.process[name.text] = value.text;
        break;
      case PropertyPlace::kKept:
        read.kept[name.text] = value.text;
        idle.Add(name);
        break;
    }
  }
  idle.Tell("kept with the service, without effect here: ", sink);
  unknown.Tell("kept with the service, though nobody knows what it means: ", sink);
  return read;
}

std::map<std::string, std::string> StoredProperties(const std::string& stored) {
  std::map<std::string, std::string> properties;
  const Json object = Json::parse(stored, nullptr, false);
  if (!object.is_object()) return properties;
  for (const auto& [name, value] : object.items()) {
    properties[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return properties;
}

std::string WithProperties(const std::string& stored,
                           const std::map<std::string, std::string>& changed) {
  std::map<std::string, std::string> properties = StoredProperties(stored);
  for (const auto& [name, value] : changed) properties[name] = value;
  return Json(properties).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace paisql::session
