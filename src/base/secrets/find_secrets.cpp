// Where secrets stand in a text.

#include <algorithm>
#include <optional>

#include "base/secrets/redact.h"
#include "base/secrets/secret_names.h"
#include "base/text.h"

namespace paisql {

namespace {

// A secret by its own form: how it begins, and how many letters and digits follow at least.
struct Form {
  std::string_view begin;
  size_t least;
};
constexpr Form kForms[] = {{"LTAI", 12}, {"STS.", 12}, {"AKIA", 16}, {"ASIA", 16}, {"Bearer ", 8}};

bool IsNameCharacter(char c) { return IsLetterOrDigit(c) || c == '_' || c == '-' || c == '.'; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool IsQuote(char c) { return c == '\'' || c == '"' || c == '`'; }

size_t SkipSpaces(std::string_view text, size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

// The end of a quoted text that begins after its quote. Quotes that are escaped or doubled belong
// to it; where the opening one was escaped itself, as in JSON within a text, the first one ends it.
size_t QuotedEnd(std::string_view text, size_t at, char quote, bool escaped) {
  for (; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      if (escaped && text[at + 1] == quote) return at;
      ++at;
    } else if (text[at] == quote) {
      if (escaped || at + 1 >= text.size() || text[at + 1] != quote) return at;
      ++at;
    }
  }
  return text.size();
}

// The end of a value that begins with a bracket: after its partner. Brackets within quotes count
// for nothing. Without a partner it is the end of the text, which keeps the search linear.
size_t ConstructEnd(std::string_view text, size_t at) {
  size_t depth = 0;
  while (at < text.size()) {
    size_t quote = at;
    while (quote < text.size() && text[quote] == '\\') ++quote;
    if (quote < text.size() && IsQuote(text[quote])) {
      const size_t end = QuotedEnd(text, quote + 1, text[quote], quote > at);
      at = end + (end < text.size() && text[end] == '\\' ? 2 : 1);
      continue;
    }
    at = quote > at ? quote : at;
    if (at >= text.size()) break;
    if (std::string_view("([{").find(text[at]) != std::string_view::npos) ++depth;
    const bool closes = std::string_view(")]}").find(text[at]) != std::string_view::npos;
    ++at;
    if (closes && --depth == 0) return at;
  }
  return text.size();
}

// b'…', r"…": at most two letters before the quote.
bool IsQuotePrefix(std::string_view word) {
  return !word.empty() && word.size() <= 2 &&
         word.find_first_not_of("bBrRuUfFnNxXeE") == std::string_view::npos;
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text), lower_(ToLower(text)) {}

  std::vector<Secret> Find() {
    TablePaths();
    NamedValues();
    OssNames();
    UserNames();
    Forms();
    return Merged();
  }

 private:
  void Add(size_t begin, size_t end) {
    if (begin < end && PathEnd(begin) == begin) found_.push_back({begin, end});
  }

  // odps://project/tables/t/sk=20260101: what has the form name=value there is a partition.
  void TablePaths() {
    constexpr std::string_view kScheme = "odps://";
    for (size_t at = FindFolded(kScheme, 0); at != std::string::npos;) {
      const size_t end =
          std::min(text_.find_first_of(" \t\r\n'\"`;,?&#\\)}]", at + kScheme.size()), text_.size());
      const size_t path = text_.find('/', at + kScheme.size());
      if (path < end) paths_.push_back({path, end});
      at = FindFolded(kScheme, end);
    }
  }

  size_t FindFolded(std::string_view scheme, size_t at) const { return lower_.find(scheme, at); }

  // The end of the path of a table in which the place lies; the place itself where it lies in none.
  size_t PathEnd(size_t at) const {
    const auto behind =
        std::upper_bound(paths_.begin(), paths_.end(), at,
                         [](size_t place, const Secret& path) { return place < path.begin; });
    return behind == paths_.begin() ? at : std::max(at, (behind - 1)->end);
  }

  std::vector<Secret> Merged() {
    std::sort(found_.begin(), found_.end(), [](const Secret& one, const Secret& other) {
      return one.begin != other.begin ? one.begin < other.begin : one.end > other.end;
    });
    std::vector<Secret> merged;
    for (const Secret& one : found_) {
      if (!merged.empty() && one.begin <= merged.back().end) {
        merged.back().end = std::max(merged.back().end, one.end);
      } else {
        merged.push_back(one);
      }
    }
    return merged;
  }

  // name=value, "name": value, --name value, SET name=value.
  void NamedValues() {
    for (size_t at = 0; at < text_.size();) {
      at = PathEnd(at);
      if (at >= text_.size()) return;
      if (!IsLetterOrDigit(text_[at]) && text_[at] != '_') {
        ++at;
        continue;
      }
      const size_t begin = at;
      while (at < text_.size() && IsNameCharacter(text_[at])) ++at;
      if (!IsSecretName(NameAt(begin, at))) continue;
      if (const std::optional<Secret> value = ValueBehind(begin, at)) {
        Add(value->begin, value->end);
        at = std::max(at, value->end);
      }
    }
  }

  // Without the D of -Dname.
  std::string_view NameAt(size_t begin, size_t end) const {
    const bool defines = begin > 0 && text_[begin - 1] == '-' && text_[begin] == 'D';
    return text_.substr(defines ? begin + 1 : begin, end - begin - (defines ? 1 : 0));
  }

  std::optional<Secret> ValueBehind(size_t begin, size_t end) const {
    // Columns of a plan have numbers: password#1.
    const size_t numbered = BehindNumber(end);
    const bool in_plan = numbered > end;
    end = numbered;
    size_t at = end;
    while (at < text_.size() && text_[at] == '\\') ++at;
    const bool quoted = at < text_.size() && IsQuote(text_[at]);
    at = quoted ? at + 1 : end;
    const size_t gap = at;
    at = SkipSpaces(text_, at);
    const std::string_view rest = text_.substr(at);
    size_t separator = 0;
    if (rest.starts_with("%3D") || rest.starts_with("%3d")) {
      separator = 3;
    } else if (rest.starts_with("=>")) {
      separator = 2;
    } else if (rest.starts_with("=") && !rest.starts_with("==")) {
      separator = 1;
    } else if (rest.starts_with(":") && !rest.starts_with("::") && !rest.starts_with("://") &&
               (quoted || IsPlainlySecret(text_.substr(begin, end - begin)))) {
      separator = 1;
    }
    if (separator == 0) {
      // "--name value" of a command line.
      const bool option = !quoted && begin > 0 && text_[begin - 1] == '-' && at > gap;
      return option && at < text_.size() && text_[at] != '-' ? std::optional(ValueAt(at, begin))
                                                             : std::nullopt;
    }
    const size_t value = SkipSpaces(text_, at + separator);
    if (value >= text_.size()) return std::nullopt;
    if (FollowsSet(begin)) return ToStatementEnd(value);
    const bool loose = at > gap && value > at + separator;
    if (in_plan ? !IsQuote(text_[value]) : loose && IsColumn(value)) return std::nullopt;
    return ValueAt(value, begin);
  }

  size_t BehindNumber(size_t at) const {
    if (at >= text_.size() || text_[at] != '#') return at;
    return std::min(text_.find_first_not_of("0123456789", at + 1), text_.size());
  }

  // SET name=value, SETVAR name=value: a value of any characters.
  bool FollowsSet(size_t begin) const {
    size_t end = begin;
    while (end > 0 && IsSpace(text_[end - 1])) --end;
    if (end == begin) return false;
    size_t word = end;
    while (word > 0 && end - word < 8 && IsNameCharacter(text_[word - 1])) --word;
    const std::string_view name = text_.substr(word, end - word);
    return EqualsIgnoreCase(name, "set") || EqualsIgnoreCase(name, "setvar");
  }

  // A ';' within quotes that have an end belongs to the value.
  Secret ToStatementEnd(size_t begin) const {
    size_t end = begin;
    size_t quoted = begin;  // after the quoted text with which the value begins
    while (end < text_.size() && text_[end] != ';') {
      if (text_[end] == '\\') ++end;
      if (end >= text_.size()) break;
      const size_t closing = IsQuote(text_[end]) && (end == begin || text_[end - 1] != '\\')
                                 ? QuotedEnd(text_, end + 1, text_[end], false)
                                 : text_.size();
      end = (closing < text_.size() ? closing : end) + 1;
      if (quoted == begin && IsQuote(text_[begin])) quoted = end;
    }
    end = std::min(end, text_.size());
    while (end > begin && IsSpace(text_[end - 1])) --end;
    if (quoted > begin + 1 && quoted == end) return {begin + 1, end - 1};
    return {begin, end};
  }

  // "a.token = b.token" of a join.
  bool IsColumn(size_t at) const {
    size_t dots = 0;
    const size_t begin = at;
    for (;
         at < text_.size() && (IsLetterOrDigit(text_[at]) || text_[at] == '_' || text_[at] == '.');
         ++at) {
      if (text_[at] == '.') ++dots;
    }
    return dots == 1 && at > begin && !(text_[begin] >= '0' && text_[begin] <= '9');
  }

  Secret ValueAt(size_t at, size_t name) const {
    size_t quote = at;
    while (quote < text_.size() && text_[quote] == '\\') ++quote;
    if (quote < text_.size() && IsQuote(text_[quote])) {
      return {quote + 1, QuotedEnd(text_, quote + 1, text_[quote], quote > at)};
    }
    const bool in_query = name > 0 && (text_[name - 1] == '?' || text_[name - 1] == '&');
    // Of a list: what was taken out before ends here.
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with(kRedacted) && rest.substr(kRedacted.size()).starts_with(',')) {
      return {at, at + kRedacted.size()};
    }
    const std::string_view ends = in_query ? " \t\r\n'\"`\\;&,()[]{}#" : " \t\r\n'\"`\\;()[]{}";
    size_t end = std::min(text_.find_first_of(ends, at), text_.size());
    // ["x"], concat('x', 'y'), b'x'.
    while (end < text_.size() &&
           std::string_view("([{").find(text_[end]) != std::string_view::npos) {
      end = ConstructEnd(text_, end);
      if (end < text_.size() && text_[end] == ',') return {at, end};
      end = std::min(text_.find_first_of(ends, end), text_.size());
    }
    if (end < text_.size() && IsQuote(text_[end]) && IsQuotePrefix(text_.substr(at, end - at))) {
      end = std::min(QuotedEnd(text_, end + 1, text_[end], false) + 1, text_.size());
    }
    // A word and its value: Authorization: Bearer abc.
    for (const std::string_view scheme : {"bearer", "basic"}) {
      if (end + 1 < text_.size() && text_[end] == ' ' &&
          EqualsIgnoreCase(text_.substr(at, end - at), scheme)) {
        end = std::min(text_.find_first_of(ends, end + 1), text_.size());
      }
    }
    return {at, end};
  }

  // oss://bucket/?any=value&other=value, and oss://bucket\x01id=…\x02key=…/.
  void OssNames() {
    constexpr std::string_view kScheme = "oss://";
    for (size_t at = FindFolded(kScheme, 0); at != std::string::npos;) {
      const size_t begin = at + kScheme.size();
      const size_t end = std::min(text_.find_first_of(" \t\r\n'\"`;", begin), text_.size());
      // Further names of a list lie in it, too.
      for (; at < end; at = FindFolded(kScheme, at + kScheme.size())) {
        Embedded(at + kScheme.size(), end);
      }
      const std::string_view name = text_.substr(0, end);
      for (size_t query = name.find('?', begin); query < end;) {
        query = name.find('?', Query(name, query + 1));
      }
    }
  }

  // The end of what it has looked at.
  size_t Query(std::string_view text, size_t at) {
    const size_t end = text.size();
    while (at < end) {
      size_t name = at;
      while (name < end && IsNameCharacter(text[name])) ++name;
      if (name == at || name >= end || text[name] != '=') return name;
      at = std::min(text.find_first_of("&,", name + 1), end);
      Add(name + 1, at);
      if (at >= end || text[at] != '&') return at;
      ++at;
    }
    return at;
  }

  // The two bytes themselves, or as a text writes them.
  void Embedded(size_t begin, size_t end) {
    for (size_t at = begin; at < end && text_[at] != '/'; ++at) {
      const std::string_view rest = text_.substr(at, end - at);
      constexpr std::string_view kMarks[] = {"\x01",  "\x02", "\\x01", "\\x02",  "\\001",
                                             "\\002", "\\1",  "\\2",   "\\u0001"};
      const auto* mark =
          std::find_if(std::begin(kMarks), std::end(kMarks),
                       [rest](std::string_view one) { return rest.starts_with(one); });
      if (mark == std::end(kMarks)) continue;
      Add(at + mark->size(), std::min(text_.find('/', at), end));
      return;
    }
  }

  // scheme://user:password@host
  void UserNames() {
    for (size_t at = text_.find("://"); at != std::string_view::npos;
         at = text_.find("://", at + 3)) {
      const size_t begin = at + 3;
      const size_t end = std::min(text_.find_first_of("/?# \t\r\n'\"`", begin), text_.size());
      const std::string_view authority = text_.substr(begin, end - begin);
      const size_t host = authority.rfind('@');
      const size_t password = authority.find(':');
      if (host == std::string_view::npos || password >= host) continue;
      Add(begin + password + 1, begin + host);
    }
  }

  void Forms() {
    for (const Form& form : kForms) {
      for (size_t at = text_.find(form.begin); at != std::string_view::npos;) {
        size_t end = at + form.begin.size();
        const size_t begin = form.begin.ends_with(' ') ? end : at;
        if (at == 0 || !IsLetterOrDigit(text_[at - 1])) {
          // A secret that begins within it would be shorter.
          while (end < text_.size() && (IsNameCharacter(text_[end]) || text_[end] == '+')) ++end;
          if (end - at - form.begin.size() >= form.least) Add(begin, end);
        }
        at = text_.find(form.begin, end);
      }
    }
  }

  std::string_view text_;
  std::string lower_;
  std::vector<Secret> paths_;  // of tables, in their order
  std::vector<Secret> found_;
};

}  // namespace

std::vector<Secret> FindSecrets(std::string_view text) {
  std::vector<Secret> secrets = Finder(text).Find();
  std::erase_if(secrets, [text](const Secret& one) {
    return text.substr(one.begin, one.end - one.begin) == kRedacted;
  });
  return secrets;
}

}  // namespace paisql
