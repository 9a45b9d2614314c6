#include "console/logview/lines/log_line.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/utf8.h"

namespace paisql::console {

namespace {

constexpr size_t kLookedAt = 400;  // bytes of a line that tell its level
constexpr uint32_t kReplacement = 0xFFFD;
constexpr uint32_t kControlPictures = 0x2400;
constexpr uint32_t kDeletePicture = 0x2421;
constexpr unsigned char kDelete = 0x7F;
constexpr char kEscape = '\x1b';

struct LevelWord {
  std::string_view word;
  LogLevel level;
};

// Words by themselves, in capital letters.
constexpr std::array kWords = {
    LevelWord{"ERROR", LogLevel::kError},
    LevelWord{"FATAL", LogLevel::kError},
    LevelWord{"CRITICAL", LogLevel::kError},
    LevelWord{"WARNING", LogLevel::kWarning},
    LevelWord{"WARN", LogLevel::kWarning},
    LevelWord{"INFO", LogLevel::kInfo},
    LevelWord{"Traceback (most recent call last)", LogLevel::kError},
};
// Ends of a name before a colon: "ValueError: …", "train.py:3: FutureWarning: …".
constexpr std::array kEndings = {
    LevelWord{"Error", LogLevel::kError},
    LevelWord{"Exception", LogLevel::kError},
    LevelWord{"Interrupt", LogLevel::kError},
    LevelWord{"Warning", LogLevel::kWarning},
};

bool IsNameLetter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

LogLevel LevelOfLetter(char letter) {
  switch (letter) {
    case 'E':
    case 'F':
      return LogLevel::kError;
    case 'W':
      return LogLevel::kWarning;
    case 'I':
      return LogLevel::kInfo;
    default:
      return LogLevel::kNone;
  }
}

std::string WithoutEscapes(std::string_view line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != kEscape) {
      text += line[i];
      continue;
    }
    if (i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
    }
  }
  return text;
}

// "2026-11-30 12:00:00.123456: W tensorflow/…" and "W1130 12:00:00.123456 …".
LogLevel LevelOfForm(std::string_view line) {
  constexpr size_t kMonthAndDay = 4;
  if (line.size() > kMonthAndDay + 1 && IsDigit(line[1]) && IsDigit(line[2]) && IsDigit(line[3]) &&
      IsDigit(line[4]) && line[5] == ' ') {
    return LevelOfLetter(line[0]);
  }
  constexpr size_t kMoment = 19;
  if (line.size() < kMoment + 4 || !IsDigit(line[0]) || line[4] != '-') return LogLevel::kNone;
  const size_t colon = line.find(": ", kMoment);
  const bool fits = colon < kMoment + 8 && colon + 3 < line.size() && line[colon + 3] == ' ';
  return fits ? LevelOfLetter(line[colon + 2]) : LogLevel::kNone;
}

bool StandsAlone(std::string_view line, size_t at, size_t size) {
  const bool before = at == 0 || !IsNameLetter(line[at - 1]);
  return before && (at + size == line.size() || !IsNameLetter(line[at + size]));
}

LogLevel LevelOfWords(std::string_view line) {
  LogLevel found = LogLevel::kNone;
  for (const LevelWord& one : kWords) {
    const size_t at = line.find(one.word);
    if (at != std::string_view::npos && StandsAlone(line, at, one.word.size())) {
      found = std::max(found, one.level);
    }
  }
  return found;
}

// An exception's name begins its line; a warning's may come after a place.
LogLevel LevelOfNames(std::string_view line) {
  for (const LevelWord& one : kEndings) {
    const size_t at = line.find(one.word);
    if (at == std::string_view::npos) continue;
    const size_t end = at + one.word.size();
    if (end < line.size() && line[end] != ':') continue;
    if (one.level == LogLevel::kWarning) return one.level;
    const std::string_view name = line.substr(0, at);
    const bool begins = std::ranges::all_of(
        name, [](char letter) { return IsNameLetter(letter) || letter == '.'; });
    if (begins) return one.level;
  }
  return LogLevel::kNone;
}

// The length of the valid UTF-8 character at the begin of the text; 0 for none.
size_t CharacterSize(std::string_view text) {
  const auto at = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  const size_t size = lead >= 0xF5 || lead < 0xC2 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (size == 0 || size > text.size()) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = at(1);
  const bool is_wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ||
                        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90);
  return is_wrong ? 0 : size;
}

// A backspace takes the character before it.
std::string WithoutBackspaces(std::string_view text) {
  std::string kept;
  for (const char letter : text) {
    if (letter != '\b') {
      kept += letter;
      continue;
    }
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0) == 0x80) {
      kept.pop_back();
    }
    if (!kept.empty()) kept.pop_back();
  }
  return kept;
}

}  // namespace

std::string_view LevelName(LogLevel level) {
  constexpr std::array<std::string_view, 4> kNames = {"", "info", "warn", "error"};
  return kNames[static_cast<size_t>(level)];
}

LogLevel LevelOf(std::string_view line) {
  line = line.substr(0, kLookedAt);
  const std::string plain = WithoutEscapes(line);
  const LogLevel by_form = LevelOfForm(plain);
  if (by_form != LogLevel::kNone) return by_form;
  const LogLevel by_words = LevelOfWords(plain);
  return by_words != LogLevel::kNone ? by_words : LevelOfNames(plain);
}

void LineText::Add(std::string_view piece) {
  if (piece.empty()) return;
  bytes_ += static_cast<int64_t>(piece.size());
  // Of a piece, what comes after the last carriage return that something follows is seen.
  size_t end = piece.size();
  while (end > 0 && piece[end - 1] == '\r') --end;
  const bool returns = end < piece.size();
  const std::string_view text = piece.substr(0, end);
  if (!text.empty()) {
    const size_t last = text.rfind('\r');
    if (last != std::string_view::npos || returned_) {
      seen_.clear();
      cut_ = false;
    }
    const std::string_view seen = last == std::string_view::npos ? text : text.substr(last + 1);
    const size_t room = most_ - std::min(most_, seen_.size());
    seen_ += seen.substr(0, room);
    cut_ = cut_ || seen.size() > room;
    returned_ = false;
  }
  returned_ = returned_ || returns;
}

std::string LineText::Take() { return ShownText(WithoutBackspaces(seen_)); }

std::string ShownText(std::string_view bytes) {
  std::string shown;
  shown.reserve(bytes.size());
  while (!bytes.empty()) {
    const size_t size = CharacterSize(bytes);
    const auto lead = static_cast<unsigned char>(bytes[0]);
    if (size == 0) {
      AppendUtf8(kReplacement, &shown);
    } else if (lead == kDelete) {
      AppendUtf8(kDeletePicture, &shown);
    } else if (lead < ' ' && lead != '\t' && lead != kEscape) {
      AppendUtf8(kControlPictures + lead, &shown);
    } else {
      shown += bytes.substr(0, size);
    }
    bytes.remove_prefix(std::max<size_t>(size, 1));
  }
  return shown;
}

}  // namespace paisql::console
