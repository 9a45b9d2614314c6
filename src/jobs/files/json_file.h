#pragma once

// JSON for a job's directory and its row. Private to jobs.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/files/new_file.h"
#include "base/result.h"

namespace paisql::jobs {

// Texts of users need not be UTF-8; what is not is replaced, so that writing never fails for it.
std::string JsonText(const nlohmann::json& json);  // on one line
// The loss of a model that has diverged is a number that JSON has none for: then it is the text
// "nan", "inf" or "-inf".
nlohmann::json JsonOfNumber(double number);
// A number of either form; null, which older files have in place of the texts, is NaN. nullopt for
// anything else.
std::optional<double> NumberOfJson(const nlohmann::json& json);
// Writes all of it or nothing, for the owner's eyes alone.
Status WriteJson(const std::string& path, const nlohmann::json& json,
                 NewFileKind kind = NewFileKind::kOwn);

}  // namespace paisql::jobs
