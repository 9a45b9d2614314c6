// Where the files of Alink's script components lie.

#include <array>
#include <filesystem>

#include "base/text.h"
#include "pai/value/alink_values.h"
#include "pai/value/json_text.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUrlSetting = "paisql.alink.url.";
constexpr std::array<std::string_view, 2> kWebSchemes = {"https://", "http://"};

// Without the scheme; "" for a text that is no URL of the web.
std::string_view WithoutScheme(std::string_view text) {
  for (const std::string_view scheme : kWebSchemes) {
    if (EqualsIgnoreCase(text.substr(0, scheme.size()), scheme)) return text.substr(scheme.size());
  }
  return "";
}

bool IsBelow(std::string_view url, std::string_view prefix) {
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  return !prefix.empty() && url.starts_with(prefix) &&
         (url.size() == prefix.size() || url[prefix.size()] == '/');
}

// The file of a URL in the folder of the longest prefix that fits it.
Result<NamedFile> ResolveWebFile(const Part& part, const BuildContext& context) {
  const std::string_view text = part.text;
  const std::string_view url = WithoutScheme(text.substr(0, text.find('?')));
  std::string_view best;
  std::string folder;
  for (const auto& [key, value] : *context.settings) {
    if (!EqualsIgnoreCase(std::string_view(key).substr(0, kUrlSetting.size()), kUrlSetting)) {
      continue;
    }
    std::string_view prefix = std::string_view(key).substr(kUrlSetting.size());
    if (const std::string_view bare = WithoutScheme(prefix); !bare.empty()) prefix = bare;
    if (!IsBelow(url, prefix) || prefix.size() <= best.size()) continue;
    best = prefix;
    folder = value;
  }
  if (best.empty()) {
    return ErrorAt(ErrorCode::kInvalidCommand, part,
                   "'" + part.text + "' is not fetched: a statement uses no network",
                   "SET paisql.alink.url.<prefix>=<folder>; says in which folder the files of "
                   "such URLs lie");
  }
  std::string_view rest = url.substr(best.size());
  while (rest.starts_with('/')) rest.remove_prefix(1);
  const fs::path path = (fs::path(folder) / rest).lexically_normal();
  Part found = part;
  found.text = "file://" + path.string();
  return ResolveFile(found, context);
}

}  // namespace

Result<NamedFile> ResolveUserFile(const Part& part, const BuildContext& context) {
  if (!WithoutScheme(part.text).empty() && context.settings != nullptr) {
    return ResolveWebFile(part, context);
  }
  if (part.text.find("://") == std::string::npos &&
      part.text.find("/resources/") == std::string::npos) {
    Part file = part;
    file.text.insert(0, "file://");
    return ResolveFile(file, context);
  }
  return ResolveFile(part, context);
}

Result<std::vector<Part>> UserFileParts(const syntax::PaiParameter& parameter,
                                        const BuildContext& context) {
  const std::string_view text = Trim(parameter.value);
  if (!text.starts_with('[') && !text.starts_with('{')) return SplitValue(parameter, context);
  const auto place = [&](const JsonNode& node) {
    return PlaceInValue(parameter, context.statement_text, node.begin, node.end);
  };
  PAISQL_ASSIGN(JsonNode json, ParseJson(parameter.value));
  for (const JsonMember& member : json.members) {
    if (member.key.text == "filePaths") {
      JsonNode list = member.value;
      json = std::move(list);
      break;
    }
  }
  std::vector<Part> parts;
  for (const JsonNode& element : json.elements) {
    if (element.kind != JsonKind::kString) {
      return Error{ErrorCode::kInvalidCommand, "userFiles: a file is a text", place(element),
                   "write [\"file://a.py\", \"file://b.py\"]"};
    }
    parts.push_back({element.text, place(element)});
  }
  return parts;
}

}  // namespace paisql::pai
