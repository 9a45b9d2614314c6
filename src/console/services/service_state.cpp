#include "console/services/service_state.h"

#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "base/system/clock.h"
#include "store/services.h"

namespace paisql::console {

namespace {

constexpr int64_t kPeriodMs = 2000;
constexpr int64_t kAskedMs = 600'000;
constexpr size_t kMostSamples = 1800;
constexpr size_t kMostMetrics = size_t{8} << 20;
constexpr int64_t kMetricsMs = 1500;

// What one thread makes and another one sends.
struct Made {
  std::mutex mutex;
  std::optional<rest::Answer> answer;
  std::map<int64_t, std::function<void()>> ready;
  int64_t last = 0;
};

}  // namespace

FrontHistory::FrontHistory(rest::Catalogs& catalogs) : catalogs_(catalogs) {}

FrontHistory::~FrontHistory() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  wake_.notify_all();
}

Result<FrontAddress> FrontOf(store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(const std::optional<store::Fleet> fleet, services.ReadFleet());
  if (fleet.has_value() && fleet->port != 0) return FrontAddress{fleet->host, fleet->port};
  return Error{ErrorCode::kEnvironment,
               "no service of this home has run yet",
               {},
               "DEPLOY SERVICE s USING MODEL m; begins one"};
}

void FrontHistory::Take() {
  const Result<rest::Catalogs::Loan> catalog = catalogs_.Borrow();
  if (!catalog.ok()) return;
  const Result<FrontAddress> front = FrontOf(**catalog);
  if (!front.ok()) return;
  const auto answer = AskFront(*front, {"GET", "/metrics", {}, ""}, kMostMetrics, kMetricsMs);
  if (!answer.ok() || answer->status != 200) return;
  Sample sample{NowMs(), ReadFrontCounts(answer->body)};
  const std::lock_guard lock(mutex_);
  samples_.push_back(std::move(sample));
  if (samples_.size() > kMostSamples) samples_.pop_front();
}

void FrontHistory::Run() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    const bool asked = SteadyMs() - asked_ms_ < kAskedMs;
    if (asked) {
      lock.unlock();
      Take();
      lock.lock();
    }
    if (ending_) return;
    wake_.wait_for(lock, std::chrono::milliseconds(kPeriodMs));
  }
}

void FrontHistory::NoteAsked() {
  asked_ms_ = SteadyMs();
  if (begun_) return;
  begun_ = true;
  thread_ = std::jthread([this] { Run(); });
}

ServicePoint FrontHistory::PointAt(const std::string& service, size_t sample) const {
  const Sample& before = samples_[sample - 1];
  const Sample& after = samples_[sample];
  return PointBetween(service, before.counts, after.counts, before.time_ms, after.time_ms);
}

std::optional<ServicePoint> FrontHistory::NewestOf(const std::string& service) {
  const std::lock_guard lock(mutex_);
  NoteAsked();
  if (samples_.size() < 2) return std::nullopt;
  return PointAt(service, samples_.size() - 1);
}

std::vector<ServicePoint> FrontHistory::PointsOf(const std::string& service, int64_t after_ms) {
  const std::lock_guard lock(mutex_);
  NoteAsked();
  std::vector<ServicePoint> points;
  for (size_t i = 1; i < samples_.size(); ++i) {
    if (samples_[i].time_ms > after_ms) points.push_back(PointAt(service, i));
  }
  return points;
}

rest::Answer AnswerElsewhere(ServiceState& state, std::function<rest::Answer()> make, int most_ms,
                             std::function<rest::Answer()> late) {
  const auto made = std::make_shared<Made>();
  state.waiting.Run([made, make = std::move(make)] {
    rest::Answer answer = make();
    std::map<int64_t, std::function<void()>> ready;
    {
      const std::lock_guard lock(made->mutex);
      made->answer = std::move(answer);
      ready.swap(made->ready);
    }
    for (const auto& [number, call] : ready) call();
  });
  rest::Later later;
  later.most_ms = most_ms;
  later.wait = [made](std::function<void()> ready) -> std::function<void()> {
    {
      const std::lock_guard lock(made->mutex);
      if (!made->answer.has_value()) {
        const int64_t number = ++made->last;
        made->ready[number] = std::move(ready);
        return [made, number] {
          const std::lock_guard forget(made->mutex);
          made->ready.erase(number);
        };
      }
    }
    ready();
    return [] {};
  };
  later.make = [made, late = std::move(late)] {
    {
      const std::lock_guard lock(made->mutex);
      if (made->answer.has_value()) return *made->answer;
    }
    return late();
  };
  rest::Answer answer;
  answer.later = std::make_shared<const rest::Later>(std::move(later));
  return answer;
}

}  // namespace paisql::console
