#pragma once

// What the answers about services share: the counts of the front over the last hour, and threads
// for what waits for a service. Safe from any thread.

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "console/services/front_client.h"
#include "console/services/front_counts.h"
#include "rest/call.h"
#include "rest/catalogs.h"
#include "rest/workers.h"

namespace paisql::console {

// Counts the front every two seconds, as long as somebody has asked within ten minutes.
class FrontHistory {
 public:
  // The catalogs outlive it.
  explicit FrontHistory(rest::Catalogs& catalogs);
  ~FrontHistory();
  FrontHistory(const FrontHistory&) = delete;
  FrontHistory& operator=(const FrontHistory&) = delete;

  // The curve of the service after the moment, oldest first.
  std::vector<ServicePoint> PointsOf(const std::string& service, int64_t after_ms);
  // The last moment of that curve; nullopt while the front was counted less than twice.
  std::optional<ServicePoint> NewestOf(const std::string& service);

 private:
  struct Sample {
    int64_t time_ms = 0;
    FrontCounts counts;
  };

  void Run();
  void Take();
  void NoteAsked();  // with the mutex held
  ServicePoint PointAt(const std::string& service, size_t sample) const;

  rest::Catalogs& catalogs_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Sample> samples_;
  int64_t asked_ms_ = 0;  // of the steady clock
  bool ending_ = false;
  bool begun_ = false;
  std::jthread thread_;
};

// Returns where the front listens; kEnvironment while none runs.
Result<FrontAddress> FrontOf(store::Catalog& catalog);

struct ServiceState {
  explicit ServiceState(rest::Catalogs& catalogs) : history(catalogs) {}
  ~ServiceState() { Stop(); }
  ServiceState(const ServiceState&) = delete;
  ServiceState& operator=(const ServiceState&) = delete;

  // Ends what waits for services, and returns when it has ended. Call it before the receivers of
  // its answers end.
  void Stop() {
    stop.request_stop();
    waiting.Finish();
  }

  static constexpr int kThreads = 4;
  std::stop_source stop;
  FrontHistory history;
  rest::Workers waiting{kThreads};
};

// Lets a thread for waiting make the answer, so that no thread for answers waits. `late` makes the
// answer where the thread has not made one within the time.
rest::Answer AnswerElsewhere(ServiceState& state, std::function<rest::Answer()> make, int most_ms,
                             std::function<rest::Answer()> late);

}  // namespace paisql::console
