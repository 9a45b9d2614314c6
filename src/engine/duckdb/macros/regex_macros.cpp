#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kRegexMacroRows[] = {
    {"paisql_rlike", "_s, _p",
     "CASE WHEN _p = '' THEN error('ODPS-0121011|in function rlike, the pattern is empty') "
     "ELSE regexp_matches(_s, _p) END"},
    // Capturing groups: opening parentheses outside escapes and classes, but for (?: and its like.
    {"paisql_bare_pattern", "_p", R"(regexp_replace(_p, '\\.|\[\^?\]?[^\]]*\]', '', 'g'))"},
    {"paisql_group_count", "_p",
     R"((len(regexp_extract_all(paisql_bare_pattern(_p), '\(')) - )"
     R"(len(regexp_extract_all(paisql_bare_pattern(_p), '\(\?[^P<]'))))"},
    {"paisql_checked_pattern", "_name, _p, _n",
     "CASE WHEN _p = '' THEN error('ODPS-0121011|in function ' || _name || ', the pattern is "
     "empty') "
     "WHEN _n < 0 OR _n > paisql_group_count(_p) "
     "THEN error('ODPS-0121095|Regex group count is ' || paisql_group_count(_p) || "
     "', but the specified group index is ' || _n) ELSE _p END"},
    {"paisql_regexp_extract", "_s, _p, _n",
     "regexp_extract(_s, paisql_checked_pattern('regexp_extract', _p, _n), _n)"},
    {"paisql_regexp_extract_all", "_s, _p, _n",
     "paisql_taken(regexp_extract_all(_s, paisql_checked_pattern('regexp_extract_all', _p, _n), "
     "_n), _n > 0 AND regexp_matches(_p, '[|?*{]'))"},
    // A group that took no part in a match is empty, as it is to REGEXP_EXTRACT. The condition is
    // constant: most patterns leave no group out.
    {"paisql_taken", "_groups, _may_miss",
     "CASE WHEN _may_miss THEN list_transform(_groups, lambda _x: coalesce(_x, '')) ELSE _groups "
     "END"},
    // A reference to a group stands for nothing where the pattern has no group at all.
    {"paisql_replacement", "_p, _r",
     R"(CASE WHEN paisql_group_count(_p) = 0 THEN regexp_replace(_r, '\\[1-9]', '', 'g') ELSE )"
     R"(_r END)"},
    {"paisql_regexp_replace", "_s, _p, _r",
     "CASE WHEN _r IS NULL AND NOT regexp_matches(_s, _p) THEN _s ELSE "
     "regexp_replace(_s, paisql_checked_pattern('regexp_replace', _p, 0), paisql_replacement(_p, "
     "_r), 'g') END"},
    {"paisql_regexp_match", "_s, _p, _n", "regexp_extract_all(_s, _p)[_n]"},
    {"paisql_regexp_replace_nth", "_s, _p, _r, _n",
     "CASE WHEN _n < 0 THEN error('ODPS-0121095|in function regexp_replace, the occurrence is less "
     "than 0') "
     "WHEN _n = 0 THEN paisql_regexp_replace(_s, _p, _r) "
     "WHEN paisql_regexp_instr(_s, _p, 1, _n, 0) = 0 THEN _s "
     "ELSE left(_s, paisql_regexp_instr(_s, _p, 1, _n, 0) - 1) || "
     "regexp_replace(paisql_regexp_match(_s, _p, _n), _p, paisql_replacement(_p, _r)) || "
     "substring(_s, paisql_regexp_instr(_s, _p, 1, _n, 1)) END"},
    {"paisql_regexp_start", "_name, _s, _i",
     "CASE WHEN _i <= 0 THEN error('ODPS-0121095|in function ' || _name || ', the start is less "
     "than 1') "
     "ELSE substring(_s, _i) END"},
    {"paisql_regexp_substr", "_s, _p, _i, _n",
     "CASE WHEN _n <= 0 THEN error('ODPS-0121095|in function regexp_substr, the occurrence is less "
     "than 1') "
     "ELSE paisql_regexp_match(paisql_regexp_start('regexp_substr', _s, _i), "
     "paisql_checked_pattern('regexp_substr', _p, 0), _n) END"},
    {"paisql_regexp_count", "_s, _p, _i",
     "len(regexp_extract_all(paisql_regexp_start('regexp_count', _s, _i), "
     "paisql_checked_pattern('regexp_count', _p, 0)))"},
    {"paisql_lengths", "_l",
     "CAST(coalesce(list_sum(list_transform(_l, lambda _x: length(_x))), 0) AS BIGINT)"},
    // The texts between the matches and the matches before the n-th one tell where it begins.
    {"paisql_regexp_position", "_t, _p, _n, _end",
     "CASE WHEN len(regexp_extract_all(_t, _p)) < _n THEN 0 ELSE 1 + "
     "paisql_lengths(list_slice(string_split_regex(_t, _p), 1, _n)) + "
     "paisql_lengths(list_slice(regexp_extract_all(_t, _p), 1, _n - 1 + _end)) END"},
    {"paisql_regexp_instr", "_s, _p, _i, _n, _end",
     "CASE WHEN _n <= 0 OR _end NOT IN (0, 1) "
     "THEN error('ODPS-0121095|in function regexp_instr, the occurrence or the return option is "
     "wrong') "
     "WHEN _s IS NULL OR _p IS NULL OR _i IS NULL OR _n IS NULL OR _end IS NULL THEN NULL "
     "WHEN paisql_regexp_position(paisql_regexp_start('regexp_instr', _s, _i), "
     "paisql_checked_pattern('regexp_instr', _p, 0), _n, _end) = 0 THEN 0 "
     "ELSE _i - 1 + paisql_regexp_position(substring(_s, _i), _p, _n, _end) END"},
};

}  // namespace

const std::span<const Macro> kRegexMacros = kRegexMacroRows;

}  // namespace paisql::engine
