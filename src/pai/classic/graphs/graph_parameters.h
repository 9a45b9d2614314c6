#pragma once

// Parameters and ports that components of graphs share.

#include <array>

#include "pai/classic/common_parameters.h"
#include "pai/component.h"

namespace paisql::pai {

inline constexpr std::array kEdgeParameters = {
    Parameter{"inputEdgeTableName", ParameterType::kTable, true, "", "",
              "The table, or query, with a row for each edge."},
    Parameter{"inputEdgeTablePartitions", ParameterType::kText, false, "", "",
              "Reads these partitions of it alone: `ds=1/hour=2`, several separated by commas."},
    Parameter{"fromVertexCol", ParameterType::kColumn, true, "", "",
              "The column with the vertex that the edge begins at."},
    Parameter{"toVertexCol", ParameterType::kColumn, true, "", "",
              "The column with the vertex that the edge ends at."},
    kOutputTableParameter,
    Parameter{"outputTablePartitions", ParameterType::kText, false, "", "",
              "The partition that is written, `ds=1`. The table then has partitions.", "",
              "outputTablePartition"},
};

inline constexpr std::array kEdgeWeightParameters = {
    Parameter{"hasEdgeWeight", ParameterType::kBoolean, false, "false", "",
              "true: edges have the weights of edgeWeightCol; false: each weighs 1."},
    Parameter{"edgeWeightCol", ParameterType::kColumn, false, "", "",
              "The column with the weight of the edge, a number from 0 on."},
};

inline constexpr std::array kVertexParameters = {
    Parameter{"inputVertexTableName", ParameterType::kTable, true, "", "",
              "The table, or query, with a row for each vertex."},
    Parameter{"inputVertexTablePartitions", ParameterType::kText, false, "", "",
              "Reads these partitions of it alone."},
    Parameter{"vertexCol", ParameterType::kText, true, "", "", "Its column with the vertex."},
    Parameter{"hasVertexWeight", ParameterType::kBoolean, false, "false", "",
              "true: vertices have the weights of vertexWeightCol; false: each weighs 1."},
    Parameter{"vertexWeightCol", ParameterType::kText, false, "", "",
              "Its column with the weight of the vertex, a number from 0 on."},
};

inline constexpr std::array kRoundsParameters = {
    Parameter{"maxIter", ParameterType::kInteger, false, "30", "",
              "How many rounds there are at most; there are fewer where nothing changes any more.",
              "", "", "[1,1000000]"},
};

inline constexpr std::array kSampledParameters = {
    Parameter{"maxEdgeCnt", ParameterType::kInteger, false, "500",
              "all edges of a vertex are looked at",
              "Of a vertex with more edges, a sample is looked at.", "", "", "[1,)"},
};

inline constexpr std::array kGraphTuning = {
    Parameter{"workerNum", ParameterType::kInteger, false, "", "one process computes",
              "How many processes compute.", "", "", "[-1,)"},
    Parameter{"workerMem", ParameterType::kInteger, false, "4096",
              "the memory of the machine is used", "Megabytes of each process.", "", "", "[-1,)"},
    Parameter{"splitSize", ParameterType::kInteger, false, "64", "tables are read as they lie",
              "Megabytes that a process reads at once.", "", "", "[-1,)"},
};

inline constexpr Port kEdgePort = {
    "inputEdgeTableName", PortKind::kInputTable, "", "", nullptr, "inputEdgeTablePartitions"};
inline constexpr Port kVertexPort = {
    "inputVertexTableName", PortKind::kInputTable, "", "", nullptr, "inputVertexTablePartitions"};

constexpr Port GraphOutput(SchemaRule schema) {
  return {"outputTableName", PortKind::kOutputTable, "", "", schema, "outputTablePartitions"};
}

}  // namespace paisql::pai
