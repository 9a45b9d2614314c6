#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kCollectionMacroRows[] = {
    {"paisql_index", "_l, _i", "CASE WHEN _i >= 0 THEN _l[_i + 1] END"},
    // A norm of 0 divides nothing: NULL, as x / 0.
    {"paisql_norm", "_l, _p",
     "nullif(pow(list_sum(list_transform(_l, lambda _x: pow(abs(_x), _p))), 1 / _p), 0)"},
    {"paisql_array_normalize", "_l, _p",
     "CASE WHEN _p < 0 THEN error('ODPS-0121095|in function array_normalize, p is less than 0') "
     "WHEN _p IS NULL OR len(list_filter(_l, lambda _x: _x IS NULL)) > 0 THEN NULL "
     "WHEN _p = 0 THEN _l ELSE list_transform([paisql_norm(_l, _p)], lambda _n: "
     "list_transform(_l, lambda _x: _x / _n))[1] END"},
    // From a list of centers and weights, one after the other.
    {"paisql_map_of_bins", "_flat",
     "CASE WHEN _flat IS NOT NULL THEN list_transform([_flat], lambda _f: "
     "map(list_slice(_f, 1, len(_f), 2), list_slice(_f, 2, len(_f), 2)))[1] END"},
    {"paisql_numeric_histogram", "_rows, _n",
     "paisql_map_of_bins(paisql_histogram_bins(list_transform(_rows, lambda _r: _r.value), "
     "list_transform(_rows, lambda _r: _r.weight), _n))"},
    // list_position and list_contains pass over NULLs.
    {"paisql_has", "_l, _x",
     "CASE WHEN _x IS NULL THEN len(list_filter(_l, lambda _y: _y IS NULL)) > 0 "
     "ELSE list_contains(_l, _x) END"},
    {"paisql_first_position", "_l, _x",
     "CASE WHEN _x IS NULL THEN list_position(list_transform(_l, lambda _y: _y IS NULL), true) "
     "ELSE list_position(_l, _x) END"},
    // From sorted pairs of a value and its place: the first place of each value, in order.
    {"paisql_first_places", "_pairs",
     "list_transform([_pairs], lambda _s: list_sort(list_transform(list_filter(_s, lambda _e, _n: "
     "_n = 1 OR struct_extract_at(_s[_n - 1], 1) IS DISTINCT FROM struct_extract_at(_e, 1)), "
     "lambda _e: struct_extract_at(_e, 2))))[1]"},
    // Looking each element up among all of them is the fastest for a few, and quadratic.
    {"paisql_array_distinct", "_l",
     "CASE WHEN len(_l) <= 64 THEN list_filter(_l, lambda _z, _n: paisql_first_position(_l, _z) = "
     "_n) "
     "ELSE list_select(_l, paisql_first_places(list_sort(list_zip(_l, range(1, len(_l) + 1))))) "
     "END"},
    {"paisql_array_join", "_l, _sep",
     "CASE WHEN _l IS NOT NULL AND _sep IS NOT NULL THEN coalesce(paisql_join(_l, _sep), '') "
     "END"},
    // SEQUENCE over time: each element counts from the start, so that month ends do not drift.
    {"paisql_interval_months", "_i",
     "date_diff('month', TIMESTAMP '2000-01-01', TIMESTAMP '2000-01-01' + _i)"},
    {"paisql_interval_days", "_i",
     "CASE WHEN epoch_us(_i) % 86400000000 <> 0 "
     "THEN error('ODPS-0121095|in function sequence, the step of DATEs is not a number of days') "
     "ELSE epoch_us(_i) // 86400000000 END"},
    {"paisql_sequence_step", "_a, _b", "CASE WHEN _a <= _b THEN 1 ELSE -1 END"},
    {"paisql_sequence", "_a, _b, _s", "generate_series(_a, paisql_sequence_last(_a, _b, _s), _s)"},
    {"paisql_sequence_micros", "_a, _b, _us",
     "list_transform(range(paisql_room(paisql_sequence_length(0, epoch_us(_b) - epoch_us(_a), "
     "_us), 8)), lambda _k: _a + to_microseconds(_k * _us))"},
    {"paisql_sequence_days", "_a, _b, _n",
     "list_transform(range(paisql_room(paisql_sequence_length(0, _b - _a, _n), 8)), "
     "lambda _k: _a + CAST(_k * _n AS INTEGER))"},
    // A month's end may lie after the last day.
    {"paisql_sequence_months_cut", "_a, _b, _m, _n",
     "_n - CASE WHEN _n > 0 AND CASE WHEN _m > 0 THEN _a + to_months(CAST((_n - 1) * _m AS "
     "INTEGER)) > _b ELSE _a + to_months(CAST((_n - 1) * _m AS INTEGER)) < _b END THEN 1 ELSE 0 "
     "END"},
    {"paisql_sequence_months_length", "_a, _b, _m",
     "paisql_sequence_months_cut(_a, _b, _m, paisql_sequence_length(0, date_diff('month', _a, _b), "
     "_m))"},
    {"paisql_sequence_months", "_a, _b, _m",
     "list_transform(range(paisql_room(paisql_sequence_months_length(_a, _b, _m), 8)), "
     "lambda _k: _a + to_months(CAST(_k * _m AS INTEGER)))"},
    {"paisql_array_repeat", "_x, _n",
     "list_transform(range(paisql_room(_n, 16 + coalesce(strlen(CAST(_x AS VARCHAR)), 0))), "
     "lambda _k: _x)"},
    {"paisql_sequence_dates", "_a, _b, _m",
     "list_transform(paisql_sequence_months(_a, _b, _m), lambda _y: CAST(_y AS DATE))"},
    {"paisql_slice_from", "_l, _from, _n",
     "CASE WHEN _from < 1 OR _n = 0 THEN list_slice(_l, 1, 0) ELSE list_slice(_l, _from, _from + "
     "_n - 1) END"},
    {"paisql_slice", "_l, _from, _n",
     "CASE WHEN _from = 0 OR _n < 0 "
     "THEN error('ODPS-0121095|in function slice, start is 0 or the length is negative') "
     "WHEN _from > 0 THEN paisql_slice_from(_l, _from, _n) "
     "ELSE paisql_slice_from(_l, len(_l) + _from + 1, _n) END"},
    // The last of equal keys wins. Its places are sorted from the end, as those of the first ones.
    {"paisql_last_keys", "_k",
     "list_reverse(list_transform(paisql_first_places(list_sort(list_zip(_k, range(-1, -1 - "
     "len(_k), -1)))), lambda _p: -_p))"},
    {"paisql_map_of_lists", "_k, _v",
     "map(list_select(_k, paisql_last_keys(_k)), list_select(_v, paisql_last_keys(_k)))"},
    {"paisql_map", "_k, _v",
     "CASE WHEN len(list_filter(_k, lambda _x: _x IS NULL)) > 0 "
     "THEN error('ODPS-0121095|in function map, a key is NULL') "
     "ELSE paisql_map_of_lists(_k, _v) END"},
    {"paisql_map_from_arrays", "_k, _v",
     "CASE WHEN len(_k) <> len(_v) OR len(list_filter(_k, lambda _x: _x IS NULL)) > 0 "
     "THEN error('ODPS-0121095|in function map_from_arrays, a key is NULL or the lengths differ') "
     "WHEN _k IS NOT NULL AND _v IS NOT NULL THEN paisql_map_of_lists(_k, _v) END"},
    {"paisql_map_of_keys", "_policy, _k, _v",
     "CASE WHEN lower(_policy) NOT IN ('exception', 'last_win') "
     "THEN error('ODPS-0121095|a policy for equal keys is exception or last_win') "
     "WHEN len(list_filter(_k, lambda _x: _x IS NULL)) > 0 "
     "THEN error('ODPS-0121095|a key of a map is NULL') "
     "WHEN lower(_policy) = 'exception' AND len(list_distinct(_k)) < len(_k) "
     "THEN error('ODPS-0121095|two keys of a map are equal') "
     "WHEN _k IS NOT NULL THEN paisql_map_of_lists(_k, _v) END"},
    {"paisql_map_of_entries", "_policy, _e",
     "paisql_map_of_keys(_policy, list_transform(_e, lambda _x: struct_extract_at(_x, 1)), "
     "list_transform(_e, lambda _x: struct_extract_at(_x, 2)))"},
    // A key keeps the place where it came first.
    {"paisql_map_in_order", "_k, _m", "map(_k, list_transform(_k, lambda _x: _m[_x]))"},
    {"paisql_map_concat", "_policy, _m",
     "CASE WHEN len(list_filter(_m, lambda _x: _x IS NULL)) = 0 THEN paisql_map_in_order("
     "paisql_array_distinct(flatten(list_transform(_m, lambda _x: map_keys(_x)))), "
     "paisql_map_of_entries(_policy, flatten(list_transform(_m, lambda _x: map_entries(_x))))) "
     "END"},
    {"paisql_multimap", "_e",
     "map(paisql_array_distinct(list_transform(_e, lambda _x: struct_extract_at(_x, 1))), "
     "list_transform(paisql_array_distinct(list_transform(_e, lambda _x: struct_extract_at(_x, "
     "1))), lambda _k: list_transform(list_filter(_e, lambda _x: struct_extract_at(_x, 1) = _k), "
     "lambda _x: struct_extract_at(_x, 2))))"},
    {"paisql_multimap_from_entries", "_e",
     "CASE WHEN len(list_filter(_e, lambda _x: struct_extract_at(_x, 1) IS NULL)) > 0 "
     "THEN error('ODPS-0121095|a key of a map is NULL') "
     "WHEN _e IS NOT NULL THEN paisql_multimap(_e) END"},
    {"paisql_ngrams", "_l, _n",
     "CASE WHEN _n <= 0 THEN error('ODPS-0121095|in function ngrams, n must be larger than 0') "
     "WHEN _n >= len(_l) THEN [_l] WHEN paisql_room((len(_l) - _n + 1) * _n, 16) > 0 THEN "
     "list_transform(range(1, len(_l) - _n + 2), "
     "lambda _i: list_slice(_l, _i, _i + _n - 1)) END"},
    {"paisql_combinations", "_l, _n",
     "CASE WHEN _n <= 0 OR _n > 5 "
     "THEN error('ODPS-0121095|in function combinations, n must be from 1 to 5') "
     "WHEN _n IS NOT NULL AND _l IS NOT NULL "
     "THEN list_transform(paisql_combination_places(len(_l), _n), lambda _p: list_select(_l, _p)) "
     "END"},
    // Three-valued: a NULL on either side could be the common element.
    {"paisql_arrays_overlap", "_l, _m",
     "CASE WHEN _l IS NULL OR _m IS NULL THEN NULL WHEN list_has_any(_l, _m) THEN true "
     "WHEN len(_l) > 0 AND len(_m) > 0 AND (paisql_has(_l, NULL) OR paisql_has(_m, NULL)) THEN "
     "NULL "
     "ELSE false END"},
    {"paisql_str_to_map", "_s, _d1, _d2",
     "CASE WHEN _s IS NOT NULL AND _d1 IS NOT NULL AND _d2 IS NOT NULL THEN paisql_map_of_lists("
     "list_transform(string_split_regex(_s, _d1), lambda _x: string_split_regex(_x, _d2)[1]), "
     "list_transform(string_split_regex(_s, _d1), lambda _x: string_split_regex(_x, _d2)[2])) END"},
};

}  // namespace

const std::span<const Macro> kCollectionMacros = kCollectionMacroRows;

}  // namespace paisql::engine
