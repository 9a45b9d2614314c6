#include "script/options/client_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "session/settings/open_names.h"
#include "session/settings/settings.h"
#include "session/settings/slip.h"

namespace paisql::script {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 1UL << 20;
constexpr std::string_view kSettingPrefix = "set.";
constexpr std::string_view kOwnPrefix = "paisql.";

// Keys of the client that mean nothing without a service, and those that name who asks.
constexpr std::array<std::string_view, 46> kIgnoredKeys = {"access_id",
                                                           "access_key",
                                                           "account_provider",
                                                           "app_access_id",
                                                           "app_access_key",
                                                           "attach_session_timeout",
                                                           "cupid_proxy_end_point",
                                                           "data_size_confirm",
                                                           "debug",
                                                           "enable_interactive_mode",
                                                           "enable_quota_cache",
                                                           "end_point",
                                                           "fallback_quotaname",
                                                           "https_check",
                                                           "hub_endpoint",
                                                           "instance_priority",
                                                           "instance_tunnel_max_record",
                                                           "instance_tunnel_max_size",
                                                           "interactive_auto_fallback",
                                                           "interactive_max_attach",
                                                           "interactive_output_compatible",
                                                           "interactive_service_name",
                                                           "keep_session_variables",
                                                           "lite_mode",
                                                           "log_view_host",
                                                           "log_view_life",
                                                           "log_view_version",
                                                           "network_connect_timeout",
                                                           "network_read_timeout",
                                                           "post_hook_class",
                                                           "proxy_host",
                                                           "proxy_port",
                                                           "quota_name",
                                                           "region_id",
                                                           "running_cluster",
                                                           "schema_name",
                                                           "signature_v4_corporation",
                                                           "skip_progress",
                                                           "sts_token",
                                                           "test_env",
                                                           "tunnel_endpoint",
                                                           "update_url",
                                                           "use_instance_tunnel",
                                                           "user_commands",
                                                           "endpoint",
                                                           "region"};

// Reads one line after the other.
class Reader {
 public:
  explicit Reader(std::string source) : source_(std::move(source)) {}

  void Line(std::string_view line) {
    ++line_;
    const std::string_view text = Trim(line);
    const auto column = static_cast<size_t>(text.data() - line.data()) + 1;
    if (text.empty() || text[0] == '#' || text[0] == '!' || text[0] == ';' || text[0] == '[') {
      return;
    }
    if (!IsValidUtf8(line)) return Complain(1, "this line is not UTF-8");
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return Complain(column, "expect key=value");
    }
    const std::string key(Trim(text.substr(0, equals)));
    const std::string value(Trim(text.substr(equals + 1)));
    const auto value_column = column + (value.empty() ? text.size() : text.find(value, equals + 1));
    Take(key, value, column, value_column);
  }

  ClientConfig Finish() {
    if (!unknown_.empty()) {
      config_.complaints.push_back(
          fmt::format("{}: nothing here reads {}", source_, Join(unknown_, ", ")));
    }
    return std::move(config_);
  }

 private:
  void Take(const std::string& key, const std::string& value, size_t column, size_t value_column) {
    if (EqualsIgnoreCase(key, "project_name")) {
      config_.project = value;
    } else if (EqualsIgnoreCase(key.substr(0, kSettingPrefix.size()), kSettingPrefix)) {
      TakeSetting(key.substr(kSettingPrefix.size()), value, column, value_column);
    } else if (std::ranges::find(kIgnoredKeys, ToLower(key)) == kIgnoredKeys.end()) {
      unknown_.push_back(fmt::format("{} (line {})", key, line_));
    }
  }

  void TakeSetting(const std::string& key, std::string value, size_t column, size_t value_column) {
    const session::Setting* setting = session::FindSetting(key);
    if (setting == nullptr && EqualsIgnoreCase(key.substr(0, kOwnPrefix.size()), kOwnPrefix) &&
        !session::HasOpenName(key)) {
      return Complain(column, key + " is not a setting");
    }
    if (const session::Setting* meant = session::SettingMeantBy(key); meant != nullptr) {
      Complain(column, session::NobodyReads(key, *meant));
    }
    if (setting != nullptr && setting->type == session::SettingType::kPath && !value.empty()) {
      value = (fs::absolute(source_).parent_path() / value).lexically_normal().string();
    }
    session::Settings probe;
    const Status good = probe.Set(key, value, {});
    if (!good.ok()) return Complain(value_column, good.error().detail);
    config_.settings.emplace_back(key, value);
  }

  void Complain(size_t column, const std::string& what) {
    config_.complaints.push_back(fmt::format("{}:{}:{}: {}", source_, line_, column, what));
  }

  std::string source_;
  size_t line_ = 0;
  ClientConfig config_;
  std::vector<std::string> unknown_;
};

}  // namespace

ClientConfig ParseClientConfig(std::string_view text, const std::string& source) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Reader reader(source);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    reader.Line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.Finish();
}

Result<ClientConfig> ReadClientConfig(const std::string& flag, const std::string& home) {
  const char* variable = std::getenv("PAISQL_CONFIG");
  const bool named = !flag.empty() || (variable != nullptr && *variable != '\0');
  const std::string path = !flag.empty() ? flag
                           : named       ? std::string(variable)
                                         : home + "/odps_config.ini";
  std::error_code failure;
  if (!named && !fs::exists(path, failure)) return ClientConfig{};
  const auto cannot = [&](const std::string& why) -> Result<ClientConfig> {
    if (named) {
      return Error{ErrorCode::kIo, "cannot read the configuration " + path + ": " + why, {}, ""};
    }
    ClientConfig empty;
    empty.complaints.push_back("cannot read " + path + ": " + why);
    return empty;
  };
  const fs::file_status status = fs::status(path, failure);
  if (fs::is_directory(status)) return cannot("it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(std::strerror(errno));
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kMostBytes) return cannot("it is longer than 1 MiB");
  return ParseClientConfig(text, path);
}

}  // namespace paisql::script
