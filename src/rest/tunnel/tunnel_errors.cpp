#include "rest/tunnel/tunnel_errors.h"

#include <algorithm>
#include <string_view>

#include "rest/records/stream_error.h"
#include "store/transaction.h"

namespace paisql::rest {

namespace {

// Whether the rows have not found room: the disk is full, or a file may not be as large.
bool IsFull(const Error& error) {
  constexpr std::string_view kSayings[] = {"no space is left", "File too large",
                                           "larger than the system allows"};
  return error.code == ErrorCode::kEnvironment &&
         std::ranges::any_of(kSayings, [&](std::string_view saying) {
           return error.detail.find(saying) != std::string::npos;
         });
}

}  // namespace

Answer TunnelErrorOf(const Error& error) {
  if (store::IsConflict(error)) return JsonError(412, "TableModified", error.ToString());
  if (error.code == ErrorCode::kTunnel) {
    if (error.about.kind == ErrorSubject::Kind::kSystemLimit) {
      return JsonError(400, "QuotaExceeded", error.ToString());
    }
    for (const StreamFault fault : {StreamFault::kCorrupted, StreamFault::kMalformed}) {
      const std::string begin = std::string(NameOf(fault)) + ": ";
      if (!error.detail.starts_with(begin)) continue;
      return JsonError(400, NameOf(fault), error.detail.substr(begin.size()));
    }
  }
  if (error.code == ErrorCode::kPartition) {
    const bool missing = error.detail.find("is partitioned: give") != std::string::npos;
    return JsonError(400, missing ? "MissingPartitionSpec" : "InvalidPartitionSpec", error.detail);
  }
  // A NULL in a column that refuses it.
  if (error.code == ErrorCode::kRuntimeArguments) {
    return JsonError(400, NameOf(StreamFault::kMalformed), error.detail);
  }
  if (IsFull(error)) return JsonError(507, "InsufficientStorage", error.ToString());
  if (error.code == ErrorCode::kIo) return JsonError(500, "InternalServerError", error.ToString());
  return JsonErrorOf(error);
}

Answer NoSession(std::string_view name, std::string_view kind, const std::string& id) {
  return JsonError(404, name, "The " + std::string(kind) + " " + id + " is not found");
}

Answer StatusConflict(const std::string& detail) {
  return JsonError(409, "StatusConflict", detail);
}

}  // namespace paisql::rest
