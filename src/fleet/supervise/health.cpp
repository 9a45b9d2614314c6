#include "fleet/supervise/health.h"

#include <sys/socket.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/events/unix_socket.h"
#include "base/system/clock.h"

namespace paisql::fleet {

namespace {

constexpr std::string_view kQuestion =
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
// Beyond so many, those that have waited longest are given up.
constexpr size_t kMostQuestions = 8;

}  // namespace

Health::Health(EventLoop& loop, std::string socket, int64_t now_ms)
    : loop_(loop), socket_(std::move(socket)), silence_(kLongestSilenceMs) {
  silence_.Heard(now_ms);
}

bool Health::Look(int64_t now_ms) {
  std::erase_if(questions_, [](const Question& one) { return one.over; });
  if (now_ms >= ask_at_ms_) {
    ask_at_ms_ = now_ms + kAskMs;
    Ask();
  }
  return !silence_.TooLong(now_ms);
}

void Health::Ask() {
  std::optional<Descriptor> connection = ConnectToUnix(socket_);
  if (!connection.has_value()) return;
  if (send(connection->get(), kQuestion.data(), kQuestion.size(), MSG_NOSIGNAL) < 0) return;
  if (questions_.size() >= kMostQuestions) questions_.pop_front();
  Question& question = questions_.emplace_back();
  question.connection = *std::move(connection);
  question.watch = loop_.Add(question.connection.get(), EventLoop::Interest::kRead,
                             [this, &question] { Hear(question); });
}

void Health::Hear(Question& question) {
  std::array<char, 512> bytes{};
  const ssize_t count = recv(question.connection.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count > 0) silence_.Heard(SteadyMs());
  // It is closed by the next look: the loop is just serving it.
  question.watch.End();
  question.over = true;
}

}  // namespace paisql::fleet
