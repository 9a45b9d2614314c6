#pragma once

// The editor of whole statements: readline's bindings, kill ring, undo and history with a display
// of our own. Readline holds the entry with all its lines and calls Draw; its own output goes
// nowhere, so that nothing but the frames is ever written. The terminal has no signal keys while an
// entry is typed: they are read as keys, so that those within a paste are text.
//
// There is one at a time, in one thread.

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/drawing/frame.h"
#include "shell/drawing/frame_writer.h"
#include "shell/prompt/entry_reader.h"
#include "shell/prompt/signal_pipe.h"

namespace paisql::shell {

class LineEditor final : public EntryReader {
 public:
  explicit LineEditor(History& history);
  ~LineEditor() override;

  Reading Read(const std::string& project, const std::string& begun, bool suggest) override;

  // The rest is for readline's hooks, and for the functions of keys.
  static LineEditor& Current();

  int NextKey();
  // Bytes of a paste as they come; "" when no more do. Control characters are bytes of it.
  std::string NextBytes();
  // Bytes that were read and belong to nobody yet: the next keys.
  void GiveBack(std::string bytes) { pending_ = std::move(bytes) + pending_; }
  bool KeysWait() const;

  void Draw();
  // The same without a suggestion: the frame stays when others write.
  void DrawForOthers();
  // Lets what is typed ahead come first.
  void DrawWhenIdle();
  void ClearScreen();
  void ShowBelow(std::vector<std::string> rows) { below_ = std::move(rows); }
  View CurrentView() const;

  // The grey text after the cursor: the rest of an entry of history. "" for nothing.
  std::string_view Suggestion() const;

  // Shown in the place of the entry, by a search in history, until nullopt is.
  struct Found {
    std::string prompt;
    std::string text;
    size_t cursor = 0;
  };
  void ShowFound(std::optional<Found> found);

  // The terminal goes to somebody else, and comes back; the entry is seen meanwhile, or not.
  void Lend(bool hidden);
  void TakeBack();

  void PrepareTerminal(int meta);
  void ReleaseTerminal();

  bool over() const { return over_; }  // interrupted or ended: Enter hands over the line
  History& history() { return history_; }
  int goal_column = 0;      // of moves up and down
  std::string last_search;  // what the last search in history looked for

 private:
  void WarmUp();
  int OnByte(unsigned char byte);
  int Interrupt();
  int End();
  void Suspend();
  void OnSignals();
  void Write(const std::string& bytes);

  History& history_;
  int input_;
  int output_;
  bool color_;
  FILE* nowhere_;
  Painter painter_;
  FrameWriter writer_;
  std::unique_ptr<SignalPipe> signals_;
  std::string prompt_;
  std::string pending_;
  std::vector<std::string> below_;
  std::string begun_;
  std::string typed_;  // what was in the entry when it was interrupted or ended
  bool warm_ = false;
  bool drawing_ = false;
  bool over_ = false;
  bool suggest_ = false;
  std::optional<Found> found_;
  bool interrupted_ = false;
  unsigned char interrupt_key_ = 3;
  unsigned char suspend_key_ = 26;
  unsigned char quit_key_ = 28;
  std::chrono::steady_clock::time_point drawn_;

  static int InsertBegun();
};

}  // namespace paisql::shell
