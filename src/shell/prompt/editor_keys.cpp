#include "shell/prompt/editor_keys.h"

// readline's headers want FILE to be known.
#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>

#include <readline/readline.h>

#include "base/text.h"
#include "render/error_report.h"
#include "shell/command/handlers.h"
#include "shell/prompt/entry.h"
#include "shell/prompt/line_editor.h"
#include "shell/prompt/paste.h"
#include "terminal/terminal.h"

// In readline's library, but not in its headers.
extern "C" {
extern int rl_line_buffer_len;
void* xrealloc(void* memory, size_t bytes);
}

namespace paisql::shell {

namespace {

// Nobody wants to edit a longer paste; readline counts bytes as int.
constexpr size_t kMaxPasteBytes = size_t{256} << 20;

std::string_view Text() { return {rl_line_buffer, static_cast<size_t>(rl_end)}; }
size_t EditPoint() { return static_cast<size_t>(rl_point); }

bool InViCommandMode() { return rl_editing_mode == 0 && rl_get_keymap() == vi_movement_keymap; }

// Readline's buffer grows by 256 bytes a step, which takes minutes for a long text.
void Insert(const std::string& text) {
  const size_t wanted = Text().size() + text.size() + 1;
  if (wanted > static_cast<size_t>(rl_line_buffer_len)) {
    rl_line_buffer = static_cast<char*>(xrealloc(rl_line_buffer, wanted));
    rl_line_buffer_len = static_cast<int>(wanted);
    rl_extend_line_buffer(0);  // lets readline know of the new place
  }
  rl_insert_text(text.c_str());
}

// As one step of undo.
void ReplaceText(const std::string& text) {
  rl_begin_undo_group();
  rl_delete_text(0, rl_end);
  rl_point = 0;
  Insert(text);
  rl_end_undo_group();
}

int InsertNewline(int, int key) {
  if (InViCommandMode()) rl_vi_append_eol(1, key);
  rl_insert_text("\n");
  return 0;
}

// Gives the entry to the user's editor; one that was changed there and is whole is run.
int EditEntry(int, int key) {
  LineEditor& editor = LineEditor::Current();
  std::string text(Text());
  if (Trim(text).empty()) text = LastStatement(editor.history());
  editor.Lend(true);
  const Result<std::string> edited = EditText(text);
  if (!edited.ok()) {
    render::PrintError(edited.error());
  } else {
    ReplaceText(*edited);
  }
  editor.TakeBack();
  const bool run = edited.ok() && *edited != text && IsWholeEntry(*edited);
  return run ? rl_newline(1, key) : 0;
}

int Enter(int count, int key) {
  const std::string_view text = Text();
  if (LineEditor::Current().over() || Trim(text).empty()) return rl_newline(count, key);
  const size_t request = FindEditorRequest(text);
  if (request != std::string_view::npos && !Trim(text.substr(0, request)).empty()) {
    ReplaceText(std::string(Trim(text.substr(0, request))));
    return EditEntry(count, key);
  }
  return IsWholeEntry(text) ? rl_newline(count, key) : InsertNewline(count, key);
}

int RowUp(int count, int key);
int RowDown(int count, int key);

// False when there is no row any more.
bool MoveOneRow(bool up) {
  LineEditor& editor = LineEditor::Current();
  const View view = editor.CurrentView();
  const Geometry geometry = GeometryOf(view);
  RowSpan row = RowAt(view.text, geometry, view.cursor);
  const bool again = rl_last_func == RowUp || rl_last_func == RowDown;
  if (!again) editor.goal_column = ColumnOf(view.text, geometry, row, view.cursor);
  const bool moved = up ? RowAbove(view.text, geometry, row) : RowBelow(view.text, geometry, row);
  if (!moved) return false;
  rl_point = static_cast<int>(OffsetAt(view.text, geometry, row, editor.goal_column));
  return true;
}

int RowUp(int count, int key) {
  if (count < 0) return RowDown(-count, key);
  for (int i = 0; i < count; ++i) {
    if (!MoveOneRow(true)) return rl_get_previous_history(count - i, key);
  }
  return 0;
}

int RowDown(int count, int key) {
  if (count < 0) return RowUp(-count, key);
  for (int i = 0; i < count; ++i) {
    if (!MoveOneRow(false)) return rl_get_next_history(count - i, key);
  }
  return 0;
}

// Takes so much of the suggestion into the entry; false where there is none.
bool TakeSuggestion(size_t bytes) {
  const std::string rest(LineEditor::Current().Suggestion().substr(0, bytes));
  if (rest.empty()) return false;
  Insert(rest);
  return true;
}

size_t LineBeginOf(size_t point) {
  if (point == 0) return 0;
  const size_t newline = Text().rfind('\n', point - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

size_t LineEndOf(size_t point) { return std::min(Text().find('\n', point), Text().size()); }

// The second press in a row goes to the entry's begin, and its end. At the end it takes the
// suggestion.
int LineBegin(int, int) {
  const size_t begin = LineBeginOf(EditPoint());
  const bool again = begin == EditPoint() && rl_last_func == LineBegin;
  rl_point = again ? 0 : static_cast<int>(begin);
  return 0;
}

int LineEnd(int, int) {
  if (TakeSuggestion(std::string_view::npos)) return 0;
  const size_t end = LineEndOf(EditPoint());
  const bool again = end == EditPoint() && rl_last_func == LineEnd;
  rl_point = again ? rl_end : static_cast<int>(end);
  return 0;
}

int KillBackward(int, int) {
  const size_t begin = LineBeginOf(EditPoint());
  const size_t to = begin == EditPoint() && begin > 0 ? begin - 1 : begin;
  rl_kill_text(rl_point, static_cast<int>(to));
  rl_point = static_cast<int>(to);
  return 0;
}

int KillForward(int count, int key) {
  if (count < 0) return KillBackward(1, key);
  const size_t end = LineEndOf(EditPoint());
  const bool joins = end == EditPoint() && end < Text().size();
  rl_kill_text(rl_point, static_cast<int>(joins ? end + 1 : end));
  return 0;
}

int ForwardCharacter(int count, int key) {
  if (count == 1 && TakeSuggestion(std::string_view::npos)) return 0;
  return rl_forward_char(count, key);
}

int ForwardWord(int count, int key) {
  const std::string_view rest = LineEditor::Current().Suggestion();
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  size_t end = 0;
  while (end < rest.size() && !in_word(rest[end])) ++end;
  while (end < rest.size() && in_word(rest[end])) ++end;
  if (count == 1 && TakeSuggestion(end)) return 0;
  return rl_forward_word(count, key);
}

int AcceptSuggestion(int, int) {
  TakeSuggestion(std::string_view::npos);
  return 0;
}

int SearchBackward(int, int key) { return SearchHistory(true, key); }
int SearchForward(int, int key) { return SearchHistory(false, key); }

int Clear(int, int) {
  LineEditor::Current().ClearScreen();
  return 0;
}

std::string CollectPaste() {
  LineEditor& editor = LineEditor::Current();
  PasteCollector paste;
  while (true) {
    const std::string bytes = editor.NextBytes();
    if (bytes.empty() || bytes == "\003") break;
    std::string rest;
    if (paste.bytes().size() > kMaxPasteBytes) paste.Drop();
    if (!paste.Add(bytes, rest)) continue;
    editor.GiveBack(std::move(rest));
    break;
  }
  return CleanPaste(paste.bytes());
}

// Nothing is run before Enter is pressed. The end of the last line, which nobody sees in what he
// copies, is left out when the entry is whole.
int Paste(int, int key) {
  std::string text = CollectPaste();
  if (InViCommandMode()) rl_vi_insertion_mode(1, key);
  if (rl_point == rl_end && text.ends_with('\n')) {
    const std::string_view kept = std::string_view(text).substr(0, text.find_last_not_of('\n') + 1);
    if (IsWholeEntry(std::string(Text()) + std::string(kept))) text.resize(kept.size());
  }
  rl_begin_undo_group();
  Insert(text);
  rl_end_undo_group();
  return 0;
}

struct Replacement {
  rl_command_func_t* before;
  rl_command_func_t* now;
};

constexpr Replacement kReplacements[] = {
    {rl_newline, Enter},
    {rl_beg_of_line, LineBegin},
    {rl_end_of_line, LineEnd},
    {rl_forward_char, ForwardCharacter},
    {rl_forward_byte, ForwardCharacter},
    {rl_forward_word, ForwardWord},
    {rl_reverse_search_history, SearchBackward},
    {rl_forward_search_history, SearchForward},
    {rl_kill_line, KillForward},
    {rl_clear_screen, Clear},
    {rl_refresh_line, Clear},
    {rl_clear_display, Clear},
    {rl_unix_line_discard, KillBackward},
    {rl_bracketed_paste_begin, Paste},
};

// Replacements for keys that send sequences, which are the arrows: Ctrl-P and Ctrl-N go from
// statement to statement.
constexpr Replacement kRowReplacements[] = {
    {rl_get_previous_history, RowUp},
    {rl_get_next_history, RowDown},
};

template <size_t kCount>
void ReplaceIn(KEYMAP_ENTRY& entry, const Replacement (&replacements)[kCount]) {
  for (const Replacement& one : replacements) {
    if (entry.type == ISFUNC && entry.function == one.before) entry.function = one.now;
  }
}

void Replace(Keymap map, bool sequences) {
  for (int key = 0; key < KEYMAP_SIZE; ++key) {
    KEYMAP_ENTRY& entry = map[key];
    if (entry.type == ISKMAP) {
      Replace(reinterpret_cast<Keymap>(entry.function), true);
      continue;
    }
    ReplaceIn(entry, kReplacements);
    if (sequences) ReplaceIn(entry, kRowReplacements);
  }
}

struct Named {
  const char* name;  // in inputrc
  rl_command_func_t* function;
};

constexpr Named kNames[] = {
    {"run-or-newline", Enter},
    {"insert-newline", InsertNewline},
    {"row-up-or-history", RowUp},
    {"row-down-or-history", RowDown},
    {"edit-entry", EditEntry},
    {"line-begin", LineBegin},
    {"line-end", LineEnd},
    {"accept-suggestion", AcceptSuggestion},
    {"kill-to-line-end", KillForward},
    {"kill-to-line-begin", KillBackward},
};

}  // namespace

void BindEditorKeys() {
  for (const Named& named : kNames) rl_add_defun(named.name, named.function, -1);
  rl_initialize();
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (Keymap map : maps) {
    // These readline may have left out for this terminal; each keeps what the user has bound.
    rl_bind_keyseq_if_unbound_in_map(kPasteBegin.data(), Paste, map);
    for (const char* up : {"\033[A", "\033OA"}) rl_bind_keyseq_if_unbound_in_map(up, RowUp, map);
    for (const char* down : {"\033[B", "\033OB"}) {
      rl_bind_keyseq_if_unbound_in_map(down, RowDown, map);
    }
    if (map != vi_movement_keymap) rl_bind_keyseq_if_unbound_in_map("\033[1;5C", ForwardWord, map);
    Replace(map, false);
  }
  for (const unsigned char key : {'k', 'j', '-', '+'}) {
    ReplaceIn(vi_movement_keymap[key], kRowReplacements);
  }
  rl_bind_keyseq_if_unbound_in_map("\030\005", EditEntry, emacs_standard_keymap);
  rl_bind_keyseq_if_unbound_in_map("v", EditEntry, vi_movement_keymap);
  // Alt-Enter; readline has a change of the mode there, which Alt-Ctrl-J has, too.
  constexpr unsigned char kEnter = '\r';
  if (emacs_meta_keymap[kEnter].function == rl_vi_editing_mode) {
    emacs_meta_keymap[kEnter].function = InsertNewline;
  }
}

}  // namespace paisql::shell
