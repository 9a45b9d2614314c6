#pragma once

// The one judge of what in a text is a secret: access keys, tokens and passwords, as scripts for
// the platform carry them. Whatever is stored or shown goes by it: rows and files of jobs, lists of
// settings, plans, errors, the prompt's history. It goes by names (access_key_secret=…, "token": …,
// --password …, SET odps.access.key=…), by places (the query of an oss:// name, user:password@host)
// and by forms (LTAI…, STS.…, Bearer …). It takes too much rather than too little. All functions
// are pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paisql {

// The text that replaces a secret.
inline constexpr std::string_view kRedacted = "***";

struct Secret {
  size_t begin = 0;
  size_t end = 0;

  bool operator==(const Secret&) const = default;
};

// In order of their places, none within another. Text that is redacted already does not count.
std::vector<Secret> FindSecrets(std::string_view text);
// Whether a secret may have been taken out of the text: it has kRedacted.
bool WasRedacted(std::string_view text);

// The text with kRedacted for each secret. Redact(Redact(x)) is Redact(x).
std::string Redact(std::string_view text);
// The same with '*' for each byte of a secret, so that places in the text stay what they are.
std::string MaskSecrets(std::string_view text);

// Whether what has this name is a secret: "access_key_secret", "odps.access.key", "HF_TOKEN".
bool IsSecretName(std::string_view name);
// A value that has a name.
std::string RedactValue(std::string_view name, std::string_view value);
// The arguments of a program: "--token=x", "--token" "x".
std::vector<std::string> RedactArguments(const std::vector<std::string>& arguments);

}  // namespace paisql
