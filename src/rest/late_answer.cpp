#include "rest/late_answer.h"

#include <mutex>
#include <utility>

#include "http/client.h"

namespace paisql::rest {

namespace {

// The first of "it has happened" and "the time is over" takes what is needed to answer, so that
// nothing of the request is kept for the other one.
class OneAnswer {
 public:
  OneAnswer(std::shared_ptr<const Later> later, Workers& workers, std::function<void(Answer)> send)
      : workers_(workers), later_(std::move(later)), send_(std::move(send)) {}

  void Make() {
    std::shared_ptr<const Later> later;
    std::function<void()> forget;
    {
      const std::lock_guard lock(mutex_);
      later = std::exchange(later_, nullptr);
      forget = std::exchange(forget_, nullptr);
    }
    if (later == nullptr) return;
    if (forget) forget();
    workers_.Run([later, send = std::move(send_)] { send(later->make()); });
  }
  void KeepForget(std::function<void()> forget) {
    {
      const std::lock_guard lock(mutex_);
      if (later_ != nullptr) {
        forget_ = std::move(forget);
        return;
      }
    }
    forget();
  }

 private:
  Workers& workers_;
  std::mutex mutex_;
  std::shared_ptr<const Later> later_;
  std::function<void()> forget_;
  std::function<void(Answer)> send_;
};

}  // namespace

void SendLater(const std::shared_ptr<const Later>& later, const http::Reply& reply,
               Workers& workers, std::function<void(Answer)> send) {
  const auto answer = std::make_shared<OneAnswer>(later, workers, std::move(send));
  answer->KeepForget(later->wait([answer] { answer->Make(); }));
  http::Loop& loop = reply.loop();
  loop.Post([&loop, answer, most_ms = later->most_ms] {
    http::Client::After(loop, most_ms, [answer] { answer->Make(); });
  });
}

}  // namespace paisql::rest
