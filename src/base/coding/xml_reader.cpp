#include "base/coding/xml_reader.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace paisql {

namespace {

constexpr size_t kDeepest = 2000;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool EndsName(char c) { return IsBlank(c) || c == '=' || c == '>' || c == '/' || c == '<'; }

std::string_view WithoutPrefix(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void AppendUtf8(uint32_t code, std::string& out) {
  const auto tail = [&out, code](int shift) {
    out += static_cast<char>(0x80 | ((code >> shift) & 0x3F));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12), tail(6), tail(0);
  }
}

// Appends what the entity stands for; false for an unknown one. `entity` is between & and ;.
bool AppendEntity(std::string_view entity, std::string& out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kNamed) {
    if (entity != name) continue;
    out += character;
    return true;
  }
  if (entity.size() < 2 || entity[0] != '#') return false;
  const bool hex = entity[1] == 'x';
  const std::string_view digits = entity.substr(hex ? 2 : 1);
  uint32_t code = 0;
  const auto [end, failed] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
  const bool whole = failed == std::errc() && end == digits.data() + digits.size();
  if (!whole || code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  AppendUtf8(code, out);
  return true;
}

}  // namespace

std::optional<std::string_view> XmlElement::Attribute(std::string_view wanted) const {
  for (const auto& [attribute, value] : attributes) {
    if (attribute == wanted) return value;
  }
  return std::nullopt;
}

std::string_view XmlElement::Get(std::string_view wanted, std::string_view otherwise) const {
  return Attribute(wanted).value_or(otherwise);
}

const XmlElement* XmlElement::Child(std::string_view wanted) const {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

// Goes through a document once. The deepest element decides how deep its calls are.
class XmlParser {
 public:
  explicit XmlParser(XmlDocument& document) : document_(document), text_(*document.text_) {}

  Status Document() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    PAISQL_TRY(SkipMisc());
    if (at_ >= text_.size() || text_[at_] != '<') return Wrong("an element was expected");
    PAISQL_TRY(Element(document_.root_, 0));
    PAISQL_TRY(SkipMisc());
    if (at_ != text_.size()) return Wrong("there is text after the last element");
    return Status::Ok();
  }

 private:
  Error Wrong(const std::string& what) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    const auto line = std::count(text_.begin(), end, '\n') + 1;
    return Error{ErrorCode::kInvalidArgumentType,
                 "this is not XML that can be read: line " + std::to_string(line) + ": " + what,
                 {},
                 ""};
  }

  bool At(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  Status SkipPast(std::string_view end) {
    const size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) return Wrong(std::string(end) + " is missing");
    at_ = found + end.size();
    return Status::Ok();
  }

  // Comments, processing instructions and blanks outside of elements.
  Status SkipMisc() {
    for (;;) {
      SkipBlanks();
      if (At("<?")) {
        PAISQL_TRY(SkipPast("?>"));
      } else if (At("<!--")) {
        PAISQL_TRY(SkipPast("-->"));
      } else if (At("<!")) {
        return Wrong("a DOCTYPE is not read");
      } else {
        return Status::Ok();
      }
    }
  }

  Result<std::string_view> Name() {
    const size_t begin = at_;
    while (at_ < text_.size() && !EndsName(text_[at_])) ++at_;
    if (at_ == begin) return Wrong("a name was expected");
    return WithoutPrefix(text_.substr(begin, at_ - begin));
  }

  Result<std::string_view> Unescaped(std::string_view raw) {
    if (raw.find('&') == std::string_view::npos) return raw;
    std::string& made = document_.unescaped_->emplace_back();
    for (size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '&') {
        made += raw[i];
        continue;
      }
      const size_t end = raw.find(';', i);
      if (end == std::string_view::npos || !AppendEntity(raw.substr(i + 1, end - i - 1), made)) {
        return Wrong("an entity is not known");
      }
      i = end;
    }
    return std::string_view(made);
  }

  Status Attributes(XmlElement& element) {
    for (;;) {
      SkipBlanks();
      if (at_ >= text_.size()) return Wrong("a tag has no end");
      if (text_[at_] == '>' || text_[at_] == '/') return Status::Ok();
      PAISQL_ASSIGN(const std::string_view name, Name());
      SkipBlanks();
      if (!At("=")) return Wrong("an attribute has no value");
      ++at_;
      SkipBlanks();
      if (!At("\"") && !At("'")) return Wrong("an attribute's value has no quotation marks");
      const char quote = text_[at_++];
      const size_t end = text_.find(quote, at_);
      if (end == std::string_view::npos) return Wrong("an attribute's value has no end");
      PAISQL_ASSIGN(const std::string_view value, Unescaped(text_.substr(at_, end - at_)));
      element.attributes.emplace_back(name, value);
      at_ = end + 1;
    }
  }

  Status Element(XmlElement& element, size_t depth) {
    if (depth > kDeepest) return Wrong("elements are nested too deeply");
    ++at_;
    PAISQL_ASSIGN(element.name, Name());
    PAISQL_TRY(Attributes(element));
    if (At("/>")) {
      at_ += 2;
      return Status::Ok();
    }
    if (!At(">")) return Wrong("a tag has no end");
    ++at_;
    TextSoFar so_far;
    for (;;) {
      PAISQL_TRY(Text(element, so_far));
      if (At("</")) break;
      PAISQL_TRY(Element(element.children.emplace_back(), depth + 1));
    }
    at_ += 2;
    PAISQL_ASSIGN(const std::string_view name, Name());
    if (name != element.name) {
      return Wrong("</" + std::string(name) + "> ends <" + std::string(element.name) + ">");
    }
    SkipBlanks();
    if (!At(">")) return Wrong("a tag has no end");
    ++at_;
    return Status::Ok();
  }

  // Of an element that is being read.
  struct TextSoFar {
    std::string* joined = nullptr;  // what its text is in, once that has two parts
    std::string blanks;             // after its text, which count where more follows
  };

  void Append(XmlElement& element, TextSoFar& so_far, std::string_view part) {
    if (part.empty()) return;
    if (element.text.empty()) {
      element.text = part;
      return;
    }
    if (so_far.joined == nullptr) {
      so_far.joined = &document_.unescaped_->emplace_back(element.text);
    }
    *so_far.joined += so_far.blanks;
    *so_far.joined += part;
    element.text = *so_far.joined;
    so_far.blanks.clear();
  }

  Status AppendPlain(XmlElement& element, TextSoFar& so_far, std::string_view raw) {
    const std::string_view trimmed = Trim(raw);
    if (trimmed.empty()) {
      if (!element.text.empty()) so_far.blanks += raw;
      return Status::Ok();
    }
    const auto before = static_cast<size_t>(trimmed.data() - raw.data());
    if (!element.text.empty()) so_far.blanks += raw.substr(0, before);
    PAISQL_ASSIGN(const std::string_view part, Unescaped(trimmed));
    Append(element, so_far, part);
    so_far.blanks = raw.substr(before + trimmed.size());
    return Status::Ok();
  }

  // Up to the next tag of an element.
  Status Text(XmlElement& element, TextSoFar& so_far) {
    for (;;) {
      const size_t end = text_.find('<', at_);
      if (end == std::string_view::npos) {
        return Wrong("<" + std::string(element.name) + "> has no end");
      }
      PAISQL_TRY(AppendPlain(element, so_far, text_.substr(at_, end - at_)));
      at_ = end;
      if (At("<!--")) {
        PAISQL_TRY(SkipPast("-->"));
      } else if (At("<?")) {
        PAISQL_TRY(SkipPast("?>"));
      } else if (At("<![CDATA[")) {
        const size_t begin = at_ + 9;
        PAISQL_TRY(SkipPast("]]>"));
        Append(element, so_far, text_.substr(begin, at_ - begin - 3));
      } else if (At("<!")) {
        return Wrong("a declaration is not read");
      } else {
        return Status::Ok();
      }
    }
  }

  XmlDocument& document_;
  const std::string_view text_;
  size_t at_ = 0;
};

Result<XmlDocument> XmlDocument::Parse(std::string text) {
  XmlDocument document;
  document.text_ = std::make_unique<std::string>(std::move(text));
  document.unescaped_ = std::make_unique<std::deque<std::string>>();
  PAISQL_TRY(XmlParser(document).Document());
  return document;
}

}  // namespace paisql
