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
// An error that a page shows beside other things.
nlohmann::json ErrorJson(const Error& error, const rest::Call& call);
// A refusal that only requests meet: of a wrong token, path or body.
rest::Answer Refusal(int status, std::string_view name, std::string_view message,
                     std::string_view cure = "");

// The request's body, an object. ODPS-0130071-like errors name what is wrong with it.
Result<nlohmann::json> BodyOf(const rest::Call& call);
// A member of the body that is a text; an error that names it where it is missing or of another
// type.
Result<std::string> TextOf(const nlohmann::json& body, std::string_view member);

}  // namespace paisql::console
