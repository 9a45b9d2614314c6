#include "jobs/spec/quota_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/spec/job_spec.h"

namespace paisql::jobs {

namespace {

constexpr int kMostCards = 1024;
constexpr double kMostCores = 1e6;
constexpr double kMostMegabytes = 1e15;

// A number with or without a fraction at the text's begin; `rest` is the text after it.
std::optional<double> Number(std::string_view text, std::string_view* rest) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc() || text[0] == '-' || !(number > 0)) return std::nullopt;
  *rest = {read.ptr, static_cast<size_t>(end - read.ptr)};
  return number;
}

std::string JoinNumbers(const std::vector<int>& numbers) {
  std::vector<std::string> texts;
  for (const int number : numbers) texts.push_back(std::to_string(number));
  return Join(texts, ",");
}

struct Unit {
  std::string_view name;
  double megabytes = 1;
};

constexpr double kKilo = 1024;
constexpr std::array kUnits = {
    Unit{"B", 1 / kKilo / kKilo}, Unit{"K", 1 / kKilo}, Unit{"M", 1}, Unit{"G", kKilo},
    Unit{"T", kKilo* kKilo},
};

}  // namespace

std::optional<int> ParsePriority(std::string_view text) {
  return ParseNumber(Trim(text), 0, kLowestPriority);
}

std::optional<std::string> ParseCards(std::string_view text) {
  text = Trim(text);
  if (EqualsIgnoreCase(text, "none")) return "none";
  std::vector<int> cards;
  if (text.find(',') == std::string_view::npos) {
    const std::optional<int> count = ParseNumber(text, 0, kMostCards);
    if (!count.has_value()) return std::nullopt;
    for (int i = 0; i < *count; ++i) cards.push_back(i);
    return cards.empty() ? "none" : JoinNumbers(cards);
  }
  std::vector<std::string> parts = Split(text, ',');
  if (Trim(parts.back()).empty()) parts.pop_back();
  for (const std::string& part : parts) {
    const std::optional<int> card = ParseNumber(Trim(part), 0, kMostCards);
    const bool twice =
        card.has_value() && std::find(cards.begin(), cards.end(), *card) != cards.end();
    if (!card.has_value() || twice) return std::nullopt;
    cards.push_back(*card);
  }
  return cards.empty() ? std::nullopt : std::optional(JoinNumbers(cards));
}

std::optional<int> ParseCores(std::string_view text) {
  std::string_view rest;
  const std::optional<double> cores = Number(Trim(text), &rest);
  if (!cores.has_value() || !rest.empty() || *cores > kMostCores) return std::nullopt;
  return std::max(1, static_cast<int>(std::lround(*cores * kWholeCore)));
}

std::optional<int64_t> ParseMegabytes(std::string_view text) {
  std::string_view rest;
  const std::optional<double> number = Number(Trim(text), &rest);
  if (!number.has_value()) return std::nullopt;
  const std::string name = ToUpper(Trim(rest));
  for (const Unit& unit : kUnits) {
    const std::string letter(unit.name);
    if (name != letter && (letter == "B" || (name != letter + "B" && name != letter + "IB")))
      continue;
    const double megabytes = *number * unit.megabytes;
    if (megabytes > kMostMegabytes) return std::nullopt;
    return std::max<int64_t>(1, std::llround(megabytes));
  }
  return std::nullopt;
}

}  // namespace paisql::jobs
