#pragma once

// Rules of the command line beside the table of flags (flags.h): flags that exclude each other,
// variables, and flags of other clients.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/result.h"
#include "script/options/flags.h"
#include "variables/scope.h"

namespace paisql::script {

// Refuses, as wrong usage, flags that contradict each other or the chosen tool.
Status CheckFlagUse(const Flags& flags);

// Variables of the command line: --define and --define-env. Errors are for "paisql: …" and quote no
// value, which may be a secret.

// "name=value"; the value may hold anything.
Status AddDefinition(const std::string& text, std::vector<variables::Variable>& variables);

// "NAME,OTHER=VARIABLE": values of the environment, in which a dollar is a dollar.
Status AddEnvironment(const std::string& text, std::vector<variables::Variable>& variables);

// Flags of other clients that this program does not have, with what to write here instead.

struct ClientFlag {
  std::string_view names;  // separated by '|'
  std::string_view cure;
};

std::span<const ClientFlag> ClientFlags();

// The cure for an unknown flag, given without its value; "" when no client has the flag.
std::string_view CureOfFlag(std::string_view name);

}  // namespace paisql::script
