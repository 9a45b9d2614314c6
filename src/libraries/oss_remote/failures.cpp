#include "libraries/oss_remote/failures.h"

#include <cstdint>
#include <string_view>

namespace paisql::oss {

namespace {

// In a text, {there} is the endpoint's bucket with its address, {address} the address alone,
// {bucket} our bucket, {seconds} the time limit, {region} the region.
struct Failure {
  std::string_view mark;  // in the library's text
  StoreProblem problem;
  std::string_view why;
  std::string_view cure;
};

constexpr std::string_view kOtherKeys = "DROP BUCKET {bucket}; and CREATE BUCKET with other keys";
constexpr std::string_view kOtherPlace =
    "DROP BUCKET {bucket}; and CREATE BUCKET with another 'endpoint' or LOCATION";
constexpr std::string_view kTryAgain = "try it again, or ask who runs {address}";

// The first that fits counts.
constexpr Failure kFailures[] = {
    {"NO_SUCH_BUCKET", StoreProblem::kBadBucket, "{there} does not exist",
     "make it there, or DROP BUCKET {bucket}; and CREATE BUCKET with another LOCATION"},
    {"NO_SUCH_UPLOAD", StoreProblem::kBroken, "{address} has given up the upload", kTryAgain},
    {"INVALID_ACCESS_KEY_ID", StoreProblem::kDenied, "{address} does not know the access_key_id",
     kOtherKeys},
    {"InvalidAccessKeyId", StoreProblem::kDenied, "{address} does not know the access_key_id",
     kOtherKeys},
    {"SIGNATURE_DOES_NOT_MATCH", StoreProblem::kDenied,
     "the access_key_secret is not that of the access_key_id", kOtherKeys},
    {"SignatureDoesNotMatch", StoreProblem::kDenied,
     "the access_key_secret is not that of the access_key_id", kOtherKeys},
    {"INVALID_TOKEN", StoreProblem::kDenied, "the security_token does not count", kOtherKeys},
    {"ExpiredToken", StoreProblem::kDenied, "the security_token has expired", kOtherKeys},
    {"RequestTimeTooSkewed", StoreProblem::kDenied,
     "the clock of this machine is not that of {address}", "set the clock"},
    {"REQUEST_TIME_TOO_SKEWED", StoreProblem::kDenied,
     "the clock of this machine is not that of {address}", "set the clock"},
    {"ACCESS_DENIED", StoreProblem::kDenied, "{there} denies it to these keys",
     "give them the permission there, or DROP BUCKET {bucket}; and CREATE BUCKET with other keys"},
    {"HTTP status 403", StoreProblem::kDenied, "{there} denies it to these keys",
     "give them the permission there, or DROP BUCKET {bucket}; and CREATE BUCKET with other keys"},
    {"AuthorizationHeaderMalformed", StoreProblem::kBadBucket,
     "{there} does not lie in region {region}",
     "DROP BUCKET {bucket}; and CREATE BUCKET with its 'region'"},
    {"PermanentRedirect", StoreProblem::kBadBucket, "{there} does not lie in region {region}",
     "DROP BUCKET {bucket}; and CREATE BUCKET with its 'region' or 'endpoint'"},
    {"HTTP status 301", StoreProblem::kBadBucket, "{there} does not lie in region {region}",
     "DROP BUCKET {bucket}; and CREATE BUCKET with its 'region' or 'endpoint'"},
    {"configured region", StoreProblem::kBadBucket, "{there} does not lie in region {region}",
     "DROP BUCKET {bucket}; and CREATE BUCKET with its 'region'"},
    {"curlCode: 18,", StoreProblem::kBroken, "{address} broke off in the middle of the data",
     kTryAgain},
    {"curlCode: 28,", StoreProblem::kUnreachable, "{address} did not answer within {seconds} s",
     "the properties 'connect_timeout' and 'request_timeout' of CREATE BUCKET change the time"},
    {"curlCode: 6,", StoreProblem::kUnreachable, "the name of {address} is not known", kOtherPlace},
    {"curlCode: 7,", StoreProblem::kUnreachable, "nothing answers at {address}", kOtherPlace},
    {"curlCode: 35,", StoreProblem::kUnreachable, "{address} does not speak TLS as expected",
     "begin the 'endpoint' with http:// or https://, as it needs"},
    {"curlCode: 60,", StoreProblem::kUnreachable, "the certificate of {address} is not trusted",
     "name the file of its authority: the property 'ca_file' of CREATE BUCKET"},
    {"NETWORK_CONNECTION", StoreProblem::kUnreachable, "the connection to {address} failed",
     kTryAgain},
    {"SLOW_DOWN", StoreProblem::kUnreachable, "{address} has too much to do", kTryAgain},
    {"SERVICE_UNAVAILABLE", StoreProblem::kUnreachable, "{address} has too much to do", kTryAgain},
    {"HTTP status 503", StoreProblem::kUnreachable, "{address} has too much to do", kTryAgain},
    {"INTERNAL_FAILURE", StoreProblem::kUnreachable, "{address} failed (HTTP 500)", kTryAgain},
    {"HTTP status 5", StoreProblem::kUnreachable, "{address} failed (HTTP {status})", kTryAgain},
    {"NO_SUCH_KEY", StoreProblem::kNotFound, "", ""},
    {"RESOURCE_NOT_FOUND", StoreProblem::kNotFound, "", ""},
    {"HTTP status 404", StoreProblem::kNotFound, "", ""},
    {"HTTP status 416", StoreProblem::kBroken, "the object became shorter while it was read",
     "read it again"},
    {"HTTP status", StoreProblem::kBroken,
     "{address} gave an answer that is not valid (HTTP {status})", kOtherPlace},
};

constexpr Failure kUnknown = {"", StoreProblem::kBroken,
                              "{address} gave an answer that is not valid", kOtherPlace};

std::string HttpStatus(std::string_view text) {
  constexpr std::string_view kMark = "HTTP status ";
  const size_t at = text.find(kMark);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = text.substr(at + kMark.size());
  return std::string(rest.substr(0, rest.find(')')));
}

void Replace(std::string* text, std::string_view mark, const std::string& with) {
  const size_t at = text->find(mark);
  if (at != std::string::npos) text->replace(at, mark.size(), with);
}

}  // namespace

StoreStatus StatusOf(const arrow::Status& status, const Attempt& attempt, const Endpoint& endpoint,
                     const std::string& bucket) {
  if (status.ok()) return {};
  const std::string said = status.ToString();
  const Failure* failure = &kUnknown;
  for (const Failure& one : kFailures) {
    if (said.find(one.mark) == std::string::npos) continue;
    failure = &one;
    break;
  }
  if (failure->problem == StoreProblem::kNotFound) return Missing(attempt.name);
  std::string text = attempt.name + " cannot be " + attempt.verb + ": " +
                     std::string(failure->why) + "; " + std::string(failure->cure);
  const auto seconds = static_cast<int64_t>(endpoint.request_timeout_sec);
  Replace(&text, "{there}", "bucket '" + endpoint.bucket + "' at " + endpoint.Url());
  for (int i = 0; i < 2; ++i) {
    Replace(&text, "{address}", endpoint.Url());
    Replace(&text, "{bucket}", bucket);
  }
  Replace(&text, "{seconds}", std::to_string(seconds));
  Replace(&text, "{region}", endpoint.region.empty() ? "us-east-1" : endpoint.region);
  Replace(&text, "{status}", HttpStatus(said));
  return {failure->problem, text};
}

StoreStatus Missing(const std::string& name) {
  return {StoreProblem::kNotFound, name + "; No such file or directory"};
}

}  // namespace paisql::oss
