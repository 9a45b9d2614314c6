#include "names/model_name.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace paisql::names {

namespace {

constexpr size_t kMostNameBytes = 128;

}  // namespace

Status CheckModelName(std::string_view name, const SourceRange& range) {
  const bool fits = !name.empty() && name.size() <= kMostNameBytes &&
                    std::isalpha(static_cast<unsigned char>(name.front())) != 0 &&
                    std::ranges::all_of(name, [](unsigned char letter) {
                      return letter < 0x80 && (std::isalnum(letter) != 0 || letter == '_');
                    });
  if (fits) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + std::string(name) + "' is not a name for a model",
               range, "a name begins with a letter and has letters, digits and _, at most 128"};
}

}  // namespace paisql::names
