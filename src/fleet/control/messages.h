#pragma once

// The processes of a home send each other these messages, one a line. A line with '{' first is
// JSON.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::fleet {

// To the supervisor: look at the catalog. It answers kPoked when it has.
inline constexpr std::string_view kPoke = "poke";
inline constexpr std::string_view kPoked = "poked";
// To the supervisor: say kChanged whenever what stands in the catalog of instances has changed. It
// says so once at the beginning: what is read after that is not missed.
inline constexpr std::string_view kWatch = "watch";
inline constexpr std::string_view kChanged = "changed";
// To the supervisor, with the socket at which it listens: here is the front. It gets tables of
// routes, as RoutesToJson makes them, and answers each with a FrontState.
inline constexpr std::string_view kFront = "front";
// To the front: answer what was asked, and end. It answers kEnding at once.
inline constexpr std::string_view kEnd = "end";
inline constexpr std::string_view kEnding = "ending";
// Supervisor and front ask each other each second whether the other one lives.
inline constexpr std::string_view kPing = "ping";
inline constexpr std::string_view kPong = "pong";
// Asks the front to send its FrontState again, for its counts.
inline constexpr std::string_view kAskLoad = "load";

// The number of requests that the front has answered for a version of a service.
struct FrontLoad {
  std::string service;
  std::string version;
  int64_t requests = 0;
};

// The state of the front.
struct FrontState {
  int64_t generation = 0;         // of the table of routes
  std::vector<std::string> busy;  // instances that are not in it and have requests still
  std::vector<FrontLoad> load;
};

std::string FrontStateToJson(const FrontState& state);
Result<FrontState> FrontStateFromJson(const std::string& text);

}  // namespace paisql::fleet
