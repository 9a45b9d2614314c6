#pragma once

// Small text helpers that several rooms need. All functions are pure and safe from any thread;
// letters are folded in ASCII only, as the platform does for names.

#include <string>
#include <string_view>
#include <vector>

namespace paisql {

std::string ToLower(std::string_view text);
std::string ToUpper(std::string_view text);
bool EqualsIgnoreCase(std::string_view left, std::string_view right);
std::string_view Trim(std::string_view text);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::vector<std::string> Split(std::string_view text, char separator);
// Only ASCII digits, whatever the locale.
constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsValidUtf8(std::string_view text);
// Some editors put it in front of a file in UTF-8; the text begins after it.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Terminal columns that the UTF-8 text takes: 2 for a Chinese character, 0 for a combining mark.
int DisplayWidth(std::string_view text);
// The beginning of the text that fits into so many columns, whole characters of it.
std::string_view FirstColumns(std::string_view text, int columns);

// The candidates nearest to the name by edit distance (at most a third of its length, at least 1),
// best first, at most three. Used for "did you mean".
std::vector<std::string> NearestNames(std::string_view name,
                                      const std::vector<std::string>& candidates);

// "did you mean 'a', 'b' or 'c'?", or "" when there is no near candidate.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates);

// The patterns of SHOW … LIKE: '*' or '%' stands for any text, '|' parts patterns of which one has
// to match, every other character for itself; letter case does not matter.
bool MatchesStarPattern(std::string_view pattern, std::string_view text);

// '%XX' for every byte outside [A-Za-z0-9_.-]; used for partition values in folder names.
std::string PercentEncode(std::string_view text);
std::string PercentDecode(std::string_view text);

}  // namespace paisql
