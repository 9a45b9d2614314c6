#include "nodes/run/node_files.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/text.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

Error IsNull() { return {ErrorCode::kSemantic, "OutPut Result is null, cannot handle!", {}, ""}; }

Status CheckSize(size_t size) {
  if (size <= kLargestAnswer) return Status::Ok();
  return Error{ErrorCode::kSemantic,
               "the result of an assignment is larger than 2 MB",
               {},
               "give the name of a table instead"};
}

// The end of the file: what may count of it.
std::string TailOf(const std::string& path) {
  constexpr size_t kTail = kLargestAnswer + 65536;
  std::ifstream file(path, std::ios::binary);
  if (!file) return "";
  file.seekg(0, std::ios::end);
  const auto size = static_cast<size_t>(file.tellg());
  const size_t begin = size > kTail ? size - kTail : 0;
  file.seekg(static_cast<std::streamoff>(begin));
  std::string text(size - begin, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

}  // namespace

Result<Given> ReadLine(const std::string& path) {
  const std::string text = TailOf(path);
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = rest.rfind('\n');
    std::string_view line = end == std::string_view::npos ? rest : rest.substr(end + 1);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (Trim(line).empty()) continue;
    PAISQL_TRY(CheckSize(line.size()));
    return Given::OfLine(line);
  }
  return IsNull();
}

Result<Given> ReadRows(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    return Error{ErrorCode::kSemantic, "find no select sql in sql assignment!", {}, ""};
  }
  PAISQL_TRY(CheckSize(std::filesystem::file_size(path, failure)));
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  Given given = Given::OfJson(text);
  if (given.shape() != Given::Shape::kTable || given.size() == 0) return IsNull();
  return given;
}

Result<size_t> ReadWay(const std::string& path, const std::vector<BranchArm>& ways) {
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  const json read = json::parse(text, nullptr, false);
  if (read.is_object() && read.contains("error")) {
    const size_t at = read.value("at", ways.size());
    std::string said = read["error"].get<std::string>();
    if (at < ways.size()) said += " (" + ways[at].place.ToString() + ")";
    return Error{ErrorCode::kSemantic, std::move(said), {}, ""};
  }
  if (!read.is_object() || !read.contains("chosen")) {
    return Error{ErrorCode::kEnvironment, "the branch has not said which way it goes", {}, ""};
  }
  return read["chosen"].is_null() ? ways.size() : read["chosen"].get<size_t>();
}

}  // namespace paisql::nodes
