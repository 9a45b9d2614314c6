#pragma once

// Connections of query acceleration MaxQA. One grants nothing: what a user may do is asked of each
// request. Pure.

#include <string>
#include <string_view>

namespace paisql::rest {

inline constexpr const char* kMaxQaHeader = "x-odps-mcqa-conn";
// The quota of clients that name none. Connections take any name, since one machine runs it all.
inline constexpr std::string_view kMaxQaQuota = "maxqa";

bool CanBeMaxQaQuota(std::string_view name);

// What a client sends with each request, once it has chosen the quota.
std::string MaxQaConnection(std::string_view quota);
bool IsMaxQaConnection(std::string_view text);

}  // namespace paisql::rest
