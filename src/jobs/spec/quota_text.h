#pragma once

// How people write what jobs may use: the values of odps.instance.priority, paisql.gpus and
// paisql.quota.*. SET checks with these functions, and a job reads with them. Pure functions;
// nullopt is a text of another form.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::jobs {

// "0" (first) to "9".
std::optional<int> ParsePriority(std::string_view text);

// Reads a list of cards into the text that QuotaLimits::gpus holds: "0,2" are these cards, "2" the
// first two ("0,1"), "2," the card number 2, "0" and "none" no card.
std::optional<std::string> ParseCards(std::string_view text);

// Cores such as "4" or "1.5", in hundredths.
std::optional<int> ParseCores(std::string_view text);

// A size such as "16GB" in MB, at least 1. A GB has 1024 MB and is a GiB, because the MB of cluster
// and memRequired are MiB.
std::optional<int64_t> ParseMegabytes(std::string_view text);

}  // namespace paisql::jobs
