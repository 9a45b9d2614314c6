#include "serving/service/warm_up_request.h"

#include <utility>

#include "base/files/source_file.h"
#include "serving/wire/array_message.h"
#include "serving/wire/json_call.h"

namespace paisql::serving {

namespace {

Result<Call> ReadBody(const std::string& body,
                      const std::vector<inference::Signature>& signatures) {
  if (!body.starts_with('[') && !body.starts_with('{')) return ReadPredictRequest(body, signatures);
  PAISQL_ASSIGN(JsonCall read, ReadEasJson(body, signatures, ""));
  return std::move(read.call);
}

}  // namespace

Result<Call> ReadWarmUpRequest(const std::string& path,
                               const std::vector<inference::Signature>& signatures) {
  PAISQL_ASSIGN(const std::string body, ReadSource(path));
  Result<Call> call = ReadBody(body, signatures);
  if (call.ok()) return call;
  return Error{ErrorCode::kInvalidCommand,
               "the request of the warm-up, " + path + ", does not fit: " + call.error().detail,
               {},
               "store the body of a request that the model answers"};
}

}  // namespace paisql::serving
