#pragma once

// The request for an answer's format and target at the end of one statement: \g [options]
// [target], with options format=NAME, header=on|off, expanded=on|off|auto and a target > FILE, >>
// FILE or | COMMAND; \G and \gx are \g expanded=on.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "render/format.h"
#include "render/renderer.h"

namespace paisql::script {

enum class TargetKind { kNone, kFile, kAppend, kCommand };

struct OutputRequest {
  std::optional<render::Format> format;
  std::optional<bool> header;
  std::optional<render::Expanded> expanded;
  TargetKind target = TargetKind::kNone;
  std::string where;  // the path or the command, as it was written
};

// `ending` as syntax::StatementText has it; "" asks for nothing. Errors name the cure, and their
// ranges count in the ending.
Result<OutputRequest> ParseOutputRequest(std::string_view ending);

// Reads the path after > or >>: one word, in quotes when it has blanks; a habitual semicolon is
// dropped.
Result<std::string> ParsePath(std::string_view text);

// "on", "off" or "auto", in any letter case.
std::optional<render::Expanded> ParseExpanded(std::string_view text);

}  // namespace paisql::script
