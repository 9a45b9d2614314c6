#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kNumberMacroRows[] = {
    {"paisql_modulo_decimal_null", "_a, _b", "CASE WHEN _b <> 0 THEN _a % _b END"},
    {"paisql_modulo_decimal_error", "_a, _b",
     "CASE WHEN _b = 0 AND _a IS NOT NULL "
     "THEN error('ODPS-0121145|in operator %, the divisor is 0') ELSE _a % _b END"},
    {"paisql_modulo_decimal_hive", "_a, _b", "CASE WHEN _b <> 0 THEN _a % _b END"},
    // Digits after the decimal point, as far as numbers have any. GREATEST and LEAST pass over
    // NULL.
    {"paisql_digits", "_n",
     "CASE WHEN _n IS NOT NULL THEN CAST(greatest(least(_n, 400), -400) AS INTEGER) END"},
    // As the platform computes it, with its digits: 125.815 to one place is 125.80000000000001. A
    // number that has no digits there stays as it is.
    {"paisql_trunc", "_x, _n",
     "CASE WHEN abs(_x) * pow(CAST(10 AS DOUBLE), _n) >= 9007199254740992 THEN _x "
     "WHEN _n < -308 THEN _x * 0 "
     "ELSE trunc(_x * pow(CAST(10 AS DOUBLE), _n)) * pow(CAST(10 AS DOUBLE), -_n) END"},
    {"paisql_width_bucket", "_a, _min, _max, _n",
     "CASE WHEN _a < _min THEN 0 WHEN _a >= _max THEN _n + 1 "
     "ELSE CAST(floor(_n * (_a - _min) / (_max - _min) + 1) AS BIGINT) END"},
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
    // So few digits that their number fits into 65 bits.
    {"paisql_conv_short", "_s, _base",
     "length(ltrim(_s, '0')) <= CASE _base WHEN 2 THEN 64 WHEN 8 THEN 22 WHEN 10 THEN 20 ELSE 16 "
     "END"},
    {"paisql_conv_number", "_s, _base",
     "list_reduce(list_transform(string_split(lower(_s), ''), lambda _c: "
     "CAST(strpos('0123456789abcdef', _c) - 1 AS HUGEINT)), lambda _x, _y: _x * _base + _y)"},
    // The digits of a number without its fraction; a text that is not a number for a value below 0.
    {"paisql_conv_double", "_x",
     "CASE WHEN _x >= 0 AND _x < 9223372036854775808 THEN CAST(CAST(trunc(_x) AS BIGINT) AS "
     "VARCHAR) WHEN _x IS NOT NULL THEN '-' END"},
    {"paisql_conv_decimal", "_x",
     "CASE WHEN _x >= 0 THEN CAST(trunc(_x) AS VARCHAR) WHEN _x < 0 THEN '-' END"},
    {"paisql_conv_digits", "_s, _base",
     "_s <> '' AND len(list_filter(string_split(lower(_s), ''), lambda _c: "
     "strpos(left('0123456789abcdef', _base), _c) = 0)) = 0"},
    {"paisql_conv_is_number", "_s, _from, _to",
     "CASE WHEN _from NOT IN (2, 8, 10, 16) OR _to NOT IN (2, 8, 10, 16) THEN false "
     "WHEN NOT paisql_conv_digits(_s, _from) THEN false WHEN NOT paisql_conv_short(_s, _from) "
     "THEN false ELSE paisql_conv_number(_s, _from) <= 9223372036854775807 END"},
    {"paisql_conv", "_s, _from, _to",
     "CASE WHEN _from IS NOT NULL "
     "THEN to_base(CAST(paisql_conv_number(_s, _from) AS BIGINT), CAST(_to AS INTEGER)) END"},
    // Hive reads the digits in front of whatever else stands there.
    {"paisql_conv_prefix", "_s, _base",
     "'0' || regexp_extract(lower(_s), CASE _base WHEN 2 THEN '^[01]*' WHEN 8 THEN '^[0-7]*' "
     "WHEN 10 THEN '^[0-9]*' ELSE '^[0-9a-f]*' END)"},
    {"paisql_format_number", "_a, _n",
     "CASE WHEN _n < 0 OR _n > 340 "
     "THEN error('ODPS-0121095|in function format_number, the number of digits is not between 0 "
     "and 340') "
     "ELSE format('{:,.' || _n || 'f}', _a) END"},
    {"paisql_format_decimal", "_a, _n",
     "CASE WHEN _n < 0 OR _n > 340 "
     "THEN error('ODPS-0121095|in function format_number, the number of digits is not between 0 "
     "and 340') "
     "ELSE paisql_grouped_decimal(CAST(_a AS VARCHAR), _n) END"},
};

}  // namespace

const std::span<const Macro> kNumberMacros = kNumberMacroRows;

}  // namespace paisql::engine
