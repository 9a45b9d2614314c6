#include "render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace paisql::render {

namespace {

bool IsControl(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }

}  // namespace

std::unique_ptr<Renderer> MakeRenderer(Format format, const RenderStyle& style) {
  switch (format) {
    case Format::kAuto:
      return style.columns > 0 ? MakeAutoRenderer(style) : MakeTableRenderer();
    case Format::kTable:
      return MakeTableRenderer();
    case Format::kBox:
      return MakeBoxRenderer(style);
    case Format::kMarkdown:
      return MakeMarkdownRenderer();
    case Format::kTsv:
      return MakeTsvRenderer(style.header);
    case Format::kCsv:
      return MakeCsvRenderer(style.header);
    case Format::kJson:
      return MakeJsonRenderer(false);
    case Format::kJsonl:
      return MakeJsonRenderer(true);
    case Format::kVertical:
      return MakeVerticalRenderer(style);
    case Format::kHtml:
      return MakeHtmlRenderer();
  }
  PAISQL_UNREACHABLE("a format without a renderer");
}

Status Render(engine::ResultStream& rows, Renderer& renderer, Output& output, int64_t limit,
              Rendered& done) {
  done = {};
  renderer.Begin(rows.columns(), output.buffer());
  engine::ResultText text(rows.columns());
  while (!done.more) {
    Result<engine::Batch> batch = rows.Next();
    if (!batch.ok()) {
      renderer.Abandon(output.buffer());
      return std::move(batch).error();
    }
    if (!*batch) break;
    text.Read(*batch);
    for (size_t row = 0; row < batch->row_count() && !done.more; ++row) {
      if (limit > 0 && done.rows == limit) {
        done.more = true;
        break;
      }
      renderer.Row(text, row, output.buffer());
      ++done.rows;
      PAISQL_TRY(output.Spill());
      // A reader who leaves after the last row has seen all of them.
      done.more = output.left() && row + 1 < batch->row_count();
    }
  }
  renderer.End(output.buffer());
  return output.Flush();
}

bool NeedsEscape(std::string_view text) {
  // Eight bytes at a time: the high bit of each byte tells whether that byte is below ' ', or equal
  // to one of the other two. A byte above 0x7F, of a longer character, never is.
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighs = kOnes * 0x80;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, 8);
    const uint64_t backslash = bytes ^ (kOnes * '\\');
    const uint64_t erase = bytes ^ (kOnes * 0x7F);
    const uint64_t found = ((bytes - kOnes * ' ') & ~bytes) | ((backslash - kOnes) & ~backslash) |
                           ((erase - kOnes) & ~erase);
    if ((found & kHighs) != 0) return true;
  }
  const auto special = [](char c) { return IsControl(c) || c == '\\'; };
  return std::any_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), special);
}

void AppendEscaped(std::string_view text, bool backslash, std::string& out) {
  if (!NeedsEscape(text)) {
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
        // Text for people must not move the cursor; programs get the byte.
        if (IsControl(c) && !backslash) {
          fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
}

}  // namespace paisql::render
