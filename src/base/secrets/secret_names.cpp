#include "base/secrets/secret_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql {

namespace {

// In a name in lower case, without '_', '-' and '.'.
constexpr std::string_view kSecretParts[] = {
    "accesskey",   "accessid",   "secret", "password", "passwd",        "passphrase", "apikey",
    "securitykey", "privatekey", "keypem", "rolearn",  "authorization", "authtoken"};
constexpr std::string_view kSecretNames[] = {"ak", "sk", "arn"};
// How names of secrets end, and before which words such an end tells of texts, counts and models
// and not of doors: max_tokens, bypass.
struct End {
  std::string_view end;
  std::vector<std::string_view> harmless;
};
const std::vector<End>& SecretEnds() {
  static const std::vector<End> ends = {
      {"token", {"pad", "eos", "bos",   "unk", "mask", "sep",  "cls",  "num",   "max", "min",
                 "per", "oov", "start", "end", "sub",  "stop", "next", "vocab", "by",  "special"}},
      {"tokens",
       {"pad",     "eos", "bos",   "unk",   "mask",   "sep",    "num",   "max",   "min",
        "per",     "oov", "start", "end",   "sub",    "stop",   "next",  "vocab", "by",
        "special", "new", "total", "input", "output", "prompt", "batch", "train", "completion"}},
      {"pass", {"by", "num", "max", "min", "per", "first", "second", "single", "multi"}},
      {"signature", {"model", "serving"}},
      {"pwd", {}},
      {"auth", {}},
      {"credential", {}},
      {"credentials", {}}};
  return ends;
}
// Every variable that a user names for scripts (jobs/script/script_environment.h): it is the
// way that is recommended for secrets.
constexpr std::string_view kVariables = "paisql.job.env.";

std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : ToLower(name)) {
    if (IsLetterOrDigit(c)) folded += c;
  }
  return folded;
}

bool EndsAsSecret(std::string_view folded) {
  const auto ends = [folded](const End& one) {
    if (!folded.ends_with(one.end)) return false;
    const std::string_view before = folded.substr(0, folded.size() - one.end.size());
    return std::none_of(one.harmless.begin(), one.harmless.end(),
                        [before](std::string_view word) { return before.ends_with(word); });
  };
  return std::any_of(SecretEnds().begin(), SecretEnds().end(), ends);
}

}  // namespace

bool IsLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool IsPlainlySecret(std::string_view name) {
  const std::string folded = Folded(name);
  return std::any_of(std::begin(kSecretParts), std::end(kSecretParts),
                     [&](std::string_view part) { return folded.find(part) != std::string::npos; });
}

bool IsSecretName(std::string_view name) {
  const std::string folded = Folded(name);
  const std::string last = Folded(name.substr(name.rfind('.') + 1));
  const auto is = [](const std::string& known) {
    return [&known](std::string_view one) { return known == one; };
  };
  const bool variable = name.size() > kVariables.size() &&
                        EqualsIgnoreCase(name.substr(0, kVariables.size()), kVariables);
  return variable || IsPlainlySecret(name) || EndsAsSecret(folded) ||
         std::any_of(std::begin(kSecretNames), std::end(kSecretNames), is(folded)) ||
         (name.starts_with("paisql.") &&
          std::any_of(std::begin(kSecretNames), std::end(kSecretNames), is(last)));
}

}  // namespace paisql
