#pragma once

// A terminal whose pager takes over when a result does not fit the screen: what comes first is
// held, as long as it fits.

#include <termios.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "render/output.h"
#include "script/destination/child_command.h"
#include "terminal/terminal.h"

namespace paisql::script {

// SET paisql.pager with the environment: the command, "" for none.
std::string PagerCommand(const std::string& setting);
// Whether the pager cuts long lines and scrolls to the rest of them.
bool ScrollsSideways(std::string_view pager);

class PagedOutput : public render::Output {
 public:
  struct Hooks {
    // The pager has the terminal from now on (true), or gives it back. From the statement's thread.
    std::function<void(bool)> shown;
    // It was left while rows may still come. From another thread.
    std::function<void()> on_left;
    // It could not be started, for the reason given.
    std::function<void(const std::string&)> failed;
  };

  // `wraps`: long lines are meant to go on in the next row; else one that is wider than the screen
  // calls the pager.
  PagedOutput(int descriptor, const terminal::Screen& screen, std::string pager, bool wraps,
              Hooks hooks);
  ~PagedOutput() override;

  bool left() const override;
  Status Finish(bool succeeded, const std::stop_token& stop) override;
  // How long the pager was waited for.
  std::chrono::nanoseconds waited() const { return waited_; }

 protected:
  Status Drain(bool all) override;
  Status Write(std::string_view bytes) override;

 private:
  enum class State { kHeld, kDirect, kPaged };

  bool Overflows();
  Status Page();
  Status GoOnWithout(const std::string& why);

  int terminal_;
  terminal::Screen screen_;
  std::string pager_;
  bool wraps_;
  Hooks hooks_;
  State state_ = State::kHeld;
  size_t looked_at_ = 0;  // bytes of whole lines of the buffer
  int lines_ = 0;         // that they take on the screen
  std::unique_ptr<ChildCommand> child_;
  std::string written_;  // to the pager, as long as it may still fail to start
  bool keeps_written_ = true;
  bool quit_ = false;
  termios mode_ = {};  // of our input's terminal, before the pager
  bool mode_is_known_ = false;
  std::chrono::nanoseconds waited_{0};
};

}  // namespace paisql::script
