#pragma once

// How many rows each operator of a plan is expected to give. Scans know the rows of their files
// once these are listed; what stands above them follows simple fixed shares, which docs/sql.md
// lists. The numbers are for people who read a plan; no decision rests on them.

#include <unordered_map>

#include "plan/scan_facts.h"
#include "plan/selectivity.h"

namespace paisql::plan {

class RowEstimates {
 public:
  RowEstimates(const Relation& root, FactsOfScan facts);
  // For any operator of the plan, those inside subqueries included. At least 1 where a row is
  // possible at all.
  int64_t Rows(const Relation& relation) const;

 private:
  double Visit(const Relation& relation);
  double Compute(const Relation& relation, const std::vector<double>& inputs);
  double JoinRows(const Join& node, double left, double right) const;
  double FilterRows(const Filter& node, double input) const;
  double ScanRows(const Scan& scan) const;
  DecidedColumns PartitionColumns(const Relation& relation) const;

  FactsOfScan facts_;
  std::unordered_map<const Relation*, double> rows_;
  std::unordered_map<int, double> definitions_;  // of WITH, by index
};

}  // namespace paisql::plan
