#include "shell/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace paisql::shell {

namespace {

bool IsControl(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }

}  // namespace

std::unique_ptr<Renderer> MakeRenderer(Format format, bool header) {
  switch (format) {
    case Format::kTable:
      return MakeTableRenderer();
    case Format::kTsv:
      return MakeTsvRenderer(header);
    case Format::kCsv:
      return MakeCsvRenderer(header);
    case Format::kJson:
      return MakeJsonRenderer(false);
    case Format::kJsonl:
      return MakeJsonRenderer(true);
    case Format::kVertical:
      return MakeVerticalRenderer();
  }
  PAISQL_UNREACHABLE("a format without a renderer");
}

Result<int64_t> Render(engine::ResultStream& rows, Renderer& renderer, Output& output) {
  renderer.Begin(rows.columns(), output.buffer());
  int64_t count = 0;
  while (true) {
    PAISQL_ASSIGN(const engine::DataChunk* chunk, rows.Next());
    if (chunk == nullptr) break;
    for (size_t row = 0; row < chunk->row_count(); ++row) {
      renderer.Row(*chunk, row, output.buffer());
      PAISQL_TRY(output.Spill());
    }
    count += static_cast<int64_t>(chunk->row_count());
  }
  renderer.End(output.buffer());
  PAISQL_TRY(output.Flush());
  return count;
}

void AppendEscaped(std::string_view text, bool backslash, std::string& out) {
  const auto special = [](char c) { return IsControl(c) || c == '\\'; };
  if (std::none_of(text.begin(), text.end(), special)) {
    out += text;
    return;
  }
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += backslash ? "\\\\" : "\\";
        break;
      default:
        // What people look at must not move the cursor; programs get the byte.
        if (IsControl(c) && !backslash) {
          fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
}

}  // namespace paisql::shell
