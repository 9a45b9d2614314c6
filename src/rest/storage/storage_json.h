#pragma once

// What requests of the storage API have in common: members of their JSON, and parts of answers.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rest/call.h"

namespace paisql {
struct Codec;
}

namespace paisql::rest {

// The call's body as an object; an empty body is an empty one. kTunnel for anything else.
Result<nlohmann::json> ObjectOf(const Call& call);

// Members; `otherwise` and none where they are not there or have another type.
std::string TextIn(const nlohmann::json& object, std::string_view name, std::string_view otherwise);
int64_t NumberIn(const nlohmann::json& object, std::string_view name, int64_t otherwise);
bool IsSetIn(const nlohmann::json& object, std::string_view name);  // whether it is `true`
std::vector<std::string> TextsIn(const nlohmann::json& object, std::string_view name);

// When a session that begins now is forgotten, in seconds since 1970.
int64_t ExpirationSeconds();
nlohmann::json SupportedFormats();
// How the client wants its stream packed. The SDK for Java always asks for lz4 here, and reads the
// stream as it comes.
const Codec* PackingFor(const Call& call);

}  // namespace paisql::rest
