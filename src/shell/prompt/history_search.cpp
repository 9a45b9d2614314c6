#include "shell/prompt/editor_keys.h"

#include <algorithm>
#include <cctype>

// readline's headers want FILE to be known.
#include <cstdio>
#include <string>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/text.h"
#include "shell/prompt/line_editor.h"

namespace paisql::shell {

namespace {

constexpr int kEndSearch = 'G' & 0x1F;
constexpr int kBackward = 'R' & 0x1F;
constexpr int kForward = 'S' & 0x1F;
constexpr int kBackspace = 'H' & 0x1F;
constexpr int kDelete = 0x7F;
constexpr int kEscape = 0x1B;

bool IsControl(int key) { return key >= 0 && key < ' '; }

bool HasCapital(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// One search, from its first key to its last. Entries are numbered as readline does: what is
// being typed is the one after the last.
class Search {
 public:
  explicit Search(bool backward) : backward_(backward), typed_(Typed()), begun_(where_history()) {
    at_ = begun_;
  }

  int Run(int key) {
    while (true) {
      Show();
      const int c = rl_read_key();
      // A search may be bound to Alt and a letter, which is text here.
      const bool own = c == key && IsControl(key);
      if (c == EOF || c == kEndSearch) return Leave(c == EOF);
      if (own || c == kBackward || c == kForward) {
        if (!own) backward_ = c == kBackward;
        if (text_.empty()) text_ = LineEditor::Current().last_search;  // Ctrl-R twice
        Look(at_, true);
      } else if (c == kBackspace || c == kDelete) {
        RemoveCharacter();
        Look(begun_, false);
      } else if (IsControl(c)) {
        return Take(c);
      } else if (AddByte(static_cast<char>(c))) {
        Look(at_, false);
      }
    }
  }

 private:
  static std::string Typed() { return {rl_line_buffer, static_cast<size_t>(rl_end)}; }

  std::string_view Entry(int at) const {
    if (at == begun_) return typed_;
    const HIST_ENTRY* entry = history_get(history_base + at);
    return entry == nullptr ? std::string_view() : entry->line;
  }

  // Whether the text is longer now by a whole character.
  bool AddByte(char byte) {
    constexpr size_t kLongest = 4;
    if (static_cast<unsigned char>(byte) < 0x80 || partial_.size() == kLongest) partial_.clear();
    partial_ += byte;
    if (!IsValidUtf8(partial_)) return false;
    text_ += partial_;
    partial_.clear();
    return true;
  }

  void RemoveCharacter() {
    partial_.clear();
    while (!text_.empty() && (static_cast<unsigned char>(text_.back()) & 0xC0) == 0x80)
      text_.pop_back();
    if (!text_.empty()) text_.pop_back();
  }

  // From that entry on; `further`: to one that differs from what is shown.
  void Look(int from, bool further) {
    failed_ = false;
    if (text_.empty()) {
      at_ = begun_;
      cursor_.reset();
      return;
    }
    const std::string shown(Entry(at_));
    for (int at = from; at >= 0 && at <= history_length; at += backward_ ? -1 : 1) {
      if (further && Entry(at) == shown) continue;
      const std::optional<size_t> place = FindInEntry(Entry(at), text_);
      if (!place.has_value()) continue;
      at_ = at;
      cursor_ = place;
      return;
    }
    failed_ = true;
  }

  void Show() const {
    const std::string prompt = std::string(failed_ ? "(failed " : "(") +
                               (backward_ ? "reverse-i-search)`" : "i-search)`") + text_ + "': ";
    LineEditor::Current().ShowFound(LineEditor::Found{
        prompt, std::string(Entry(at_)), cursor_.value_or(static_cast<size_t>(rl_point))});
  }

  int Leave(bool ended) {
    if (!text_.empty()) LineEditor::Current().last_search = text_;
    LineEditor::Current().ShowFound(std::nullopt);
    return ended ? 1 : 0;
  }

  // The found text becomes the entry, and the key has its own effect.
  int Take(int key) {
    if (at_ < begun_) rl_get_previous_history(begun_ - at_, 0);
    if (at_ > begun_) rl_get_next_history(at_ - begun_, 0);
    if (cursor_.has_value()) rl_point = std::min(static_cast<int>(*cursor_), rl_end);
    Leave(false);
    // An Escape alone ends the search; one that begins a key's sequence is that key.
    if (key != kEscape || LineEditor::Current().KeysWait()) rl_execute_next(key);
    return 0;
  }

  bool backward_;
  bool failed_ = false;
  const std::string typed_;
  const int begun_;
  int at_ = 0;
  std::string text_;
  std::string partial_;  // the bytes of a character that is not whole yet
  std::optional<size_t> cursor_;
};

}  // namespace

std::optional<size_t> FindInEntry(std::string_view entry, std::string_view text) {
  const bool exact = HasCapital(text);
  const auto same = [exact](char a, char b) {
    if (exact || a == b) return a == b;
    return std::tolower(static_cast<unsigned char>(a)) == b;
  };
  const auto place = std::search(entry.begin(), entry.end(), text.begin(), text.end(), same);
  if (place == entry.end() && !text.empty()) return std::nullopt;
  return static_cast<size_t>(place - entry.begin());
}

int SearchHistory(bool backward, int key) { return Search(backward).Run(key); }

}  // namespace paisql::shell
