#pragma once

// odps_config.ini, the configuration of the platform's client: the project and the settings
// (set.KEY=VALUE) count here. Credentials and addresses have nothing to say and are never shown.
// What is wrong in a file is told and left out; the session starts all the same.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::script {

struct ClientConfig {
  std::string project;                                        // "" when it names none
  std::vector<std::pair<std::string, std::string>> settings;  // checked
  std::vector<std::string> complaints;  // "odps_config.ini:3:1: …", in the order of the file
};

// `source` is the file's name as it was given; relative paths of settings start at its folder.
ClientConfig ParseClientConfig(std::string_view text, const std::string& source);

// The file that the flag names, else the variable PAISQL_CONFIG, else <home>/odps_config.ini. An
// error (for "paisql: …") when one that is named cannot be read.
Result<ClientConfig> ReadClientConfig(const std::string& flag, const std::string& home);

}  // namespace paisql::script
