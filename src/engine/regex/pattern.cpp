#include "engine/regex/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>

#include "base/assert.h"
#include "engine/regex/dialect.h"

namespace paisql::engine {
namespace {

// Patterns in a column may all differ: so many are kept.
constexpr size_t kKeptPatterns = 256;
constexpr size_t kFirstJitStack = size_t{32} << 10;
constexpr size_t kLargestJitStack = size_t{8} << 20;
// The memory for backtracking, in KiB.
constexpr uint32_t kHeapLimit = 64 << 10;

struct CompileContext {
  CompileContext() : context(pcre2_compile_context_create(nullptr)) {
    // The newline is that of the texts, not of the machine.
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_set_bsr(context, PCRE2_BSR_UNICODE);
  }
  ~CompileContext() { pcre2_compile_context_free(context); }
  CompileContext(const CompileContext&) = delete;
  CompileContext& operator=(const CompileContext&) = delete;
  pcre2_compile_context* context;
};

PCRE2_SPTR Units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

size_t NextCharacter(std::string_view text, size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

}  // namespace

Result<std::unique_ptr<const Pattern>> Pattern::Compile(std::string_view text) {
  const std::string spelled = InPcreSpelling(text);
  int failure = 0;
  PCRE2_SIZE at = 0;
  // $ is the end of the text, as RE2 reads it, not also the place before a last line break.
  pcre2_code* code = pcre2_compile(Units(spelled), spelled.size(), PCRE2_UTF | PCRE2_DOLLAR_ENDONLY,
                                   &failure, &at, CompileContext().context);
  if (code == nullptr) {
    PCRE2_UCHAR message[256] = {};
    pcre2_get_error_message(failure, message, sizeof(message));
    return Error{ErrorCode::kInvalidRegex,
                 std::string(reinterpret_cast<const char*>(message)) + ": " + std::string(text),
                 {},
                 ""};
  }
  // Where the machine offers no compilation, the pattern is interpreted.
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
  return std::unique_ptr<const Pattern>(new Pattern(code));
}

Pattern::Pattern(void* code) : code_(code) {
  uint32_t count = 0;
  pcre2_pattern_info(static_cast<pcre2_code*>(code), PCRE2_INFO_CAPTURECOUNT, &count);
  group_count_ = count;
  uint32_t least = 0;
  pcre2_pattern_info(static_cast<pcre2_code*>(code), PCRE2_INFO_MINLENGTH, &least);
  may_match_nothing_ = least == 0;
}

Pattern::~Pattern() { pcre2_code_free(static_cast<pcre2_code*>(code_)); }

struct Matcher::Scratch {
  Scratch() {
    pcre2_set_match_limit(context, kMatchSteps);
    pcre2_set_heap_limit(context, kHeapLimit);
    pcre2_jit_stack_assign(context, nullptr, jit_stack);
  }
  ~Scratch() {
    if (data != nullptr) pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    pcre2_jit_stack_free(jit_stack);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void MakeRoom(size_t groups) {
    if (data != nullptr && groups < pcre2_get_ovector_count(data)) return;
    if (data != nullptr) pcre2_match_data_free(data);
    data = pcre2_match_data_create(static_cast<uint32_t>(groups + 1), nullptr);
  }

  pcre2_match_context* context = pcre2_match_context_create(nullptr);
  pcre2_jit_stack* jit_stack = pcre2_jit_stack_create(kFirstJitStack, kLargestJitStack, nullptr);
  pcre2_match_data* data = nullptr;
};

Matcher::Matcher() : scratch_(std::make_unique<Scratch>()) {}
Matcher::~Matcher() = default;

Result<const Pattern*> Matcher::PatternOf(std::string_view text) {
  if (last_ != nullptr && last_text_ == text) return last_;
  std::string key(text);
  auto known = patterns_.find(key);
  if (known == patterns_.end()) {
    PAISQL_ASSIGN(std::unique_ptr<const Pattern> pattern, Pattern::Compile(text));
    if (patterns_.size() >= kKeptPatterns) patterns_.clear();
    known = patterns_.emplace(key, std::move(pattern)).first;
  }
  last_text_ = std::move(key);
  last_ = known->second.get();
  return last_;
}

Matcher::Outcome Matcher::Find(const Pattern& pattern, std::string_view text, size_t start) {
  scratch_->MakeRoom(pattern.group_count());
  const auto* code = static_cast<const pcre2_code*>(pattern.code_);
  // The engine hands out valid UTF-8 only.
  int found = pcre2_match(code, Units(text), text.size(), start, PCRE2_NO_UTF_CHECK, scratch_->data,
                          scratch_->context);
  if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
    found = pcre2_match(code, Units(text), text.size(), start, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT,
                        scratch_->data, scratch_->context);
  }
  if (found == PCRE2_ERROR_NOMATCH) return Outcome::kNone;
  if (found < 0) return Outcome::kTooManySteps;
  const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(scratch_->data);
  // \K may put the beginning after the end.
  begin_ = std::min(ends[0], ends[1]);
  end_ = ends[1];
  return Outcome::kFound;
}

Matcher::Outcome Matcher::FindNext(const Pattern& pattern, std::string_view text) {
  const size_t last_end = end_;
  for (size_t start = begin_ == end_ ? NextCharacter(text, end_) : end_; start <= text.size();
       start = NextCharacter(text, start)) {
    const Outcome outcome = Find(pattern, text, start);
    if (outcome != Outcome::kFound) return outcome;
    if (begin_ != end_ || begin_ != last_end) return outcome;
  }
  return Outcome::kNone;
}

std::string_view Matcher::Group(std::string_view text, size_t group) const {
  const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(scratch_->data);
  if (group == 0) return text.substr(begin_, end_ - begin_);
  if (ends[2 * group] == PCRE2_UNSET) return {};
  return text.substr(ends[2 * group], ends[2 * group + 1] - ends[2 * group]);
}

}  // namespace paisql::engine
