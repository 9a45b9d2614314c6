#include "shell/prompt/line_editor.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/assert.h"
#include "base/files/files.h"
#include "base/text.h"
#include "shell/prompt/completion.h"
#include "shell/prompt/editor_keys.h"
#include "shell/prompt/paste.h"
#include "syntax/lexer/lexer.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

// Ctrl-G aborts whatever readline is in the middle of; an end of line then hands over the line.
constexpr int kAbortKey = 7;
constexpr size_t kBlock = size_t{1} << 16;
// A terminal that sends no end of a paste within this has lost it.
constexpr int kPasteMilliseconds = 3000;

LineEditor* current = nullptr;

struct FreeLine {
  void operator()(char* text) const { std::free(text); }
};

bool WaitsWithin(int descriptor, int milliseconds) {
  pollfd waited = {descriptor, POLLIN, 0};
  while (true) {
    const int ready = poll(&waited, 1, milliseconds);
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

int ReadKeyHook(FILE*) { return LineEditor::Current().NextKey(); }
void RedisplayHook() { LineEditor::Current().DrawWhenIdle(); }
void PrepareHook(int meta) { LineEditor::Current().PrepareTerminal(meta); }
void ReleaseHook() { LineEditor::Current().ReleaseTerminal(); }

// Readline asks whether more of a key's sequence is there; it may not know of pending bytes.
int KeyWithinHook() {
  if (LineEditor::Current().KeysWait()) return 1;
  const int microseconds = rl_set_keyboard_input_timeout(0);
  rl_set_keyboard_input_timeout(microseconds);
  return WaitsWithin(fileno(rl_instream), microseconds / 1000) ? 1 : 0;
}

void MatchesHook(char**, int, int) {
  const View view = LineEditor::Current().CurrentView();
  LineEditor::Current().ShowBelow(CompletionRows(LastCompletions(), view.columns, view.rows / 2));
}

}  // namespace

LineEditor& LineEditor::Current() {
  PAISQL_ASSERT(current != nullptr, "readline's hooks are set by the editor");
  return *current;
}

LineEditor::LineEditor(History& history)
    : history_(history),
      input_(STDIN_FILENO),
      output_(terminal::HasCursor(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO),
      color_(terminal::WantsColor(output_)),
      nowhere_(std::fopen("/dev/null", "we")) {
  current = this;
  if (nowhere_ != nullptr) rl_outstream = nowhere_;
  rl_catch_sigwinch = 0;
  rl_getc_function = ReadKeyHook;
  rl_input_available_hook = KeyWithinHook;
  rl_prep_term_function = PrepareHook;
  rl_deprep_term_function = ReleaseHook;
  rl_completion_display_matches_hook = MatchesHook;
  rl_startup_hook = InsertBegun;
  SetLinesBefore("");
  BindEditorKeys();
  // Only now: readline turns bracketed paste off when it initializes, which BindEditorKeys lets it
  // do, and finds a redisplay function of somebody else.
  rl_redisplay_function = RedisplayHook;
}

LineEditor::~LineEditor() {
  current = nullptr;
  rl_outstream = nullptr;
  if (nowhere_ != nullptr) std::fclose(nowhere_);
}

int LineEditor::InsertBegun() {
  if (!Current().begun_.empty()) rl_insert_text(Current().begun_.c_str());
  return 0;
}

Reading LineEditor::Read(const std::string& project, const std::string& begun, bool suggest) {
  suggest_ = suggest && color_;  // without grey it would look like typed text
  found_.reset();
  prompt_ = project + "> ";
  begun_ = begun;
  typed_.clear();
  below_.clear();
  over_ = interrupted_ = false;
  drawing_ = true;
  painter_.Forget();
  writer_.Forget();
  signals_ = std::make_unique<SignalPipe>();
  const std::unique_ptr<char, FreeLine> text(readline(prompt_.c_str()));
  signals_.reset();
  if (interrupted_) return {Reading::State::kInterrupted, typed_};
  if (drawing_) {
    View view = CurrentView();
    view.prompt = prompt_;
    view.prompt_style = Style::kPrompt;
    view.text = text == nullptr ? std::string_view() : std::string_view(text.get());
    view.cursor = view.text.size();
    view.done = true;
    view.suggestion = {};
    view.below = nullptr;
    std::string bytes = writer_.Show(painter_.Paint(view), view.columns, view.rows, color_);
    Write(bytes + writer_.Leave());
  }
  drawing_ = false;
  if (over_) return {Reading::State::kEnd, typed_};
  if (text == nullptr) return {Reading::State::kEnd, ""};
  return {Reading::State::kEntry, text.get()};
}

View LineEditor::CurrentView() const {
  const terminal::Screen screen = terminal::ScreenOf(output_);
  View view;
  view.prompt = rl_display_prompt == nullptr ? "" : rl_display_prompt;
  view.prompt_style = rl_display_prompt == rl_prompt ? Style::kPrompt : Style::kPlain;
  view.text = std::string_view(rl_line_buffer, static_cast<size_t>(rl_end));
  view.cursor = static_cast<size_t>(rl_point);
  view.columns = screen.columns;
  view.rows = screen.rows;
  view.below = &below_;
  view.suggestion = Suggestion();
  if (found_.has_value()) {
    view.prompt = found_->prompt;
    view.prompt_style = Style::kPlain;
    view.text = found_->text;
    view.cursor = found_->cursor;
  }
  return view;
}

std::string_view LineEditor::Suggestion() const {
  const bool moves = rl_editing_mode == 0 && rl_get_keymap() == vi_movement_keymap;
  const bool in_history = where_history() != history_length;
  const bool asks = rl_display_prompt != rl_prompt || found_.has_value();
  if (!suggest_ || over_ || moves || in_history || asks || !below_.empty()) return "";
  if (rl_point != rl_end) return "";
  return history_.RestOf({rl_line_buffer, static_cast<size_t>(rl_end)});
}

void LineEditor::ShowFound(std::optional<Found> found) {
  found_ = std::move(found);
  DrawWhenIdle();
}

void LineEditor::Write(const std::string& bytes) { (void)WriteAll(output_, bytes); }

void LineEditor::DrawForOthers() {
  const bool suggest = std::exchange(suggest_, false);
  Draw();
  suggest_ = suggest;
}

void LineEditor::Draw() {
  if (!drawing_) return;
  const View view = CurrentView();
  Write(writer_.Show(painter_.Paint(view), view.columns, view.rows, color_));
  drawn_ = std::chrono::steady_clock::now();
}

bool LineEditor::KeysWait() const { return !pending_.empty() || WaitsWithin(input_, 0); }

void LineEditor::DrawWhenIdle() {
  constexpr auto kLongest = std::chrono::milliseconds(100);
  // Each key draws, so the last one of those that wait does.
  if (KeysWait() && std::chrono::steady_clock::now() - drawn_ < kLongest) return;
  Draw();
}

void LineEditor::ClearScreen() {
  Write(writer_.Clear());
  Draw();
}

void LineEditor::Lend(bool hidden) {
  if (!hidden) DrawForOthers();
  Write(hidden ? writer_.Erase() : writer_.Leave());
  ReleaseTerminal();
}

void LineEditor::TakeBack() {
  writer_.Forget();
  PrepareTerminal(1);
  Draw();
}

void LineEditor::PrepareTerminal(int meta) {
  rl_prep_terminal(meta);
  termios mode = {};
  if (tcgetattr(input_, &mode) == 0) {
    interrupt_key_ = mode.c_cc[VINTR];
    suspend_key_ = mode.c_cc[VSUSP];
    quit_key_ = mode.c_cc[VQUIT];
    mode.c_lflag &= ~static_cast<tcflag_t>(ISIG | IEXTEN);
    mode.c_iflag &= ~static_cast<tcflag_t>(IXON);
    tcsetattr(input_, TCSADRAIN, &mode);
  }
  const char* paste = rl_variable_value("enable-bracketed-paste");
  if (paste != nullptr && std::string_view(paste) == "on") Write("\033[?2004h");
}

void LineEditor::ReleaseTerminal() {
  rl_deprep_terminal();
  Write("\033[?2004l");
}

// The lexer learns its tables from the first texts that it sees: before the first key, not with it.
void LineEditor::WarmUp() {
  if (warm_ || KeysWait()) return;
  warm_ = true;
  (void)syntax::IsComplete("SELECT a, `b`, 'c', 1.5e3 FROM t1 WHERE x >= (2 * y); -- d");
}

int LineEditor::NextKey() {
  WarmUp();
  while (true) {
    if (interrupted_) return '\n';
    if (over_) return EOF;
    if (!pending_.empty()) {
      const auto byte = static_cast<unsigned char>(pending_.front());
      pending_.erase(0, 1);
      return byte;
    }
    switch (terminal::WaitForInputOr(input_, signals_->descriptor())) {
      case terminal::Arrival::kInterrupt:
        return Interrupt();
      case terminal::Arrival::kOther:
        OnSignals();
        continue;
      case terminal::Arrival::kInput:
        break;
    }
    unsigned char byte = 0;
    const ssize_t got = read(input_, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return End();
    if (const int key = OnByte(byte); key >= 0) return key;
  }
}

// The key that the byte is, -1 for one that was acted upon.
int LineEditor::OnByte(unsigned char byte) {
  below_.clear();  // what was listed goes with the next key
  if (byte == _POSIX_VDISABLE) return byte;
  if (byte == interrupt_key_) return Interrupt();
  if (byte == quit_key_) return -1;
  if (byte != suspend_key_) return byte;
  Suspend();
  return -1;
}

int LineEditor::Interrupt() {
  typed_.assign(rl_line_buffer, static_cast<size_t>(rl_end));
  rl_point = rl_end;
  below_.clear();
  found_.reset();
  DrawForOthers();
  Write("^C" + writer_.Leave());
  drawing_ = false;
  over_ = interrupted_ = true;
  rl_replace_line("", 0);
  return kAbortKey;
}

int LineEditor::End() {
  typed_.assign(rl_line_buffer, static_cast<size_t>(rl_end));
  over_ = true;
  drawing_ = false;
  rl_replace_line("", 0);
  return EOF;
}

void LineEditor::Suspend() {
  Lend(false);
  struct sigaction before = {};
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &before);
  kill(0, SIGTSTP);  // as the terminal does it: to all that stand in front
  sigaction(SIGTSTP, &before, nullptr);
  while (signals_->Take() != 0) {
  }
  TakeBack();
}

void LineEditor::OnSignals() {
  while (const int number = signals_->Take()) {
    if (number == SIGWINCH) {
      rl_get_screen_size(nullptr, nullptr);
      Draw();
    } else if (number == SIGCONT) {
      rl_deprep_terminal();  // somebody may have changed its mode
      TakeBack();
    } else if (number == SIGHUP) {
      End();
    } else if (number == SIGTERM) {
      Lend(false);
      signals_.reset();
      std::raise(SIGTERM);
      signals_ = std::make_unique<SignalPipe>();
      TakeBack();
    }
  }
}

std::string LineEditor::NextBytes() {
  if (!pending_.empty()) return std::exchange(pending_, "");
  if (!WaitsWithin(input_, kPasteMilliseconds)) return "";
  std::string bytes(kBlock, '\0');
  const ssize_t got = read(input_, bytes.data(), bytes.size());
  bytes.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  return bytes;
}

}  // namespace paisql::shell
