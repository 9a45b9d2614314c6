#include "functions/owned_function.h"

#include <utility>

namespace paisql::functions {
namespace {

// Neither copied nor moved: the row points into the texts.
struct Owned {
  explicit Owned(FunctionTexts given) : texts(std::move(given)) {
    for (const std::string& signature : texts.signatures) overloads.push_back({signature});
    row = {texts.name, texts.kind, overloads, texts.help, &texts.flags};
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  FunctionTexts texts;
  std::vector<Overload> overloads;
  Function row;
};

}  // namespace

std::shared_ptr<const Function> MakeFunction(FunctionTexts texts) {
  const auto owned = std::make_shared<const Owned>(std::move(texts));
  return {owned, &owned->row};
}

}  // namespace paisql::functions
