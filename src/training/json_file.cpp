#include "training/json_file.h"

#include "training/files.h"

namespace paisql::training {

Status WriteJson(const std::string& path, const nlohmann::json& json) {
  constexpr int kIndent = 1;
  return WriteFile(path,
                   json.dump(kIndent, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace paisql::training
