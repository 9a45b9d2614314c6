#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/call.h"

namespace paisql::rest {

namespace {

struct NamedError {
  ErrorCode code;
  int status;
  std::string_view name;
};

// What is not here is a fault of the request: 400.
constexpr NamedError kNamed[] = {
    {ErrorCode::kTableNotFound, 404, "NoSuchTable"},
    {ErrorCode::kPartitionNotFound, 404, "NoSuchPartition"},
    {ErrorCode::kProjectNotFound, 404, "NoSuchProject"},
    {ErrorCode::kResourceNotFound, 404, "NoSuchObject"},
    {ErrorCode::kJobNotFound, 404, "NoSuchObject"},
    {ErrorCode::kModelNotFound, 404, "NoSuchObject"},
    {ErrorCode::kAlgorithmNotFound, 404, "NoSuchObject"},
    {ErrorCode::kTableExists, 409, "ObjectAlreadyExists"},
    {ErrorCode::kParse, 400, "ParseError"},
    {ErrorCode::kAuthorization, 403, "NoPermission"},
    {CodeOf("ODPS-0130013"), 403, "NoPermission"},
    {CodeOf("ODPS-0420095"), 403, "NoPermission"},
    {ErrorCode::kMetadata, 500, "InternalServerError"},
    {ErrorCode::kFileOperation, 500, "InternalServerError"},
    {ErrorCode::kIo, 500, "InternalServerError"},
    {ErrorCode::kEnvironment, 500, "InternalServerError"},
    {ErrorCode::kUnknownOutcome, 500, "InternalServerError"},
    {ErrorCode::kDamaged, 500, "InternalServerError"},
};

constexpr std::string_view kNoRequest = "0";

NamedError Named(const Error& error) {
  if (error.about.kind == ErrorSubject::Kind::kConflict) return {error.code, 409, "TableModified"};
  for (const NamedError& one : kNamed) {
    if (one.code == error.code) return one;
  }
  return {error.code, 400, "InvalidArgument"};
}

std::string JsonMember(std::string_view id) { return "\"RequestId\":\"" + std::string(id) + "\""; }

// Puts `now` in the place of the first `before`.
void Replace(const std::string& before, const std::string& now, std::string& text) {
  const size_t at = text.find(before);
  if (at != std::string::npos) text.replace(at, before.size(), now);
}

// A text that documents can hold: what a client has sent comes back in messages.
std::string Shown(std::string_view message) {
  std::string shown(message);
  const bool is_text = IsValidUtf8(message);
  for (char& letter : shown) {
    const auto code = static_cast<unsigned char>(letter);
    const bool is_blank = letter == '\t' || letter == '\n' || letter == '\r';
    if ((code < 0x20 && !is_blank) || (code >= 0x80 && !is_text)) letter = '?';
  }
  return shown;
}

}  // namespace

Answer XmlError(int status, std::string_view code, std::string_view message) {
  // Clients give up on an error without one of the four elements.
  const std::string body = Element("Code", code) + Nested("Message", CData(Shown(message))) +
                           Element("RequestId", kNoRequest) + Element("HostId", "localhost");
  return {status, "application/xml", "<?xml version=\"1.0\"?>" + Nested("Error", body)};
}

Answer JsonError(int status, std::string_view code, std::string_view message) {
  const nlohmann::json body = {{"Code", code},
                               {"Message", Shown(message)},
                               {"RequestId", kNoRequest},
                               {"HostId", "localhost"}};
  // A name that a client has made up may not be UTF-8.
  return {status, "application/json",
          body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

Answer XmlErrorOf(const Error& error) {
  const NamedError named = Named(error);
  return XmlError(named.status, named.name, Redact(error.ToString()));
}

Answer JsonErrorOf(const Error& error) {
  const NamedError named = Named(error);
  return JsonError(named.status, named.name, Redact(error.ToString()));
}

ErrorForm FormOf(const Error& error) {
  const NamedError named = Named(error);
  return {named.status, named.name};
}

void NameRequest(const std::string& id, Answer& answer) {
  if (answer.status < 400) return;
  Replace(Element("RequestId", kNoRequest), Element("RequestId", id), answer.body);
  Replace(JsonMember(kNoRequest), JsonMember(id), answer.body);
}

}  // namespace paisql::rest
