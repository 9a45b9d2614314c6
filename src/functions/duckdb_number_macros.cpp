#include "functions/duckdb_macro_tables.h"

namespace paisql::functions {
namespace {

constexpr DuckdbMacro kTable[] = {
    {"paisql_divide", "_a, _b",
     "CASE WHEN _b = 0 AND _a IS NOT NULL THEN error('ODPS-0121095|encounter runtime exception "
     "while "
     "evaluating function /, detailed message: DIVIDE func result overflow, two params are ' || "
     "printf('%f and %f', CAST(_a AS DOUBLE), CAST(_b AS DOUBLE))) ELSE _a / _b END"},
    {"paisql_modulo", "_a, _b",
     "CASE WHEN _b = 0 AND _a IS NOT NULL THEN error('ODPS-0121095|encounter runtime exception "
     "while "
     "evaluating function %, detailed message: the divisor is 0') ELSE _a % _b END"},
    // The least integer divided by -1 has no quotient of its type, but its remainder is 0.
    {"paisql_modulo_whole", "_a, _b",
     "CASE WHEN _b = -1 THEN _a - _a ELSE paisql_modulo(_a, _b) END"},
    {"paisql_div", "_a, _b",
     "CASE WHEN _b = 0 AND _a IS NOT NULL THEN error('ODPS-0121095|encounter runtime exception "
     "while "
     "evaluating function DIV, detailed message: the divisor is 0') ELSE _a // _b END"},
    {"paisql_ln", "_a",
     "CASE WHEN _a <= 0 THEN error('ODPS-0121095|in function ln, the argument is not greater than "
     "0') "
     "ELSE ln(_a) END"},
    {"paisql_log", "_base, _a",
     "CASE WHEN _base <= 0 OR _base = 1 OR _a <= 0 "
     "THEN error('ODPS-0121095|in function log, the base or the argument is out of range') "
     "ELSE ln(_a) / ln(_base) END"},
    {"paisql_unit", "_name, _a",
     "CASE WHEN _a < -1 OR _a > 1 "
     "THEN error('ODPS-0121095|in function ' || _name || ', the argument is not between -1 and 1') "
     "ELSE _a END"},
    {"paisql_width_bucket", "_a, _min, _max, _n",
     "CASE WHEN _n <= 0 OR _min >= _max "
     "THEN error('ODPS-0121095|in function width_bucket, the bounds or the number of buckets are "
     "wrong') "
     "WHEN _a < _min THEN 0 WHEN _a >= _max THEN _n + 1 "
     "ELSE CAST(floor((_a - _min) / (_max - _min) * _n) AS BIGINT) + 1 END"},
    // Shifts drop the bits that leave the width, where DuckDB's << raises an error.
    {"paisql_wrap", "_v, _modulus",
     "((_v % _modulus) + _modulus) % _modulus - "
     "CASE WHEN ((_v % _modulus) + _modulus) % _modulus >= _modulus // 2 THEN _modulus ELSE 0 END"},
    {"paisql_shiftleft32", "_a, _n",
     "CAST(paisql_wrap(CAST(_a AS HUGEINT) * CAST(pow(2, _n & 31) AS HUGEINT), 4294967296) AS "
     "INTEGER)"},
    {"paisql_shiftleft64", "_a, _n",
     "CAST(paisql_wrap(CAST(_a AS HUGEINT) * CAST(pow(2, _n & 63) AS HUGEINT), "
     "CAST(18446744073709551616 AS HUGEINT)) AS BIGINT)"},
    {"paisql_shiftrightunsigned32", "_a, _n",
     "CAST(CASE WHEN _n & 31 = 0 THEN _a "
     "ELSE (CAST(_a AS BIGINT) & 4294967295) >> CAST(_n & 31 AS BIGINT) END AS INTEGER)"},
    {"paisql_shiftrightunsigned64", "_a, _n",
     "CASE WHEN _n & 63 = 0 THEN _a ELSE CAST(((CAST(_a AS HUGEINT) + "
     "CASE WHEN _a < 0 THEN CAST(18446744073709551616 AS HUGEINT) ELSE 0 END) // "
     "CAST(pow(2, _n & 63) AS HUGEINT)) AS BIGINT) END"},
    {"paisql_conv_number", "_s, _base",
     "CASE WHEN _s = '' OR len(list_filter(string_split(lower(_s), ''), lambda _c: "
     "strpos(left('0123456789abcdef', _base), _c) = 0)) > 0 "
     "THEN error('ODPS-0121095|in function conv, the text is not a number of the base: ' || _s) "
     "ELSE list_reduce(list_transform(string_split(lower(_s), ''), lambda _c: "
     "CAST(strpos('0123456789abcdef', _c) - 1 AS BIGINT)), lambda _x, _y: _x * _base + _y) END"},
    {"paisql_conv", "_s, _from, _to",
     "CASE WHEN _from NOT IN (2, 8, 10, 16) OR _to NOT IN (2, 8, 10, 16) "
     "THEN error('ODPS-0121095|in function conv, a base is not one of 2, 8, 10 and 16') "
     "WHEN _s IS NOT NULL AND _from IS NOT NULL AND _to IS NOT NULL "
     "THEN lower(to_base(paisql_conv_number(_s, _from), CAST(_to AS INTEGER))) END"},
    {"paisql_unhex", "_s",
     "CASE WHEN length(_s) % 2 = 1 OR NOT regexp_full_match(_s, '[0-9A-Fa-f]*') "
     "THEN error('ODPS-0121095|in function unhex, the text is not made of pairs of hexadecimal "
     "digits: ' || _s) "
     "ELSE unhex(_s) END"},
    {"paisql_format_number", "_a, _n",
     "CASE WHEN _n < 0 OR _n > 340 "
     "THEN error('ODPS-0121095|in function format_number, the number of digits is not between 0 "
     "and 340') "
     "ELSE format('{:,.' || _n || 'f}', _a) END"},
};

}  // namespace

const std::span<const DuckdbMacro> kNumberMacros = kTable;

}  // namespace paisql::functions
