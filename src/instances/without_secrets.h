#pragma once

// What clients have submitted without the secrets in it (base/secrets/redact.h), as it is kept and
// as others than its user see it. Pure.

#include <map>
#include <string>
#include <string_view>

namespace paisql::instances {

// A job as its client wrote it: XML, in which texts and settings may have secrets. One without
// them stays as it is, letter for letter. "" for what is not XML.
std::string SourceWithoutSecrets(const std::string& source);
std::map<std::string, std::string> SettingsWithoutSecrets(
    const std::map<std::string, std::string>& settings);

}  // namespace paisql::instances
