#pragma once

// A running script with a pipe at each of its three ends. Nothing here blocks but Wait: whoever
// writes to the script also reads from it, so that full pipes stop nobody for ever. The script
// leads a process group, which ends with this object; no zombie stays. It belongs to the thread of
// its loop, which outlives it.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "base/process/child_process.h"
#include "base/result.h"

namespace paisql::transform {

class ScriptProcess {
 public:
  explicit ScriptProcess(EventLoop& loop) : loop_(loop) {}
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;

  // `streams` and `output` of the options are this object's.
  Status Start(SpawnOptions options);

  // Turns the loop: waits until something can be read, the script has ended, or what others watch
  // with the loop is ready; with `to_write` also until the script takes more input.
  Status Wait(bool to_write);

  // Writes as much as the script takes; that many bytes go from the front. A script that has closed
  // its input takes nothing any more, and the input is closed here too.
  void Write(std::string_view& bytes);
  void CloseInput() { streams_[0].Close(); }
  bool input_open() const { return streams_[0].open(); }

  // Appends what is there, up to some 64 KB; a stream that has come to its end is closed.
  void ReadOutput(std::string& bytes) { Read(1, bytes); }
  void ReadErrors(std::string& bytes) { Read(2, bytes); }
  bool output_open() const { return streams_[1].open(); }

  // waitpid's status, once the script has ended. What it has left behind in its group is killed.
  std::optional<int> TakeStatus() { return script_.TakeStatus(); }

 private:
  void Read(size_t stream, std::string& bytes);
  void CloseAtEnd(size_t stream);

  EventLoop& loop_;
  std::array<Descriptor, 3> streams_;
  ChildProcess script_;
  std::array<EventLoop::Watch, 3> reads_;  // of `streams_`; none of the script's input
  EventLoop::Watch end_;                   // of the script, when the output has come to its end
};

}  // namespace paisql::transform
