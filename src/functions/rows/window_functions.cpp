#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kRowNumber[] = {{"() -> BIGINT"}};
constexpr Overload kRank[] = {{"() -> BIGINT"}};
constexpr Overload kDenseRank[] = {{"() -> BIGINT"}};
constexpr Overload kPercentRank[] = {{"() -> DOUBLE"}};
constexpr Overload kCumeDist[] = {{"() -> DOUBLE"}};
constexpr Overload kNtile[] = {{"(BIGINT) -> BIGINT"}};
constexpr Overload kClusterSample[] = {
    {"(const BIGINT) -> BOOLEAN"},
    {"(const BIGINT, const BIGINT) -> BOOLEAN"},
};
constexpr Overload kLag[] = {
    {"(T) -> T"},
    {"(T, BIGINT) -> T"},
    {"(T, BIGINT, T) -> T"},
};
constexpr Overload kLead[] = {
    {"(T) -> T"},
    {"(T, BIGINT) -> T"},
    {"(T, BIGINT, T) -> T"},
};
// IGNORE NULLS after the call leaves NULLs out; a last argument of true does the same.
constexpr Overload kFirstValue[] = {
    {"(T) -> T"},
    {"(T, const BOOLEAN) -> T"},
};
constexpr Overload kLastValue[] = {
    {"(T) -> T"},
    {"(T, const BOOLEAN) -> T"},
};
constexpr Overload kNthValue[] = {
    {"(T, BIGINT) -> T"},
    {"(T, BIGINT, const BOOLEAN) -> T"},
};

constexpr FunctionKind kWindow = FunctionKind::kWindow;
constexpr FunctionFlags kRanking = {.ignores_frame = true};
constexpr FunctionFlags kSampling = {.volatile_result = true, .ignores_frame = true};
constexpr FunctionFlags kNeighbour = {.needs_order_by = true, .ignores_frame = true};
constexpr FunctionFlags kOfFrame = {.nulls_argument = true};

constexpr Function kWindowFunctions[] = {
    {"row_number", kWindow, kRowNumber, "ROW_NUMBER(): 1, 2, 3, ...", &kRanking},
    {"rank", kWindow, kRank, "RANK(): equal rows share a rank, with gaps", &kRanking},
    {"dense_rank", kWindow, kDenseRank, "DENSE_RANK(): equal rows share a rank", &kRanking},
    {"percent_rank", kWindow, kPercentRank, "PERCENT_RANK(): (rank - 1) / (rows - 1)", &kRanking},
    {"cume_dist", kWindow, kCumeDist, "CUME_DIST(): share of rows not after this one", &kRanking},
    {"ntile", kWindow, kNtile, "NTILE(n): number of the bucket, extra rows first", &kRanking},
    {"cluster_sample", kWindow, kClusterSample,
     "CLUSTER_SAMPLE(n): true for n random rows; CLUSTER_SAMPLE(n, m): for m of n equal parts",
     &kSampling},
    {"lag", kWindow, kLag, "LAG(a[, offset[, default]]): the value some rows before", &kNeighbour},
    {"lead", kWindow, kLead, "LEAD(a[, offset[, default]]): the value some rows after",
     &kNeighbour},
    {"first_value", kWindow, kFirstValue, "FIRST_VALUE(a[, ignore_nulls]): of the frame",
     &kOfFrame},
    {"last_value", kWindow, kLastValue, "LAST_VALUE(a[, ignore_nulls]): of the frame", &kOfFrame},
    {"nth_value", kWindow, kNthValue, "NTH_VALUE(a, n[, ignore_nulls]): of the frame", &kOfFrame},
};

}  // namespace

std::span<const Function> WindowFunctions() { return kWindowFunctions; }

}  // namespace paisql::functions
