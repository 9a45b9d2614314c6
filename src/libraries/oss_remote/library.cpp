// The functions that libpaisql_oss_remote.so exports (oss/object_store.h).

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "arrow/filesystem/s3fs.h"
#include "libraries/oss_remote/credentials.h"
#include "libraries/oss_remote/s3_store.h"
#include "oss/endpoint.h"
#include "oss/object_store.h"

namespace paisql::oss {

namespace {

namespace fs = arrow::fs;

// Where distributions keep the certificates that they trust.
constexpr const char* kCertificates[] = {"/etc/ssl/certs/ca-certificates.crt",
                                         "/etc/pki/tls/certs/ca-bundle.crt",
                                         "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

arrow::Status StartClient() {
  static std::once_flag started;
  static arrow::Status status;
  std::call_once(started, [] {
    fs::S3GlobalOptions options = fs::S3GlobalOptions::Defaults();
    options.log_level = fs::S3LogLevel::Off;
    // A script that uses Arrow's own file systems has begun it already.
    if (!fs::IsS3Initialized()) status = fs::InitializeS3(options);
  });
  return status;
}

// The client's threads must be gone before what they use is. What it makes with its first file
// system is among that, and goes in the reverse order: so this comes after it.
void EndClientAtExit() {
  static std::once_flag registered;
  std::call_once(registered, [] { std::atexit([] { (void)fs::EnsureS3Finalized(); }); });
}

std::string Certificates(const Endpoint& endpoint) {
  if (!endpoint.ca_file.empty()) return endpoint.ca_file;
  for (const char* name : {"AWS_CA_BUNDLE", "SSL_CERT_FILE"}) {
    if (const char* file = std::getenv(name)) return file;
  }
  std::error_code code;
  const auto* found =
      std::find_if(std::begin(kCertificates), std::end(kCertificates),
                   [&code](const char* file) { return std::filesystem::exists(file, code); });
  return found == std::end(kCertificates) ? "" : *found;
}

fs::S3Options OptionsOf(const Endpoint& endpoint) {
  fs::S3Options options;
  options.region = endpoint.region.empty() ? "us-east-1" : endpoint.region;
  options.endpoint_override = endpoint.host;
  options.scheme = endpoint.plain_http ? "http" : "https";
  options.connect_timeout = endpoint.connect_timeout_sec;
  options.request_timeout = endpoint.request_timeout_sec;
  options.force_virtual_addressing = endpoint.virtual_host;
  options.retry_strategy = fs::S3RetryStrategy::GetAwsStandardRetryStrategy(endpoint.attempts);
  // A small object is one request.
  options.allow_delayed_open = true;
  options.tls_ca_file_path = Certificates(endpoint);
  return options;
}

ObjectStore* OpenStore(const std::string& bucket, const std::string& description,
                       StoreStatus* status) {
  std::optional<Endpoint> endpoint = ParseEndpoint(description);
  if (!endpoint.has_value()) {
    *status = {StoreProblem::kBroken, "the file of bucket '" + bucket + "' " +
                                          WhyNoEndpoint(description) + "; DROP BUCKET " + bucket +
                                          "; and CREATE BUCKET make it again"};
    return nullptr;
  }
  const auto broken = [&](const std::string& why) {
    *status = {StoreProblem::kUnreachable, "bucket '" + bucket + "' cannot be reached: " + why};
    return nullptr;
  };
  if (!StartClient().ok()) return broken("the client for endpoints does not start");
  fs::S3Options options = OptionsOf(*endpoint);
  if (!TakeKeys(*endpoint, &options)) {
    *status = {StoreProblem::kDenied,
               "there are no keys for bucket '" + bucket + "' at " + endpoint->Url() +
                   "; give 'access_key_id' and 'access_key_secret' in PROPERTIES of CREATE BUCKET, "
                   "or see docs/oss.md for where they are looked for"};
    return nullptr;
  }
  auto files = fs::S3FileSystem::Make(options);
  if (!files.ok()) return broken("'" + endpoint->Url() + "' is not an endpoint");
  EndClientAtExit();
  return std::make_unique<S3Store>(bucket, *std::move(endpoint), *std::move(files)).release();
}

}  // namespace

}  // namespace paisql::oss

extern "C" __attribute__((visibility("default"))) paisql::oss::ObjectStore* paisql_open_store(
    const std::string& bucket, const std::string& description, paisql::oss::StoreStatus* status) {
  return paisql::oss::OpenStore(bucket, description, status);
}
