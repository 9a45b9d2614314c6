#include "libraries/oss_remote/credentials.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace paisql::oss {

namespace {

struct Keys {
  std::string id;
  std::string secret;
  std::string token;

  bool whole() const { return !id.empty() && !secret.empty(); }
};

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string_view Trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

// The first accessKeyID, accessKeySecret and stsToken of the platform's ossutil.
Keys OssutilKeys() {
  Keys keys;
  const std::string path = Variable("HOME") + "/.ossutilconfig";
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return keys;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t equals = std::min(line.find('='), line.size());
    std::string name;
    for (const char c : Trimmed(std::string_view(line).substr(0, equals))) {
      name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (equals == line.size()) continue;
    const std::string value(Trimmed(std::string_view(line).substr(equals + 1)));
    if (name == "accesskeyid" && keys.id.empty()) keys.id = value;
    if (name == "accesskeysecret" && keys.secret.empty()) keys.secret = value;
    if (name == "ststoken" && keys.token.empty()) keys.token = value;
  }
  return keys;
}

Keys FindKeys(const Endpoint& endpoint) {
  Keys keys = {endpoint.access_key_id, endpoint.access_key_secret, endpoint.security_token};
  if (keys.whole() || endpoint.scheme != "oss") return keys;
  keys = {Variable("OSS_ACCESS_KEY_ID"), Variable("OSS_ACCESS_KEY_SECRET"),
          Variable("OSS_SESSION_TOKEN")};
  return keys.whole() ? keys : OssutilKeys();
}

}  // namespace

bool TakeKeys(const Endpoint& endpoint, arrow::fs::S3Options* options) {
  if (endpoint.anonymous) {
    options->ConfigureAnonymousCredentials();
    return true;
  }
  const Keys keys = FindKeys(endpoint);
  if (keys.whole()) {
    options->ConfigureAccessKey(keys.id, keys.secret, keys.token);
    return true;
  }
  options->ConfigureDefaultCredentials();
  return !options->GetAccessKey().empty();
}

}  // namespace paisql::oss
