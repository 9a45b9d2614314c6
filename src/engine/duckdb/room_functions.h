#pragma once

// Functions that guard what can become large: the number of elements or bytes that an array or a
// text is about to have passes through one of them. More than a batch of rows may have is an error
// that names the limit, before the memory is asked for; and no large constant is computed while
// DuckDB plans, where nothing could interrupt it.

#include <string>
#include <string_view>

#include "engine/duckdb/api.h"
#include "engine/duckdb/native_state.h"

namespace paisql::engine {

namespace room {
// (number, bytes of each): the number.
inline constexpr std::string_view kRoom = "paisql_room";
// (first, last, step): how many elements SEQUENCE has.
inline constexpr std::string_view kSequenceLength = "paisql_sequence_length";
// (first, last, step): the last, once a SEQUENCE of them has the room.
inline constexpr std::string_view kSequenceLast = "paisql_sequence_last";
// (text, old, new): the new text, once REPLACE has the room.
inline constexpr std::string_view kReplacement = "paisql_replacement_room";
// (text): a long literal, which is no constant to the planner.
inline constexpr std::string_view kLongText = "paisql_long_text";
}  // namespace room

// Makes the function of that name; false when it is none of these. `state` must outlive the
// database. An empty `error` means success.
bool RegisterRoom(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                  NativeState& state, std::string& error);

}  // namespace paisql::engine
