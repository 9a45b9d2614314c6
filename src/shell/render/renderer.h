#pragma once

// Prints a result in one format. One class a format; each streams, so that memory does not grow
// with the result.

#include <memory>

#include "base/result.h"
#include "engine/text/result_text.h"
#include "shell/flags.h"
#include "shell/render/output.h"

namespace paisql::shell {

class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) = 0;
  virtual void Row(const engine::ResultText& rows, size_t row, std::string& out) = 0;
  virtual void End(std::string& out) = 0;
};

std::unique_ptr<Renderer> MakeTableRenderer();
std::unique_ptr<Renderer> MakeTsvRenderer(bool header);
std::unique_ptr<Renderer> MakeCsvRenderer(bool header);
std::unique_ptr<Renderer> MakeJsonRenderer(bool lines);
std::unique_ptr<Renderer> MakeVerticalRenderer();
std::unique_ptr<Renderer> MakeRenderer(Format format, bool header);

// Reads the stream to its end; gives the number of rows.
Result<int64_t> Render(engine::ResultStream& rows, Renderer& renderer, Output& output);

// Whether the text has a control character or a backslash.
bool NeedsEscape(std::string_view text);

// The text with tab, newline and carriage return escaped, and with the backslash for programs, or
// with every other control character, as \x1B, for people (`backslash` false).
void AppendEscaped(std::string_view text, bool backslash, std::string& out);

}  // namespace paisql::shell
