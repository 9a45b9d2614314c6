#include "sql/runner/spark_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "base/text.h"

namespace paisql::sql_test {
namespace {

constexpr double kNear = 1e-13;
constexpr size_t kLineWidth = 120;
constexpr std::string_view kBetween = ", ";

std::string HeadOf(const std::string& remote) {
  return remote == "sail" ? "## Sail 0.7.2" : "## Spark 4.2";
}

std::optional<double> NumberOf(const std::string& cell) {
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return number;
}

bool NearlyEqualCells(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const std::optional<double> left = NumberOf(a);
  const std::optional<double> right = NumberOf(b);
  return left && right &&
         std::abs(*left - *right) <= kNear * std::max(std::abs(*left), std::abs(*right));
}

bool NearlyEqualRows(const std::string& expected, const std::string& got) {
  const std::vector<std::string> left = Split(expected, '\t');
  const std::vector<std::string> right = Split(got, '\t');
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), NearlyEqualCells);
}

// The places of one file share its name: "cte/forms.test:12, 40".
std::string PlacesText(std::vector<std::string> places) {
  std::map<std::string, std::set<int>> lines;
  for (const std::string& place : places) {
    const size_t colon = place.rfind(':');
    lines[place.substr(0, colon)].insert(std::stoi(place.substr(colon + 1)));
  }
  std::vector<std::string> texts;
  for (const auto& [file, numbers] : lines) {
    std::vector<std::string> list;
    for (const int number : numbers) list.push_back(std::to_string(number));
    texts.push_back(file + ":" + Join(list, kBetween));
  }
  return Join(texts, "; ");
}

std::vector<std::string> ReadPlaces(const std::string& text) {
  std::vector<std::string> places;
  std::string file;
  for (const std::string& word : Split(text, ' ')) {
    std::string number = word.substr(0, word.find_first_of(",;", word.rfind(':') + 1));
    if (const size_t colon = word.rfind(':'); colon != std::string::npos) {
      file = word.substr(0, colon);
      number = number.substr(colon + 1);
    }
    if (!number.empty()) places.push_back(file + ":" + number);
  }
  return places;
}

// "- reason: places", in lines of the width of all pages.
std::string ItemText(const std::string& reason, const std::vector<std::string>& places) {
  std::string text;
  std::string line = "-";
  for (const std::string& word : Split("**" + reason + "**: " + PlacesText(places), ' ')) {
    if (line.size() + 1 + word.size() > kLineWidth) {
      text += line + "\n";
      line = " ";
    }
    line += " " + word;
  }
  return text + line + "\n";
}

Exceptions ReadItems(const std::string& section) {
  Exceptions items;
  std::string text;
  for (const std::string& line : Split(section, '\n')) text += " " + std::string(Trim(line));
  for (size_t at = text.find("- **"); at != std::string::npos; at = text.find("- **", at + 1)) {
    const size_t end = text.find("**: ", at);
    if (end == std::string::npos) break;
    const size_t next = text.find("- **", end);
    const std::string places =
        text.substr(end + 4, next == std::string::npos ? next : next - end - 4);
    items[text.substr(at + 4, end - at - 4)] = ReadPlaces(std::string(Trim(places)));
  }
  return items;
}

std::map<std::string, std::string> ReasonsByPlace(const Exceptions& exceptions) {
  std::map<std::string, std::string> reasons;
  for (const auto& [reason, places] : exceptions) {
    for (const std::string& place : places) reasons[place] = reason;
  }
  return reasons;
}

}  // namespace

bool NearlyEqual(const std::vector<std::string>& expected, const std::vector<std::string>& got) {
  return std::equal(expected.begin(), expected.end(), got.begin(), got.end(), NearlyEqualRows);
}

std::string PlaceOf(const std::string& path, int line) {
  constexpr std::string_view kFolder = "tests/sql/";
  const size_t at = path.rfind(kFolder);
  return path.substr(at == std::string::npos ? 0 : at + kFolder.size()) + ":" +
         std::to_string(line);
}

Result<SparkList> SparkList::Read(const std::string& file, const std::string& remote) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{ErrorCode::kInvalidCommand, "no page at " + file, {}, ""};
  const std::string page((std::istreambuf_iterator<char>(stream)), {});
  SparkList list;
  list.file_ = file;
  list.head_ = HeadOf(remote);
  const size_t begin = std::min(page.find(list.head_ + "\n"), page.size());
  const size_t end = std::min(page.find("\n## ", begin + 1), page.size());
  list.before_ = page.substr(0, begin) + (begin < page.size() ? "" : "\n");
  list.after_ = end < page.size() ? page.substr(end) : "";
  list.exceptions_ = ReadItems(page.substr(begin, end - begin));
  return list;
}

std::vector<std::string> SparkList::Compare(const Exceptions& exceptions,
                                            const std::vector<std::string>& files) const {
  std::set<std::string> ran;
  for (const std::string& file : files) {
    const std::string place = PlaceOf(file, 0);
    ran.insert(place.substr(0, place.rfind(':')));
  }
  const auto listed = ReasonsByPlace(exceptions_);
  const auto found = ReasonsByPlace(exceptions);
  std::vector<std::string> lines;
  for (const auto& [place, reason] : listed) {
    const auto now = found.find(place);
    if (!ran.contains(place.substr(0, place.rfind(':'))) ||
        (now != found.end() && now->second == reason)) {
      continue;
    }
    lines.push_back(fmt::format("{}: {} lists \"{}\", but it is {}", place, file_, reason,
                                now == found.end() ? "equal" : now->second));
  }
  for (const auto& [place, reason] : found) {
    if (!listed.contains(place)) {
      lines.push_back(fmt::format("{}: {} does not list \"{}\"", place, file_, reason));
    }
  }
  return lines;
}

Status SparkList::Write(const Tally& tally, const Exceptions& exceptions) const {
  std::string section = fmt::format(
      "{}\n\n{} statements, of which {} have rows to compare: {} equal, {} equal but for last "
      "digits, "
      "{} refused, {} different.\n\n",
      head_, tally.passed + tally.failed + tally.refused, tally.queries, tally.passed - tally.near,
      tally.near, tally.refused, tally.failed);
  for (const auto& [reason, places] : exceptions) section += ItemText(reason, places);
  std::ofstream stream(file_, std::ios::binary);
  stream << before_ << section << after_;
  stream.close();
  if (!stream) return Error{ErrorCode::kEnvironment, "cannot write " + file_, {}, ""};
  return Status::Ok();
}

}  // namespace paisql::sql_test
