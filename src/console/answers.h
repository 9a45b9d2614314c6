#pragma once

// The bodies of requests and answers: JSON both ways. Pure functions.

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"
#include "base/result.h"
#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::console {

// "waiting", "running", "success", "failed", "cancelled"
std::string_view StateWord(instances::TaskState state);

rest::Answer JsonAnswer(const nlohmann::json& body, int status = 200);

// {"error": {"code", "name", "message", "cure", "line", "column"}}, without secrets. `name` is what
// the platform calls such errors ("NoSuchTable"), which also gives the status.
rest::Answer RefusalOf(const Error& error);
// The same in the language of the page that asks.
rest::Answer RefusalOf(const Error& error, const rest::Call& call);
// The same object without the member "error" around it: for an error that is a part of an answer.
nlohmann::json ErrorJson(const Error& error, const rest::Call& call);
// A refusal without a code of the platform: for a wrong token, path or body.
rest::Answer Refusal(int status, std::string_view name, std::string_view message,
                     std::string_view cure = "");

// Reads the request's body as a JSON object. kInvalidCommand names what is wrong: another kind of
// value, a text that is not JSON, or one that nests too deeply.
Result<nlohmann::json> BodyOf(const rest::Call& call);
// Reads a text of the body; kInvalidCommand names the member if it is missing or is not a text.
Result<std::string> TextOf(const nlohmann::json& body, std::string_view member);

}  // namespace paisql::console
