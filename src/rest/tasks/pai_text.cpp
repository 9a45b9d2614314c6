#include "rest/tasks/pai_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace paisql::rest {

namespace {

bool IsName(std::string_view text) {
  const auto fits = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           letter == '.' || letter == '-';
  };
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, fits);
}

// Readers of PAI statements replace \uXXXX as Java does, after everything else has been found.
std::string QuotedValue(std::string_view value) {
  constexpr std::string_view kMeaning = "\"'\\$`;";
  std::string quoted = "\"";
  for (const char letter : value) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte == 0x7f || kMeaning.find(letter) != std::string_view::npos) {
      quoted += fmt::format("\\u{:04x}", byte);
    } else {
      quoted += letter;
    }
  }
  return quoted + '"';
}

Error NotName(std::string_view what, const std::string& text) {
  return {ErrorCode::kInvalidArgumentType, fmt::format("'{}' is not {}", text, what), {}, ""};
}

}  // namespace

Result<std::string> PaiText(const JobRequest& request) {
  if (!IsName(request.component)) return NotName("a component's name", request.component);
  std::string text = "PAI -name " + request.component;
  const std::string project = request.project.empty() ? "algo_public" : request.project;
  if (!IsName(project)) return NotName("a project's name", project);
  text += " -project " + project;
  const auto job = request.settings.find("odps.task.workflow.custom_job_name");
  if (job != request.settings.end()) text += " -jobname " + QuotedValue(job->second);
  if (request.estimates) text += " -cost";
  for (const auto& [key, value] : request.parameters) {
    if (!IsName(key)) return NotName("a parameter's name", key);
    text += " -D" + key + "=" + QuotedValue(value);
  }
  return text + ";";
}

}  // namespace paisql::rest
