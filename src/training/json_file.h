#pragma once

// JSON for a job's directory and its row. Private to training.

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace paisql::training {

// Texts of users need not be UTF-8; what is not is replaced, so that writing never fails for it.
std::string JsonText(const nlohmann::json& json);  // on one line
// Writes all of it or nothing (training/files.h).
Status WriteJson(const std::string& path, const nlohmann::json& json);

}  // namespace paisql::training
