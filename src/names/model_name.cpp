#include "names/model_name.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace paisql::names {

namespace {

constexpr size_t kMostNameBytes = 128;

}  // namespace

ModelName ReadModelName(std::string_view written, std::string_view project) {
  // As the platform writes a model's place.
  constexpr std::string_view kPlace = "/offlinemodels/";
  const size_t place = written.find(kPlace);
  if (place != std::string_view::npos) {
    return {std::string(written.substr(0, place)),
            std::string(written.substr(place + kPlace.size()))};
  }
  const size_t dot = written.rfind('.');
  if (dot == std::string_view::npos) return {std::string(project), std::string(written)};
  return {std::string(written.substr(0, dot)), std::string(written.substr(dot + 1))};
}

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
