// Where the parts of a value stand in the statement.

#include "base/text.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

// The range of `length` bytes at `offset` from the begin of `range`.
SourceRange Within(const SourceRange& range, std::string_view statement, size_t offset,
                   size_t length) {
  SourceRange part = range;
  for (size_t i = range.begin; i < range.begin + offset; ++i) {
    const auto byte = static_cast<unsigned char>(statement[i]);
    if (byte == '\n') {
      ++part.line;
      part.column = 1;
    } else if ((byte & 0xC0) != 0x80) {  // the first byte of a code point
      ++part.column;
    }
  }
  part.begin = range.begin + offset;
  part.end = part.begin + length;
  return part;
}

// The value as the statement writes it, with quotes and escapes; "" when it does not stand there.
std::string_view Written(const syntax::PaiParameter& parameter, std::string_view statement) {
  const SourceRange& range = parameter.value_range;
  const bool placed = range.known() && range.begin <= range.end && range.end <= statement.size();
  return placed ? statement.substr(range.begin, range.end - range.begin) : "";
}

// The written offset of every byte of the value, and of its end; empty where the two do not fit.
// \uXXXX is left to that case: no value that is looked into has letters that need it.
std::vector<size_t> OffsetsOf(std::string_view value, std::string_view written) {
  std::vector<size_t> offsets;
  size_t at = !written.empty() && (written[0] == '\'' || written[0] == '"') ? 1 : 0;
  for (const char c : value) {
    offsets.push_back(at);
    const bool escaped = at + 1 < written.size() && written[at] == '\\';
    if (at >= written.size() || (!escaped && written[at] != c)) return {};
    at += escaped ? 2 : 1;
  }
  offsets.push_back(at);
  return offsets;
}

}  // namespace

Error ErrorAt(ErrorCode code, const Part& part, const std::string& detail, std::string hint) {
  return Error{code, detail, part.range, std::move(hint)};
}

Error At(Error error, const SourceRange& range) {
  error.range = range;
  return error;
}

SourceRange PlaceInValue(const syntax::PaiParameter& parameter, std::string_view statement_text,
                         size_t begin, size_t end) {
  const std::vector<size_t> offsets =
      OffsetsOf(parameter.value, Written(parameter, statement_text));
  if (begin >= end || end >= offsets.size()) return parameter.value_range;
  return Within(parameter.value_range, statement_text, offsets[begin],
                offsets[end] - offsets[begin]);
}

std::vector<Part> SplitValue(const syntax::PaiParameter& parameter, const BuildContext& context) {
  const std::string_view written = Written(parameter, context.statement_text);
  std::vector<Part> parts;
  size_t from = 0;
  for (const std::string& raw : Split(parameter.value, ',')) {
    const std::string text(Trim(raw));
    if (text.empty()) continue;
    Part part{text, parameter.value_range};
    const size_t offset = written.find(text, from);
    if (offset != std::string_view::npos) {
      part.range = Within(parameter.value_range, context.statement_text, offset, text.size());
      from = offset + text.size();
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

Status CheckOneName(const Part& part) {
  const std::string_view text = std::string_view(part.text).substr(0, part.text.find('?'));
  for (const std::string_view scheme : {"odps://", "oss://"}) {
    const size_t first = text.find(scheme);
    if (first == std::string_view::npos) continue;
    if (text.find(scheme, first + scheme.size()) == std::string_view::npos) continue;
    return ErrorAt(ErrorCode::kInvalidCommand, part, "'" + part.text + "' is more than one name",
                   "write one, or ASCII commas between them where the parameter is a list");
  }
  return Status::Ok();
}

std::string VariableHint(std::string_view text) {
  if (text.find("${") == std::string_view::npos) return "";
  return "variables are not replaced here: write the value in the place of ${...}";
}

Error MissingProject(const Part& part, const std::string& project,
                     const std::vector<std::string>& others) {
  std::string hint = VariableHint(project);
  if (hint.empty()) {
    const std::string near = DidYouMean(project, others);
    hint = near + (near.empty() ? "" : " ") + "a new project is made by starting with --project " +
           project;
  }
  return ErrorAt(ErrorCode::kProjectNotFound, part, "project '" + project + "' does not exist",
                 hint);
}

bool IsGpuAmount(int64_t amount) {
  return amount < jobs::kWholeCard || amount % jobs::kWholeCard == 0;
}

}  // namespace paisql::pai
