#include <nlohmann/json.hpp>

#include "rest/call.h"
#include "rest/xml_writer.h"

namespace paisql::rest {

namespace {

struct NamedError {
  ErrorCode code;
  int status;
  std::string_view name;
};

constexpr NamedError kNamed[] = {
    {ErrorCode::kTableNotFound, 404, "NoSuchTable"},
    {ErrorCode::kPartitionNotFound, 404, "NoSuchPartition"},
    {ErrorCode::kProjectNotFound, 404, "NoSuchProject"},
    {ErrorCode::kResourceNotFound, 404, "NoSuchObject"},
    {ErrorCode::kParse, 400, "ParseError"},
    {CodeOf("ODPS-0130013"), 403, "NoPermission"},
    {CodeOf("ODPS-0420095"), 403, "NoPermission"},
};

NamedError Named(const Error& error) {
  for (const NamedError& one : kNamed) {
    if (one.code == error.code) return one;
  }
  return {error.code, 400, "InvalidArgument"};
}

}  // namespace

Answer XmlError(int status, std::string_view code, std::string_view message) {
  // Clients give up on an error without one of the four elements.
  const std::string body = Element("Code", code) + Nested("Message", CData(message)) +
                           Element("RequestId", "0") + Element("HostId", "localhost");
  return {status, "application/xml", "<?xml version=\"1.0\"?>" + Nested("Error", body)};
}

Answer JsonError(int status, std::string_view code, std::string_view message) {
  const nlohmann::json body = {
      {"Code", code}, {"Message", message}, {"RequestId", "0"}, {"HostId", "localhost"}};
  return {status, "application/json", body.dump()};
}

Answer XmlErrorOf(const Error& error) {
  const NamedError named = Named(error);
  return XmlError(named.status, named.name, error.ToString());
}

Answer JsonErrorOf(const Error& error) {
  const NamedError named = Named(error);
  return JsonError(named.status, named.name, error.ToString());
}

}  // namespace paisql::rest
