#pragma once

// The process that is a client of Spark (src/python/paisql/spark): it holds one session of a
// cluster, or a server of its own on this machine. Questions are asked by one thread at a time;
// Interrupt comes from any. A process that does not end an interrupted question soon is given up,
// so nobody waits for a cluster that does not answer.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/files/files.h"
#include "base/process/child_process.h"
#include "base/result.h"
#include "engine/failure/failure_places.h"
#include "engine/spark/run/spark_options.h"
#include "udf/printed_output.h"
#include "workers/protocol.h"

namespace paisql::engine::spark {

struct SparkQuestion {
  std::string text;        // spark_question.h
  FailurePlaces places{};  // of the plan: an error of the statement gets its place from them
  // Gets what functions of users print; null: nobody wants it.
  std::shared_ptr<udf::PrintedOutput> printed = nullptr;
};

class SparkWorker {
 public:
  // Ready comes before the first question.
  static Result<std::unique_ptr<SparkWorker>> Start(const SparkWorkerOptions& options);
  // Gives the process a moment to end the session of the cluster.
  ~SparkWorker();
  SparkWorker(const SparkWorker&) = delete;
  SparkWorker& operator=(const SparkWorker&) = delete;

  // Waits until the session is there (some seconds for a Spark on this machine), and until an
  // earlier question that was interrupted is over. After an error the process has ended.
  Status Ready();

  // Sends a question, whose answer is read before the next one.
  Status Begin(SparkQuestion question);
  // The next frame of the answer. The last one has the code 0. An error frame is an error of the
  // statement; other errors are of the process, which has ended then.
  Result<workers::Frame> Next();
  // Hands all frames of the answer to `take`.
  Status Read(const std::function<void(workers::Frame frame)>& take);

  // The number of the newest question. Any thread.
  uint64_t number() const { return last_number_; }
  // Ends what the cluster does for the newest question, if that has the number. The answer is then
  // an error. While the session is not there yet, the process ends.
  void Interrupt(uint64_t number);
  // False once the process has ended, also while nobody talks to it. Any thread.
  bool Lives() const;
  bool sail() const { return sail_; }

 private:
  using Clock = std::chrono::steady_clock;

  SparkWorker(ChildProcess process, Descriptor socket, Descriptor woken, std::string remote)
      : process_(std::move(process)),
        socket_(std::move(socket)),
        woken_(std::move(woken)),
        remote_(std::move(remote)) {}

  Status SendLocked(const workers::Frame& frame);  // under sending_
  Result<workers::Frame> Receive();
  // The server is another's: the session there has to be ended.
  bool keeps_session() const { return remote_.starts_with("sc://"); }
  // Waits for bytes: after Interrupt for a limited time, then nothing comes any more.
  void Await();
  Status Greet();
  Error Ended();

  ChildProcess process_;
  const Descriptor socket_;
  const Descriptor woken_;  // an eventfd, which Interrupt writes
  const std::string remote_;
  std::atomic<bool> ended_ = false;
  std::atomic<bool> greeted_ = false;
  bool sail_ = false;

  std::mutex sending_;  // one frame after the other; guards what names the newest question
  std::atomic<uint64_t> last_number_ = 0;
  std::atomic<bool> interrupted_ = false;
  // Of the newest question, for the thread that asks:
  bool runs_ = false;                        // as far as its answer was read
  std::optional<Clock::time_point> end_by_;  // once it was seen to be interrupted
  FailurePlaces places_;
  std::shared_ptr<udf::PrintedOutput> printed_;
  workers::FrameReader frames_;
};

}  // namespace paisql::engine::spark
