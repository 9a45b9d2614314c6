#pragma once

// Which names are those of secrets: tables of words. IsSecretName (redact.h) goes by them. Pure.

#include <string_view>

namespace paisql {

bool IsLetterOrDigit(char c);

// True for a name whose value is a secret even where the name may be a plain word of a sentence.
bool IsPlainlySecret(std::string_view name);

}  // namespace paisql
