#include "script/destination/paged_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"

namespace paisql::script {

namespace {

// The lines that stay free below a result: what tells its rows, and the prompt.
constexpr int kLinesBelow = 2;
constexpr size_t kPipeBytes = 1UL << 16;  // how much a pipe takes though nobody reads it
constexpr const char* kUsualPager = "less -SRX";
// less without flags of its own: long lines are cut, and what was seen stays on the screen.
constexpr const char* kFlagsOfLess = "export LESS=\"${LESS-SRX}\"\n";

// Adds to a duration as long as it lives.
class Waiting {
 public:
  explicit Waiting(std::chrono::nanoseconds& sum)
      : sum_(sum), start_(std::chrono::steady_clock::now()) {}
  ~Waiting() { sum_ += std::chrono::steady_clock::now() - start_; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  std::chrono::nanoseconds& sum_;
  std::chrono::steady_clock::time_point start_;
};

// The line without its colours.
std::string Bare(std::string_view line) {
  std::string bare;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\033') {
      bare += line[at];
      continue;
    }
    at = std::min(line.find('m', at), line.size());
  }
  return bare;
}

}  // namespace

std::string PagerCommand(const std::string& setting) {
  if (EqualsIgnoreCase(setting, "off")) return "";
  if (!EqualsIgnoreCase(setting, "on")) return setting;
  for (const char* name : {"PAISQL_PAGER", "PAGER"}) {
    if (const char* value = std::getenv(name); value != nullptr) return std::string(Trim(value));
  }
  return kUsualPager;
}

bool ScrollsSideways(std::string_view pager) {
  const std::string_view first = pager.substr(0, std::min(pager.find(' '), pager.size()));
  const std::string_view name = first.substr(first.rfind('/') + 1);
  if (name == "pspg" || name == "ov" || name == "moar") return true;
  if (name != "less") return false;
  const char* flags = std::getenv("LESS");
  const bool cuts_by_itself =
      flags == nullptr || std::string_view(flags).find('S') != std::string_view::npos;
  for (std::string_view rest = pager.substr(first.size()); !rest.empty();) {
    const size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
    const size_t end = std::min(rest.find(' ', begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    if (word.starts_with('-') && !word.starts_with("--") &&
        word.find('S') != std::string_view::npos) {
      return true;
    }
    if (word.starts_with("--chop")) return true;
    rest.remove_prefix(end);
  }
  return cuts_by_itself;
}

PagedOutput::PagedOutput(int descriptor, const terminal::Screen& screen, std::string pager,
                         bool wraps, Hooks hooks)
    : render::Output(descriptor),
      terminal_(descriptor),
      screen_(screen),
      pager_(std::move(pager)),
      wraps_(wraps),
      hooks_(std::move(hooks)) {
  set_spill_at(1);
}

PagedOutput::~PagedOutput() { (void)Finish(false, {}); }

bool PagedOutput::left() const { return quit_ || (child_ != nullptr && child_->ended()); }

// Whether what is held does not fit the screen any more.
bool PagedOutput::Overflows() {
  const std::string_view held = buffer();
  const int room = std::max(screen_.rows - kLinesBelow, 1);
  while (lines_ <= room) {
    const size_t end = held.find('\n', looked_at_);
    if (end == std::string_view::npos) break;
    const int width = DisplayWidth(Bare(held.substr(looked_at_, end - looked_at_)));
    if (!wraps_ && width > screen_.columns) return true;
    lines_ += std::max(1, (width + screen_.columns - 1) / screen_.columns);
    looked_at_ = end + 1;
  }
  // A line that has no end yet may be a whole result.
  const auto open = held.size() - looked_at_;
  constexpr size_t kLongLine = 1UL << 14;
  return lines_ > room || (open > kLongLine && open > static_cast<size_t>(screen_.columns));
}

Status PagedOutput::Page() {
  mode_is_known_ = tcgetattr(STDIN_FILENO, &mode_) == 0;
  Result<std::unique_ptr<ChildCommand>> child =
      ChildCommand::Start(kFlagsOfLess + pager_, hooks_.on_left);
  if (!child.ok()) return GoOnWithout(child.error().detail);
  child_ = std::move(child).value();
  state_ = State::kPaged;
  GoOnTo(child_->descriptor());
  set_spill_at(kPipeBytes);
  hooks_.shown(true);
  return Status::Ok();
}

Status PagedOutput::GoOnWithout(const std::string& why) {
  hooks_.failed(why);
  state_ = State::kDirect;
  GoOnTo(terminal_);
  set_spill_at(kWriteBytes);
  keeps_written_ = false;
  return render::Output::Write(std::exchange(written_, ""));
}

Status PagedOutput::Drain(bool all) {
  if (state_ == State::kHeld) {
    if (Overflows()) {
      PAISQL_TRY(Page());
    } else if (!all) {
      return Status::Ok();
    } else {
      state_ = State::kDirect;
    }
  }
  return render::Output::Drain(all);
}

Status PagedOutput::Write(std::string_view bytes) {
  if (state_ != State::kPaged) return render::Output::Write(bytes);
  if (quit_) return Status::Ok();
  if (keeps_written_) written_ += bytes;
  const Waiting waiting(waited_);
  Status written = render::Output::Write(bytes);
  // Whoever has read so much has been started.
  if (written.ok() && written_.size() > 2 * kPipeBytes) {
    keeps_written_ = false;
    written_.clear();
  }
  if (!written.ok() && !closed()) return written;
  if (!closed()) return Status::Ok();
  PAISQL_TRY(Finish(true, {}));
  quit_ = state_ == State::kPaged;
  return Status::Ok();
}

Status PagedOutput::Finish(bool /*succeeded*/, const std::stop_token& /*stop*/) {
  if (child_ == nullptr) return Status::Ok();
  const bool early = child_->ended();
  int status = 0;
  {
    const Waiting waiting(waited_);
    status = child_->Close();
  }
  child_.reset();
  hooks_.shown(false);
  // One that was killed leaves the terminal as it had made it.
  if (mode_is_known_) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &mode_);
  if (CouldNotStart(status) && keeps_written_) return GoOnWithout("the shell cannot start it");
  quit_ = early;
  return Status::Ok();
}

}  // namespace paisql::script
