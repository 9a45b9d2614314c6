#pragma once

// Chooses the variables that scripts get from a session's environment. Programs need some to run
// and to find libraries and cards; others of a person's shell, such as keys, stay out. The rest a
// user names by SET paisql.job.env.X=value, or has all of it by SET paisql.job.environment=all
// (docs/pai-environment.md).

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paisql::jobs {

inline constexpr std::string_view kNamedVariables = "paisql.job.env.";
inline constexpr const char* kEnvironmentSetting = "paisql.job.environment";

struct EnvironmentChoice {
  bool all = false;                          // the session's whole environment
  std::map<std::string, std::string> named;  // what SET has given, by the variable's name

  bool operator==(const EnvironmentChoice&) const = default;
};

// Reads the choice from a session's settings.
EnvironmentChoice ChooseEnvironment(const std::map<std::string, std::string>& settings);

// Whether SET may name it: letters, digits and '_', and none of those that are ours.
bool MayBeNamed(std::string_view variable);

// "NAME=value" for each variable: the caller's that the choice lets through, over these what SET
// has named, and over these `changes`.
std::vector<std::string> ScriptEnvironment(
    const EnvironmentChoice& choice,
    const std::vector<std::pair<std::string, std::string>>& changes);

// A variable of the choice's or of the caller's, in this order; null when there is none.
const char* Variable(const EnvironmentChoice& choice, const std::string& name);

}  // namespace paisql::jobs
