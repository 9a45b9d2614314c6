#pragma once

// A statement that a page asks for: it runs as an instance of the user, so that permissions hold,
// Logview shows it, it can be stopped, and no thread waits for it.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "console/console.h"
#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::console {

struct AskedStatement {
  std::string place = {};
  std::string text = {};
  std::string job = {};  // the instance's name
  // Settings of the statement's session.
  std::map<std::string, std::string> settings = {};
};

// The statement is submitted. With ?instance=ID in the request the instance of that id, in which
// the user has asked for the same, goes on instead. Without a text any instance of the user with
// that job counts. kJobNotFound for another instance.
Result<instances::InstancePtr> Ask(const rest::Call& call, Console& console, AskedStatement asked);

// The answer is what `tell` makes of the instance once it has succeeded, with "state", "instance"
// and "statement". An instance that runs on after some seconds has these three alone, so that the
// page asks again; one that has failed answers its error.
using TellInstance = std::function<Result<nlohmann::json>(const instances::Instance& instance)>;
rest::Answer AnswerOf(const rest::Call& call, const instances::InstancePtr& instance,
                      TellInstance tell);

// A statement that a page shows before it runs it. The answer is its text, or with "run": true in
// the body the answer of the statement at its end. `make` is told whether it runs. With
// ?instance=ID the instance of that job goes on, without `make`: the change may have taken away
// what the text is made from.
using MakeStatement = std::function<Result<AskedStatement>(const nlohmann::json& body, bool run)>;
rest::Answer ShowOrRun(const rest::Call& call, Console& console, const std::string& job,
                       const MakeStatement& make);

// A text of the body; "" where it is missing or of another type.
std::string TextMember(const nlohmann::json& body, const char* member);

}  // namespace paisql::console
