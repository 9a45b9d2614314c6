#include "engine/spark/run/spark_error.h"

#include <nlohmann/json.hpp>

namespace paisql::engine::spark {

Error ReadSparkError(const workers::Frame& frame) {
  const nlohmann::json told = nlohmann::json::parse(frame.text, nullptr, false);
  if (!told.is_object()) return Error{ErrorCode::kEnvironment, frame.text, {}, ""};
  const std::optional<ErrorCode> code = FindErrorCode(told.value("code", ""));
  return Error{
      code.value_or(ErrorCode::kScript), told.value("message", ""), {}, told.value("hint", "")};
}

}  // namespace paisql::engine::spark
