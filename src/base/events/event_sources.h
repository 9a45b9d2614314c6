#pragma once

// Sources that an EventLoop can watch beside files: signals, and a bell that other threads ring.

#include <initializer_list>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql {

// Blocks signals in the calling thread and in those that it starts from then on, so that they wait
// until a SignalSource takes them. A process that Spawn starts has none blocked.
void BlockSignals(std::initializer_list<int> numbers);

// Signals that the caller has blocked, one at a time. Two sources of one number share what comes.
class SignalSource {
 public:
  static Result<SignalSource> Open(std::initializer_list<int> numbers);

  int descriptor() const { return descriptor_.get(); }  // readable while there is one to take
  // The numbers that have come since the last call. A signal that came twice may be there once.
  std::vector<int> Take();

 private:
  explicit SignalSource(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  Descriptor descriptor_;
};

// Becomes readable when it is rung, and stays so until it is silenced.
class Bell {
 public:
  static Result<Bell> Make();

  int descriptor() const { return descriptor_.get(); }
  void Ring() const;  // from any thread, and from a signal handler
  void Silence() const;

 private:
  explicit Bell(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  Descriptor descriptor_;
};

}  // namespace paisql
