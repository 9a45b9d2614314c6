#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kStringMacroRows[] = {
    // The number of a Chinese identity card: 18 characters with a check digit at the end, or the 15
    // digits of the last century. The first two digits are the province's.
    {"paisql_idcard_place", "_s",
     "substr(_s, 1, 2) IN ('11', '12', '13', '14', '15', '21', '22', '23', '31', '32', '33', '34', "
     "'35', '36', '37', '41', '42', '43', '44', '45', '46', '50', '51', '52', '53', '54', '61', "
     "'62', '63', '64', '65', '71', '81', '82')"},
    {"paisql_idcard_check", "_s",
     "substr('10X98765432', CAST(list_sum(list_transform(range(1, 18), lambda _i: CAST(substr(_s, "
     "_i, 1) AS INTEGER) * [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2][_i])) % 11 AS "
     "INTEGER) + 1, 1) = upper(substr(_s, 18, 1))"},
    {"paisql_idcard_date", "_s",
     "CASE WHEN NOT paisql_idcard_place(_s) THEN NULL "
     "WHEN regexp_full_match(_s, '[0-9]{17}[0-9Xx]') "
     "THEN CASE WHEN paisql_idcard_check(_s) THEN substr(_s, 7, 8) END "
     "WHEN regexp_full_match(_s, '[0-9]{15}') THEN '19' || substr(_s, 7, 6) END"},
    {"paisql_idcard_birthday", "_s",
     "CASE WHEN try_strptime(paisql_idcard_date(_s), '%Y%m%d') IS NOT NULL "
     "THEN paisql_idcard_date(_s) END"},
    {"paisql_idcard_sex", "_s",
     "CASE WHEN paisql_idcard_birthday(_s) IS NOT NULL THEN CASE WHEN "
     "CAST(substr(_s, CASE WHEN len(_s) = 18 THEN 17 ELSE 15 END, 1) AS INTEGER) % 2 = 1 "
     "THEN 'M' ELSE 'F' END END"},
    {"paisql_concat_ws", "_sep, _l",
     "CASE WHEN _sep IS NOT NULL AND len(list_filter(_l, lambda _x: _x IS NULL)) = 0 "
     "THEN coalesce(paisql_join(_l, _sep), '') END"},
    // Hive passes over NULLs.
    {"paisql_concat_ws_hive", "_sep, _l",
     "CASE WHEN _sep IS NOT NULL AND _l IS NOT NULL THEN coalesce(paisql_join(_l, _sep), '') "
     "END"},
    {"paisql_initcap", "_s",
     "array_to_string(list_transform(string_split(lower(_s), ' '), "
     "lambda _w: upper(left(_w, 1)) || substring(_w, 2)), ' ')"},
    // The padding of a text that is long enough does not matter, but it must not be empty.
    {"paisql_padding", "_pad", "CASE WHEN _pad = '' THEN ' ' ELSE _pad END"},
    {"paisql_repeat", "_s, _n",
     "CASE WHEN _n IS NULL THEN error('ODPS-0121095|in function repeat, the number is NULL') "
     "WHEN strlen(_s) * CAST(_n AS HUGEINT) > 2097152 "
     "THEN error('ODPS-0121095|the repeated text is longer than 2 MB') "
     "ELSE repeat(_s, paisql_room(greatest(_n, 0), strlen(_s))) END"},
    // Letters with the digits of their sounds; H and W are passed over, vowels part equal sounds.
    {"paisql_soundex_digits", "_u",
     "regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("
     "regexp_replace(translate(left(_u, 1) || regexp_replace(substring(_u, 2), '[HW]', '', 'g'), "
     "'AEIOUYHWBFPVCGJKQSXZDTLMNR', '00000000111122222222334556'), '0+', '0', 'g'), '1+', '1', "
     "'g'), "
     "'2+', '2', 'g'), '3+', '3', 'g'), '4+', '4', 'g'), '5+', '5', 'g'), '6+', '6', 'g')"},
    {"paisql_soundex_word", "_u",
     "CASE WHEN _u = '' THEN '' ELSE "
     "left(_u, 1) || rpad(replace(substring(paisql_soundex_digits(_u), 2), '0', ''), 3, '0') END"},
    {"paisql_soundex", "_s",
     "paisql_soundex_word(upper(regexp_replace(_s, '[^A-Za-z]', '', 'g')))"},
    {"paisql_assert_true", "_c, _text",
     "CASE WHEN _c THEN CAST(NULL AS BOOLEAN) ELSE error('ODPS-0121095|' || coalesce(_text, '')) "
     "END"},
    // Positions count from 1, negative ones from the end; those before the text give the empty
    // text.
    // A constant position leaves nothing of these but the substring, since the engine folds the
    // conditions on it.
    {"paisql_substr_hive", "_s, _p",
     "CASE WHEN _p < 0 AND -_p > length(_s) THEN substring(_s, 1, 0) "
     "WHEN _p = 0 THEN _s ELSE substring(_s, _p) END"},
    {"paisql_substr_length_hive", "_s, _p, _n",
     "CASE WHEN _p < 0 AND -_p > length(_s) THEN substring(_s, 1, 0) "
     "WHEN _p = 0 THEN substring(_s, 1, _n) ELSE substring(_s, _p, _n) END"},
    {"paisql_substr", "_s, _p", "CASE WHEN _p <> 0 THEN paisql_substr_hive(_s, _p) END"},
    {"paisql_substr_length", "_s, _p, _n",
     "CASE WHEN _p <> 0 THEN paisql_substr_length_hive(_s, _p, _n) END"},
    {"paisql_substring_index", "_s, _d, _n",
     "CASE WHEN _s IS NULL OR _d IS NULL OR _n IS NULL THEN NULL WHEN _n = 0 OR _d = '' THEN '' "
     "WHEN _n > 0 THEN paisql_join(list_slice(string_split(_s, _d), 1, _n), _d) "
     "ELSE paisql_join(list_slice(string_split(_s, _d), "
     "greatest(len(string_split(_s, _d)) + _n + 1, 1), len(string_split(_s, _d))), _d) END"},
    {"paisql_instr_all", "_s, _t, _from, _to",
     "list_filter(range(_from, _to + 1), lambda _i: substring(_s, _i, length(_t)) = _t)"},
    {"paisql_instr", "_s, _t, _i, _n",
     "CASE WHEN _s IS NULL OR _t IS NULL OR _i IS NULL OR _n IS NULL THEN NULL "
     "WHEN _i = 0 OR _n <= 0 THEN error('ODPS-0121095|in function instr, the start or the "
     "occurrence is wrong') "
     "WHEN _i > 0 THEN coalesce(paisql_instr_all(_s, _t, _i, length(_s) - length(_t) + 1)[_n], 0) "
     "ELSE coalesce(list_reverse(paisql_instr_all(_s, _t, 1, "
     "least(length(_s) - length(_t), length(_s) + _i) + 1))[_n], 0) END"},
    {"paisql_instr_from", "_s, _t, _i",
     "CASE WHEN _i <= 0 THEN paisql_instr(_s, _t, _i, 1) "
     "WHEN strpos(substring(_s, _i), _t) = 0 OR _i > length(_s) + 1 THEN 0 "
     "ELSE strpos(substring(_s, _i), _t) + _i - 1 END"},
    {"paisql_char_matchcount", "_a, _b",
     "CASE WHEN _a IS NULL OR _b IS NULL THEN NULL WHEN _a = '' THEN 0 "
     "ELSE len(list_filter(string_split(_a, ''), lambda _c: contains(_b, _c))) END"},
    {"paisql_find_in_set", "_s, _l, _d",
     "CASE WHEN _s IS NOT NULL AND _l IS NOT NULL AND _d IS NOT NULL "
     "THEN CAST(coalesce(list_position(string_split(_l, _d), _s), 0) AS BIGINT) END"},
    {"paisql_split_part", "_s, _d, _from, _to",
     "CASE WHEN _from IS NULL OR _to IS NULL THEN NULL WHEN _from <= 0 OR _to < _from "
     "THEN error('ODPS-0121095|in function split_part, start is less than 1 or end is less than "
     "start') "
     "WHEN _d = '' THEN _s WHEN _from = _to THEN split_part(_s, _d, _from) "
     "WHEN _s IS NOT NULL AND _d IS NOT NULL "
     "THEN coalesce(paisql_join(list_slice(string_split(_s, _d), _from, _to), _d), '') END"},
    {"paisql_trim_tail", "_l",
     "list_slice(_l, 1, len(_l) + 1 - coalesce(list_position(list_transform(list_reverse(_l), "
     "lambda _x: _x <> ''), true), len(_l) + 1))"},
    {"paisql_split", "_s, _p, _trim",
     "CASE WHEN _p IS NULL THEN NULL WHEN _trim AND _s <> '' THEN "
     "paisql_trim_tail(string_split_regex(_s, _p)) "
     "WHEN _trim IS NOT NULL THEN string_split_regex(_s, _p) END"},
    // Splits by a text without pattern signs; the printer chooses it for such patterns.
    {"paisql_plain_split", "_s, _p, _trim",
     "CASE WHEN _trim AND _s <> '' THEN paisql_trim_tail(string_split(_s, _p)) "
     "WHEN _trim IS NOT NULL THEN string_split(_s, _p) END"},
    {"paisql_keyvalue", "_s, _d1, _d2, _k",
     "CASE WHEN _d1 IS NOT NULL "
     "THEN substring(list_filter(string_split(_s, _d1), lambda _x: starts_with(_x, _k || _d2))[1], "
     "length(_k) + length(_d2) + 1) END"},
    // The parts of RFC 3986; a part that is not there is NULL.
    {"paisql_url_part", "_u, _n",
     R"(nullif(regexp_extract(_u, )"
     R"('^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$', _n), ''))"},
    {"paisql_parse_url", "_u, _part",
     R"(CASE upper(_part) WHEN 'PROTOCOL' THEN paisql_url_part(_u, 1) )"
     R"(WHEN 'AUTHORITY' THEN paisql_url_part(_u, 2) WHEN 'PATH' THEN paisql_url_part(_u, 3) )"
     R"(WHEN 'QUERY' THEN paisql_url_part(_u, 4) WHEN 'REF' THEN paisql_url_part(_u, 5) )"
     R"(WHEN 'FILE' THEN paisql_url_part(_u, 3) || coalesce('?' || paisql_url_part(_u, 4), '') )"
     R"(WHEN 'USERINFO' THEN nullif(regexp_extract(paisql_url_part(_u, 2), '^(.*)@', 1), '') )"
     R"(WHEN 'HOST' THEN nullif(regexp_extract(paisql_url_part(_u, 2), )"
     R"('^(?:.*@)?(\[[^\]]*\]|[^:]*)', 1), '') )"
     R"(WHEN NULL THEN NULL ELSE error('ODPS-0121095|in function parse_url, unknown part ' || )"
     R"(_part) END)"},
    {"paisql_parse_url_key", "_u, _part, _k",
     R"(CASE WHEN upper(_part) = 'QUERY' THEN )"
     R"(substring(list_filter(string_split(paisql_url_part(_u, 4), '&'), )"
     R"(lambda _x: starts_with(_x, _k || '='))[1], length(_k) + 2) ELSE paisql_parse_url(_u, )"
     R"(_part) END)"},
    // ['key'] and ["key"] are ."key" to DuckDB, which refuses an invalid constant path before TRY
    // can make it NULL.
    {"paisql_json_path", "_p",
     R"(regexp_replace(regexp_replace(_p, '\[''([^'']*)''\]', '."\1"', 'g'), )"
     R"text('\["([^"]*)"\]', '."\1"', 'g'))text"},
    {"paisql_valid_json_path", "_p",
     R"(CASE WHEN regexp_full_match(_p, '\$(\.[^.\[\]*"]+|\."[^"]*"|\.\*|\[\d+\]|\[\*\])*') )"
     R"(THEN _p END)"},
    // TRY takes nothing that calls error(), which a lambda's parameter hides.
    // DuckDB takes a path with * only where it is constant.
    {"paisql_get_json_object", "_j, _p",
     "CASE WHEN contains(_p, '*') THEN paisql_json_get_of_text(_j, _p) ELSE "
     "list_extract(list_transform([_j], lambda _text: TRY(json_extract_string(to_json(json_extract("
     "_text, paisql_valid_json_path(paisql_json_path(_p)))), '$'))), 1) END"},
};

}  // namespace

const std::span<const Macro> kStringMacros = kStringMacroRows;

}  // namespace paisql::engine
