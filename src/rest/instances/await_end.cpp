#include "rest/instances/await_end.h"

#include <utility>

namespace paisql::rest {

Answer AtEnd(const instances::InstancePtr& instance, int most_ms, std::function<Answer()> make) {
  if (most_ms <= 0 || instance->status().ended()) return make();
  const auto wait = [instance](std::function<void()> ready) -> std::function<void()> {
    const int64_t number = instance->OnEnd(std::move(ready));
    return [instance, number] { instance->ForgetOnEnd(number); };
  };
  Answer answer;
  answer.later = std::make_shared<const Later>(Later{wait, most_ms, std::move(make)});
  return answer;
}

}  // namespace paisql::rest
