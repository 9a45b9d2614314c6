#include "training/json_file.h"

#include "training/files.h"

namespace paisql::training {

namespace {

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

}  // namespace

std::string JsonText(const nlohmann::json& json) { return json.dump(-1, ' ', false, kReplace); }

Status WriteJson(const std::string& path, const nlohmann::json& json) {
  constexpr int kIndent = 1;
  return WriteFile(path, json.dump(kIndent, ' ', false, kReplace) + "\n");
}

}  // namespace paisql::training
