#pragma once

// Binds files to a plan that runs: the files that each scan reads, and the files with the answers
// of its scripts. Nodes are identified by address, so bindings are valid for one plan while it
// lives.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "plan/scan_facts.h"
#include "store/catalog.h"

namespace paisql::engine {

class Bindings {
 public:
  void SetFiles(const plan::Scan& scan, store::FileListing files);
  // The scan reads only these of its files, by their positions in the listing, in ascending order.
  // plan::Scan::Source::kFile gives the positions that they had before.
  void KeepFiles(const plan::Scan& scan, const std::vector<size_t>& files);
  // Of the rows of its files the scan gives only those whose value lies in the range.
  struct Range {
    size_t column;  // of whole numbers, by its position in the scan's table
    int64_t first;
    int64_t last;
  };
  void KeepRange(const plan::Scan& scan, Range range);
  // Null where it gives all rows.
  const Range* RangeOf(const plan::Scan& scan) const;
  // Null while they are not listed.
  const store::FileListing* FilesOf(const plan::Scan& scan) const;
  // What kFile gives for the file at the position.
  size_t NumberOf(const plan::Scan& scan, size_t file) const;

  // Parquet files with columns "c0", "c1", …
  void SetAnswer(const plan::Transform& transform, std::vector<std::string> files);
  // Null while the script has not run.
  const std::vector<std::string>* AnswerOf(const plan::Transform& transform) const;

  // The copy of a plan (plan::Clone) reads what the plan itself does.
  void BindCopy(const plan::Relation& original, const plan::Relation& copy);

  // For estimates and for EXPLAIN; only while this lives.
  plan::FactsOfScan Facts() const;

 private:
  std::unordered_map<const plan::Relation*, store::FileListing> files_;
  std::unordered_map<const plan::Relation*, std::vector<size_t>> kept_;  // KeepFiles
  std::unordered_map<const plan::Relation*, Range> ranges_;              // KeepRange
  std::unordered_map<const plan::Relation*, std::vector<std::string>> answers_;
};

}  // namespace paisql::engine
