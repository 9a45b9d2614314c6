#include "engine/duckdb/macros/macros.h"

#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kNatives[] = {
    "paisql_base32",
    "paisql_combination_places",
    "paisql_compress",
    "paisql_concat",
    "paisql_corr",
    "paisql_covar_pop",
    "paisql_covar_samp",
    "paisql_crc32",
    "paisql_date_format_text",
    "paisql_date_range",
    "paisql_datetime_between",
    "paisql_decode",
    "paisql_decompress",
    "paisql_encode",
    "paisql_format_decimal_pattern",
    "paisql_format_number_pattern",
    "paisql_goes_on",
    "paisql_grouped_decimal",
    "paisql_hash",
    "paisql_histogram_bins",
    "paisql_host_of_url",
    "paisql_ip_from_string",
    "paisql_ip_net_mask",
    "paisql_ip_to_string",
    "paisql_ipv4_to_int64",
    "paisql_is_encoding",
    "paisql_java_time_text",
    "paisql_join",
    "paisql_json_array",
    "paisql_json_contains",
    "paisql_json_contains_at",
    "paisql_json_element",
    "paisql_json_exists",
    "paisql_json_extract",
    "paisql_json_format",
    "paisql_json_get",
    "paisql_json_get_of_text",
    "paisql_json_insert",
    "paisql_json_length",
    "paisql_json_length_at",
    "paisql_json_member",
    "paisql_json_object",
    "paisql_json_parse",
    "paisql_json_pretty",
    "paisql_json_set",
    "paisql_json_strip_nulls",
    "paisql_json_type",
    "paisql_json_unquote",
    "paisql_json_valid",
    "paisql_random",
    "paisql_read_java_time",
    "paisql_read_time",
    "paisql_read_timestamp",
    "paisql_replacement_room",
    "paisql_room",
    "paisql_sequence_last",
    "paisql_sequence_length",
    "paisql_sha2",
    "paisql_sort_exchange",
    "paisql_sort_left",
    "paisql_sort_right",
    "paisql_sort_stages",
    "paisql_stddev_pop",
    "paisql_stddev_samp",
    "paisql_sym_decrypt",
    "paisql_sym_encrypt",
    "paisql_text_time",
    "paisql_time_text",
    "paisql_timestamp_micros",
    "paisql_timestamp_nanos",
    "paisql_timestamp_of",
    "paisql_timestamp_within",
    "paisql_url_decode",
    "paisql_url_encode",
    "paisql_user_id",
    "paisql_var_pop",
    "paisql_var_samp",
    "paisql_width_bucket_decimal",
};

}  // namespace

std::span<const std::string_view> NativeNames() { return kNatives; }

std::span<const std::span<const Macro>> MacroTables() {
  static const std::span<const Macro> tables[] = {
      kCollectionMacros, kDateMacros,   kJsonMacros,      kNumberMacros,
      kRegexMacros,      kStringMacros, kTimestampMacros,
  };
  return tables;
}

const Macro* FindMacro(std::string_view name) {
  for (const std::span<const Macro>& table : MacroTables()) {
    for (const Macro& macro : table) {
      if (macro.name == name) return &macro;
    }
  }
  return nullptr;
}

}  // namespace paisql::engine
