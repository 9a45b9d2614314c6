#pragma once

// What runs of the tests on Spark leave out: a page for people that a run
// renews, and that other runs are held against. Each remote has a section of its own.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sql/runner/findings.h"

namespace paisql::sql_test {

// The reason for rows that differ in the last digits alone.
inline constexpr std::string_view kNearReason =
    "the last digits of a sum of DOUBLEs follow the order of its rows";

// Whether the rows are equal, where numbers may differ by 1e-13 of their size.
bool NearlyEqual(const std::vector<std::string>& expected, const std::vector<std::string>& got);

// "cte/forms.test:12" of a path that has "tests/sql/" in it.
std::string PlaceOf(const std::string& path, int line);

class SparkList {
 public:
  // The page of the file; one without the section has no exceptions.
  static Result<SparkList> Read(const std::string& file, const std::string& remote);

  // Lines that say where the run of these files was another one than the page tells.
  std::vector<std::string> Compare(const Exceptions& exceptions,
                                   const std::vector<std::string>& files) const;
  // The page with the section of a run of all files.
  Status Write(const Tally& tally, const Exceptions& exceptions) const;

 private:
  std::string file_;
  std::string head_;  // "## Sail"
  std::string before_;
  std::string after_;
  Exceptions exceptions_;
};

}  // namespace paisql::sql_test
