#pragma once

// The process that is a client of Spark (src/python/paisql/spark): it holds one session of a
// cluster, or a server of its own on this machine. Questions are asked by one thread at a time;
// Interrupt comes from any.

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/files/files.h"
#include "base/process/child_process.h"
#include "base/result.h"
#include "engine/failure/failure_places.h"
#include "udf/printed_output.h"
#include "workers/protocol.h"

namespace paisql::engine::spark {

struct SparkWorkerOptions {
  std::string python;         // that has Spark's client
  std::string python_folder;  // with the package paisql
  std::string program;        // paisql itself, which runs kernels
  std::string remote;         // "sail", "local[2]", "sc://host:15002"
  std::string folder;         // where it runs, which is there

  bool operator==(const SparkWorkerOptions&) const = default;
};

struct SparkQuestion {
  std::string text;        // spark_question.h
  FailurePlaces places{};  // of the plan: an error of the statement gets its place from them
  // Gets what functions of users print; null: nobody wants it.
  std::shared_ptr<udf::PrintedOutput> printed = nullptr;
};

class SparkWorker {
 public:
  // Waits until the session is there: some seconds for a Spark on this machine.
  static Result<std::unique_ptr<SparkWorker>> Start(const SparkWorkerOptions& options);
  ~SparkWorker() = default;
  SparkWorker(const SparkWorker&) = delete;
  SparkWorker& operator=(const SparkWorker&) = delete;

  // Asks, and hands each frame of the answer to `take`. The last one has the code 0. An error frame
  // is an error of the statement; other errors are of the process, which has ended then.
  using Take = std::function<Status(workers::Frame frame)>;
  Status Ask(SparkQuestion question, const Take& take);
  // Begin sends a question, and each Next waits for one frame of its answer. Ask does both; a
  // caller that reads the answer slowly calls them itself.
  Status Begin(SparkQuestion question);
  Result<workers::Frame> Next();

  // Ends what the cluster does for the running question. The answer is then an error.
  void Interrupt();
  // False once the process has ended and a call has noticed it. Any thread.
  bool Lives() const { return !ended_; }
  bool sail() const { return sail_; }

 private:
  SparkWorker(ChildProcess process, Descriptor socket)
      : process_(std::move(process)), socket_(std::move(socket)) {}

  Status Send(const workers::Frame& frame);
  Result<workers::Frame> Receive();
  Status Greet();
  Error Ended();

  ChildProcess process_;
  Descriptor socket_;
  std::atomic<bool> ended_ = false;
  std::mutex sending_;
  workers::FrameReader frames_;
  uint64_t last_number_ = 0;
  // Of the newest question:
  FailurePlaces places_;
  std::shared_ptr<udf::PrintedOutput> printed_;
  bool sail_ = false;
};

}  // namespace paisql::engine::spark
