#include "script/progress/job_display.h"

#include <fcntl.h>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "script/progress/plain_job.h"
#include "script/progress/terminal_job_display.h"
#include "terminal/terminal.h"

namespace paisql::script {

namespace {

class PlainJobDisplay : public JobDisplay {
 public:
  PlainJobDisplay(int descriptor, const TimeZone& zone) : descriptor_(descriptor), zone_(zone) {}

  void Output(std::string_view bytes) override {
    WriteAll(descriptor_, job_.Output(bytes, SteadyMs(), TimeOfDay()));
  }
  void Progress(const jobs::JobProgress& progress) override {
    WriteAll(descriptor_, job_.Progress(progress, SteadyMs(), TimeOfDay()));
  }
  void Ask(std::string_view question) override {
    const bool here = terminal::IsTerminal(descriptor_);
    // A user who reads the messages in a file is asked on the terminal all the same.
    if (!here) terminal_ = Descriptor(open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC));
    const std::string text = (here && job_.line_open() ? "\n" : "") + std::string(question);
    WriteAll(here ? descriptor_ : terminal_.get(), text);
  }
  void Withdraw() override {
    WriteAll(terminal_.open() ? terminal_.get() : descriptor_, "\n");
    terminal_.Close();
  }
  void End(bool ended) override { WriteAll(descriptor_, job_.End(ended, SteadyMs())); }

 private:
  // The platform's client takes the machine's zone; here one time is the same wherever it is shown.
  std::string TimeOfDay() const { return zone_.Format(NowMs() / 1000); }

  int descriptor_;
  TimeZone zone_;
  Descriptor terminal_;
  PlainJob job_;
};

}  // namespace

std::unique_ptr<JobDisplay> MakeJobDisplay(int descriptor, const TimeZone& zone) {
  if (terminal::HasCursor(descriptor)) return std::make_unique<TerminalJobDisplay>(descriptor);
  return std::make_unique<PlainJobDisplay>(descriptor, zone);
}

}  // namespace paisql::script
