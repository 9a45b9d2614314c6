#include "script/destination/output_request.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/result.h"
#include "base/text.h"

namespace paisql::script {

namespace {

constexpr const char* kUsage =
    "\\g [format=NAME] [header=on|off] [expanded=on|off|auto] [> FILE | >> FILE | | COMMAND]";

// The place of a part of the ending in it.
SourceRange RangeIn(std::string_view ending, std::string_view part) {
  const auto begin = static_cast<size_t>(part.data() - ending.data());
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const std::string_view before = ending.substr(0, begin);
  const auto column = before.size() - static_cast<size_t>(std::ranges::count_if(before, continues));
  return {begin, begin + part.size(), 1, static_cast<int>(column) + 1};
}

Error Refusal(std::string detail, std::string hint = kUsage) {
  return {ErrorCode::kInvalidCommand, std::move(detail), {}, std::move(hint)};
}

// The endings of a statement, and the options that each implies.
struct Ending {
  std::string_view name;
  bool expanded;
};

constexpr Ending kEndings[] = {{"\\g", false}, {"\\G", true}, {"\\gx", true}};

Status RequestFormat(const std::string& value, OutputRequest& request) {
  request.format = render::FindFormat(value);
  if (request.format.has_value()) return Status::Ok();
  const std::string near = DidYouMean(value, render::FormatNames());
  return Refusal("there is no format '" + value + "'",
                 near.empty() ? "the formats are " + Join(render::FormatNames(), ", ") : near);
}

Status SetHeader(const std::string& value, OutputRequest& request) {
  if (EqualsIgnoreCase(value, "on")) request.header = true;
  if (EqualsIgnoreCase(value, "off")) request.header = false;
  if (request.header.has_value()) return Status::Ok();
  return Refusal("header= does not take '" + value + "', expect on or off");
}

Status RequestExpanded(const std::string& value, OutputRequest& request) {
  request.expanded = ParseExpanded(value);
  if (request.expanded.has_value()) return Status::Ok();
  return Refusal("expanded= does not take '" + value + "', expect on, off or auto");
}

struct Option {
  std::string_view name;
  Status (*set)(const std::string& value, OutputRequest& request);
};

constexpr Option kOptions[] = {
    {"format", RequestFormat}, {"header", SetHeader}, {"expanded", RequestExpanded}};

Status SetOption(std::string_view word, OutputRequest& request) {
  const size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  std::vector<std::string> names;
  for (const Option& option : kOptions) {
    if (equals != std::string_view::npos && EqualsIgnoreCase(option.name, name)) {
      return option.set(std::string(word.substr(equals + 1)), request);
    }
    names.emplace_back(option.name);
  }
  if (equals == std::string_view::npos) {
    return Refusal("\\g does not know '" + std::string(word) + "'",
                   "write a file after > or >>, a command after |; the next statement begins in "
                   "another line");
  }
  const std::string near = DidYouMean(name, names);
  return Refusal("\\g has no option '" + std::string(name) + "'", near.empty() ? kUsage : near);
}

Status SetTarget(std::string_view text, OutputRequest& request) {
  if (text.front() == '|') {
    request.target = TargetKind::kCommand;
    request.where = Trim(text.substr(1));
    return request.where.empty() ? Status(Refusal("there is no command after |")) : Status::Ok();
  }
  const bool append = text.starts_with(">>");
  request.target = append ? TargetKind::kAppend : TargetKind::kFile;
  PAISQL_ASSIGN(request.where, ParsePath(text.substr(append ? 2 : 1)));
  return Status::Ok();
}

}  // namespace

std::optional<render::Expanded> ParseExpanded(std::string_view text) {
  constexpr std::pair<std::string_view, render::Expanded> kValues[] = {
      {"on", render::Expanded::kOn},
      {"off", render::Expanded::kOff},
      {"auto", render::Expanded::kAuto}};
  for (const auto& [name, value] : kValues) {
    if (EqualsIgnoreCase(name, text)) return value;
  }
  return std::nullopt;
}

Result<std::string> ParsePath(std::string_view text) {
  text = Trim(text);
  if (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  const char quote = text.empty() ? '\0' : text.front();
  if (quote == '\'' || quote == '"') {
    if (text.size() < 2 || text.find(quote, 1) != text.size() - 1) {
      return Refusal("the path after > needs its closing quote, and nothing after it");
    }
    text = text.substr(1, text.size() - 2);
  } else if (text.find_first_of(" \t") != std::string_view::npos) {
    return Refusal("there is more than one word after >",
                   "a path with blanks stands in quotes; options stand in front of >");
  }
  if (text.empty()) return Refusal("there is no file after >");
  return std::string(text);
}

Result<OutputRequest> ParseOutputRequest(std::string_view ending) {
  OutputRequest request;
  std::string_view left = Trim(ending);
  if (left.empty()) return request;
  size_t name_end = 1;
  while (name_end < left.size() &&
         std::string_view(" \t>|;").find(left[name_end]) == std::string_view::npos) {
    ++name_end;
  }
  const std::string_view name = left.substr(0, name_end);
  const Ending* known = std::find_if(std::begin(kEndings), std::end(kEndings),
                                     [&](const Ending& e) { return e.name == name; });
  if (known == std::end(kEndings)) {
    Error error =
        Refusal("no statement ends with " + std::string(name),
                "a statement ends with ;, \\g or \\G; other commands stand alone, see \\?");
    error.range = RangeIn(ending, name);
    return error;
  }
  if (known->expanded) request.expanded = render::Expanded::kOn;
  left = Trim(left.substr(name_end));
  while (!left.empty() && left != ";") {
    if (left.front() == '>' || left.front() == '|') {
      PAISQL_TRY_AT(RangeIn(ending, left), SetTarget(left, request));
      break;
    }
    const size_t end = std::min(left.find_first_of(" \t>|"), left.size());
    std::string_view word = left.substr(0, end);
    left = Trim(left.substr(end));
    if (left.empty() && word.ends_with(';')) word.remove_suffix(1);
    PAISQL_TRY_AT(RangeIn(ending, word), SetOption(word, request));
  }
  return request;
}

}  // namespace paisql::script
