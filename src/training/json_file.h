#pragma once

// The JSON files of a job's directory. Private to training.

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace paisql::training {

// Writes all of it or nothing (training/files.h). Texts of users need not be UTF-8; what is not is
// replaced, so that writing never fails for it.
Status WriteJson(const std::string& path, const nlohmann::json& json);

}  // namespace paisql::training
