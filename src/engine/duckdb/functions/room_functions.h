#pragma once

// Functions that guard what can become large: the number of elements or bytes that an array or a
// text is about to have passes through one of them. More than a batch of rows may have is an error
// that names the limit, before the memory is asked for; and no large constant is computed while
// DuckDB plans, where nothing could interrupt it.

#include <string_view>

namespace paisql::engine::room {

// (number, bytes of each): the number.
inline constexpr std::string_view kRoom = "paisql_room";
// (first, last, step): how many elements SEQUENCE has.
inline constexpr std::string_view kSequenceLength = "paisql_sequence_length";
// (first, last, step): the last, once a SEQUENCE of them has the room.
inline constexpr std::string_view kSequenceLast = "paisql_sequence_last";
// (text, old, new): the new text, once REPLACE has the room.
inline constexpr std::string_view kReplacement = "paisql_replacement_room";
// (text): a long literal, which the planner does not treat as a constant.
inline constexpr std::string_view kLongText = "paisql_long_text";
// (number of an element in a lambda): true, unless the statement has been interrupted or has grown
// too large. A lambda over a long array is one step to DuckDB, which looks at neither within it.
inline constexpr std::string_view kGoesOn = "paisql_goes_on";

}  // namespace paisql::engine::room
