#include "base/secrets/redact.h"

#include <algorithm>

namespace paisql {

namespace {

// "--token" without a value of its own.
bool IsSecretOption(std::string_view argument) {
  if (!argument.starts_with('-') || argument.find('=') != std::string_view::npos) return false;
  while (argument.starts_with('-')) argument.remove_prefix(1);
  return IsSecretName(argument);
}

}  // namespace

bool WasRedacted(std::string_view text) { return text.find(kRedacted) != std::string_view::npos; }

std::string Redact(std::string_view text) {
  std::string result;
  size_t done = 0;
  for (const Secret& secret : FindSecrets(text)) {
    result += text.substr(done, secret.begin - done);
    result += kRedacted;
    done = secret.end;
  }
  return result += text.substr(done);
}

std::string MaskSecrets(std::string_view text) {
  std::string result(text);
  for (const Secret& secret : FindSecrets(text)) {
    std::fill(result.begin() + static_cast<std::ptrdiff_t>(secret.begin),
              result.begin() + static_cast<std::ptrdiff_t>(secret.end), '*');
  }
  return result;
}

std::string RedactValue(std::string_view name, std::string_view value) {
  if (value.empty() || !IsSecretName(name)) return Redact(value);
  return std::string(kRedacted);
}

std::vector<std::string> RedactArguments(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  bool secret = false;
  for (const std::string& argument : arguments) {
    const size_t equals = argument.find('=');
    const std::string_view name = std::string_view(argument).substr(0, equals);
    if (secret && !argument.starts_with('-')) {
      result.emplace_back(kRedacted);
    } else if (equals != std::string::npos && IsSecretName(name)) {
      result.push_back(argument.substr(0, equals + 1) + std::string(kRedacted));
    } else {
      result.push_back(Redact(argument));
    }
    secret = IsSecretOption(argument);
  }
  return result;
}

}  // namespace paisql
