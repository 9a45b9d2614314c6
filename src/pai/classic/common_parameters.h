#pragma once

// Rows of parameters that many classic components have, and how a component joins them to its own.

#include <algorithm>
#include <array>

#include "pai/component.h"
#include "pai/parameter/parameter.h"

namespace paisql::pai {

// The rows of all arrays, one after the other.
template <typename Row, size_t... Counts>
constexpr auto Together(const std::array<Row, Counts>&... arrays) {
  std::array<Row, (Counts + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(arrays.begin(), arrays.end(), end)), ...);
  return all;
}

inline constexpr Parameter kInputTableParameter = {
    "inputTableName", ParameterType::kTable, true, "", "", "The table, or query, that is read.", "",
    "inputTable"};
inline constexpr Parameter kInputPartitionsParameter = {
    "inputTablePartitions",
    ParameterType::kText,
    false,
    "",
    "",
    "Reads these partitions alone: `ds=1/hour=2`, several separated by commas.",
    "",
    "inputPartitions selectedPartitions inputTablePartition"};
inline constexpr Parameter kOutputTableParameter = {
    "outputTableName",
    ParameterType::kTable,
    true,
    "",
    "",
    "The table that is written. The component makes it if it does not exist.",
    "",
    "outputTable outTableName"};
inline constexpr Parameter kOutputPartitionParameter = {
    "outputTablePartition",
    ParameterType::kText,
    false,
    "",
    "",
    "The partition that is written, `ds=1`. The table then has partitions.",
    "",
    "outputPartition"};

inline constexpr Port kInputPort = {"inputTableName", PortKind::kInputTable, "", "",
                                    nullptr,          "inputTablePartitions"};
inline constexpr Port kOutputPort = {"outputTableName", PortKind::kOutputTable, "", "",
                                     nullptr,           "outputTablePartition"};
// For a component whose output has no partitions.
inline constexpr Port kPlainOutputPort = {"outputTableName", PortKind::kOutputTable};

// Every classic component takes these.
inline constexpr std::array kTuningParameters = {
    Parameter{"lifecycle", ParameterType::kInteger, false, "", "",
              "How many days the tables that are made live.", "", "", "[-1,)"},
    Parameter{"coreNum", ParameterType::kInteger, false, "",
              "one machine computes with all its cores", "How many nodes compute.", "", "",
              "[-1,)"},
    Parameter{"memSizePerCore", ParameterType::kInteger, false, "",
              "the memory of one machine is shared", "Megabytes of each node.", "", "", "[-1,)"},
};

inline constexpr std::array kInputOutputParameters = {
    kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
    kOutputPartitionParameter};

// Values of columns with texts such as "1:0.3,7:1".
inline constexpr std::array kSparseParameters = {
    Parameter{"enableSparse", ParameterType::kBoolean, false, "false", "",
              "The columns hold texts such as `1:0.3,7:1`: keys and values."},
    Parameter{"itemDelimiter", ParameterType::kText, false, "", "",
              "Stands between two pairs; without it a comma or a blank does."},
    Parameter{"kvDelimiter", ParameterType::kText, false, ":", "",
              "Stands between a key and its value."},
};

}  // namespace paisql::pai
