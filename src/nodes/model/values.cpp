#include "nodes/model/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "nodes/code/places.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

// One mark in the text.
struct Spot {
  size_t begin = 0;
  size_t end = 0;
  size_t mark = 0;
};

std::vector<Spot> SpotsOf(const MarkedText& marked) {
  std::vector<Spot> spots;
  const std::string& text = marked.text;
  for (size_t at = text.find(marked.name); at != std::string::npos;
       at = text.find(marked.name, at)) {
    const char* begin = text.data() + at + marked.name.size();
    size_t mark = 0;
    const auto read = std::from_chars(begin, text.data() + text.size(), mark);
    const auto end = static_cast<size_t>(read.ptr - text.data()) + 1;
    spots.push_back({at, end, mark});
    at = end;
  }
  return spots;
}

std::vector<size_t> OffsetsOf(const std::vector<Spot>& spots) {
  std::vector<size_t> offsets;
  offsets.reserve(spots.size());
  for (const Spot& spot : spots) offsets.push_back(spot.begin);
  return offsets;
}

// The text with what `put` gives for each spot.
Result<std::string> Filled(const MarkedText& marked, const std::vector<Spot>& spots,
                           const std::function<Result<std::string>(size_t spot)>& put) {
  std::string out;
  size_t at = 0;
  for (size_t i = 0; i < spots.size(); ++i) {
    PAISQL_ASSIGN(const std::string value, put(i));
    out += marked.text.substr(at, spots[i].begin - at) + value;
    at = spots[i].end;
  }
  return out + marked.text.substr(at);
}

Error WouldBeCode(const MarkedText& marked, const Spot& spot, std::string_view where,
                  std::string_view cure) {
  const auto begin = marked.text.begin();
  const auto line = std::count(begin, begin + static_cast<std::ptrdiff_t>(spot.begin), '\n') + 1;
  return {ErrorCode::kInvalidCommand,
          fmt::format("line {} of the code: {} stands {}, and its value would be code there", line,
                      marked.marks[spot.mark].written, where),
          {},
          std::string(cure)};
}

// A literal of Python: a number, several with commas between them, a boolean, None, or lists of
// JSON.
bool IsLiteral(std::string_view value) {
  const std::string_view bare = Trim(value);
  if (bare == "True" || bare == "False" || bare == "None") return true;
  if (bare.starts_with('[')) return json::accept(bare) && bare.find('\n') == std::string_view::npos;
  if (bare.empty()) return false;
  return std::ranges::all_of(Split(bare, ','), [](const std::string& part) {
    std::string_view number = Trim(part);
    if (number.starts_with('-') || number.starts_with('+')) number.remove_prefix(1);
    double read = 0;
    const char* end = number.data() + number.size();
    const auto done = std::from_chars(number.data(), end, read);
    const bool digits =
        !number.empty() && ((number[0] >= '0' && number[0] <= '9') || number[0] == '.');
    return digits && done.ec != std::errc::invalid_argument && done.ptr == end;
  });
}

// A text that is the same in all places of a shell's script.
bool IsPlain(std::string_view value) {
  return !value.empty() && std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.,:@%+/-").find(c) != std::string_view::npos;
  });
}

bool IsNumber(std::string_view value) {
  if (value.starts_with('-')) value.remove_prefix(1);
  return !value.empty() && std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
}

// Where only plain texts can stand.
constexpr std::pair<ShellPlace, std::string_view> kPlainAlone[] = {
    {ShellPlace::kSubscript, "in a subscript"},
    {ShellPlace::kCode, "in words that the shell runs"},
};

constexpr const char* kComputeElsewhere =
    "bash runs the $(…) of a text such as a[$(…)] wherever it computes the text or takes it as a "
    "name: use the value in a node that does neither";

std::string VariableOf(size_t mark) { return fmt::format("PAISQL_VALUE_{}", mark); }

// On one line, whatever the values hold: lines of the script stay where they are.
std::string Assignments(const MarkedText& marked, const std::vector<bool>& used) {
  std::string out;
  for (size_t mark = 0; mark < used.size(); ++mark) {
    if (used[mark]) out += VariableOf(mark) + "=$'" + InLiteral(marked.marks[mark].value) + "'; ";
  }
  return out;
}

}  // namespace

Status CheckShellArgument(std::string_view code, std::string_view name, std::string_view value) {
  if (!WouldRunWhereComputed(value) || !MayCompute(code)) return Status::Ok();
  return Error{
      ErrorCode::kInvalidCommand,
      fmt::format("the value of parameter {} would be code where the script computes", name),
      {},
      kComputeElsewhere};
}

std::string InLiteral(std::string_view value) {
  std::string out;
  for (const char c : value) {
    switch (c) {
      case '\\':
      case '\'':
      case '"':
        out += '\\';
        out += c;
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\0':
        out += "\\x00";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string MarkNameFor(std::string_view text) {
  std::string name = "paisqlvalue";
  while (text.find(name) != std::string_view::npos) name += 'v';
  return name;
}

Result<std::string> PythonWithValues(const MarkedText& marked) {
  using Where = PythonPlace::Where;
  const std::vector<Spot> spots = SpotsOf(marked);
  const std::vector<PythonPlace> places = FindPythonPlaces(marked.text, OffsetsOf(spots));
  return Filled(marked, spots, [&](size_t i) -> Result<std::string> {
    const MarkedText::Mark& mark = marked.marks[spots[i].mark];
    if (places[i].where == Where::kLiteral) {
      std::string escaped = InLiteral(mark.value);
      const bool same =
          escaped == mark.value && mark.value.find_first_of("{}") == std::string::npos;
      if (places[i].escapes || same) return escaped;
      return WouldBeCode(marked, spots[i], "in a raw or an f literal",
                         "a literal without r and f takes any text");
    }
    if (places[i].where == Where::kComment) {
      std::string line = mark.value;
      std::ranges::replace_if(
          line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
      return line;
    }
    // The workflow's own text may be any piece of code.
    if (!mark.from_run || IsLiteral(mark.value)) return mark.value;
    return WouldBeCode(marked, spots[i], "without quotes",
                       fmt::format("texts need quotes: '{}'", mark.written));
  });
}

Result<std::string> ShellWithValues(const MarkedText& marked) {
  const std::vector<Spot> spots = SpotsOf(marked);
  const std::vector<ShellPlace> places = FindShellPlaces(marked.text, OffsetsOf(spots));
  std::vector<bool> used(marked.marks.size());
  const bool computes = MayCompute(marked.text);
  PAISQL_ASSIGN(
      std::string code, Filled(marked, spots, [&](size_t i) -> Result<std::string> {
        const size_t mark = spots[i].mark;
        const std::string& value = marked.marks[mark].value;
        if (places[i] == ShellPlace::kArithmetic) {
          if (IsNumber(value)) return value;
          return WouldBeCode(marked, spots[i], "where the shell computes, and is not a number",
                             "[ … ] compares without computing");
        }
        if (IsPlain(value)) return value;
        for (const auto& [place, where] : kPlainAlone) {
          if (places[i] != place) continue;
          return WouldBeCode(marked, spots[i], where,
                             "letters, digits and _.,:@%+/- can stand there");
        }
        if (computes && WouldRunWhereComputed(value)) {
          return WouldBeCode(marked, spots[i], "in a script that computes", kComputeElsewhere);
        }
        if (places[i] == ShellPlace::kQuotedDocument) {
          return WouldBeCode(marked, spots[i], "in a here-document in which nothing is replaced",
                             "write <<END in place of <<'END', or give it as a parameter: $1");
        }
        used[mark] = true;
        const std::string variable = "${" + VariableOf(mark) + "}";
        switch (places[i]) {
          case ShellPlace::kSingleQuotes:
            return "'\"" + variable + "\"'";
          case ShellPlace::kDollarQuotes:
            return "'\"" + variable + "\"$'";
          default:
            return variable;
        }
      }));
  return Assignments(marked, used) + code;
}

}  // namespace paisql::nodes
