#pragma once

// Prints a result in one format. One class a format; each streams, so that memory does not grow
// with the result.

#include <memory>

#include "base/result.h"
#include "engine/text/result_text.h"
#include "render/format.h"
#include "render/output.h"

namespace paisql::render {

class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) = 0;
  virtual void Row(const engine::ResultText& rows, size_t row, std::string& out) = 0;
  virtual void End(std::string& out) = 0;
  // Instead of End when the rows have failed: what comes after them begins a line.
  virtual void Abandon(std::string& /*out*/) {}
};

// Whether rows are shown one line a cell.
enum class Expanded { kOff, kOn, kAuto };

struct RenderStyle {
  bool header = true;          // of tsv and csv
  bool color = false;          // NULL is dimmed, names are bold
  bool box_characters = true;  // else boxes are drawn in ASCII
  bool types = false;          // boxes have the columns' types below their names
  // The columns of the screen that kAuto fits results to; 0: there is no screen.
  int columns = 0;
  int rows = 0;
  // True when results that do not fit the screen's rows come in a pager that can also show wider
  // lines.
  bool scrolls_sideways = false;
  Expanded expanded = Expanded::kAuto;  // of kAuto; others turn vertical by their Format
};

std::unique_ptr<Renderer> MakeTableRenderer();
std::unique_ptr<Renderer> MakeBoxRenderer(const RenderStyle& style);
std::unique_ptr<Renderer> MakeAutoRenderer(const RenderStyle& style);
std::unique_ptr<Renderer> MakeMarkdownRenderer();
std::unique_ptr<Renderer> MakeHtmlRenderer();
std::unique_ptr<Renderer> MakeTsvRenderer(bool header);
std::unique_ptr<Renderer> MakeCsvRenderer(bool header);
std::unique_ptr<Renderer> MakeJsonRenderer(bool lines);
std::unique_ptr<Renderer> MakeVerticalRenderer(const RenderStyle& style);
std::unique_ptr<Renderer> MakeRenderer(Format format, const RenderStyle& style);

struct Rendered {
  int64_t rows = 0;   // shown
  bool more = false;  // there are rows after them, or may be, that were not read
};

// Reads the stream to its end, or until so many rows are shown (0: all of them), or until the
// output wants no more. `done` is right also when it fails.
Status Render(engine::ResultStream& rows, Renderer& renderer, Output& output, int64_t limit,
              Rendered& done);

// Whether the text has a control character or a backslash.
bool NeedsEscape(std::string_view text);

// The text with tab, newline and carriage return escaped, and with the backslash for programs, or
// with every other control character, as \x1B, for people (`backslash` false).
void AppendEscaped(std::string_view text, bool backslash, std::string& out);

}  // namespace paisql::render
