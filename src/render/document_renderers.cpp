#include "render/html_text.h"
#include "render/renderer.h"

namespace paisql::render {

namespace {

// A table of Markdown, as GitHub and most others read it: one line a row, so that a newline is
// <br>. What would begin another cell, HTML or markup is escaped.
class MarkdownRenderer : public Renderer {
 public:
  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    count_ = columns.size();
    out += '|';
    for (const engine::ResultColumn& column : columns) AppendCell(column.name, out);
    out += "\n|";
    for (const engine::ResultColumn& column : columns) {
      out += column.type.IsNumeric() ? " ---: |" : " --- |";
    }
    out += '\n';
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    out += '|';
    for (size_t i = 0; i < count_; ++i) {
      cell_.clear();
      if (rows.IsNull(i, row)) {
        cell_ = "NULL";
      } else {
        rows.AppendText(i, row, engine::TextForm::kPlain, cell_);
      }
      AppendCell(cell_, out);
    }
    out += '\n';
  }

  void End(std::string&) override {}

 private:
  static void AppendCell(std::string_view text, std::string& out) {
    out += ' ';
    for (size_t i = 0; i < text.size(); ++i) {
      switch (const char c = text[i]; c) {
        case '\r':
          if (i + 1 == text.size() || text[i + 1] != '\n') out += "<br>";
          break;
        case '\n':
          out += "<br>";
          break;
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '|':
        case '\\':
        case '`':
        case '*':
          out += '\\';
          [[fallthrough]];
        default:
          out += c;
      }
    }
    out += " |";
  }

  size_t count_ = 0;
  std::string cell_;
};

// A whole <table>.
class HtmlRenderer : public Renderer {
 public:
  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    out += "<table>\n<thead>\n<tr>";
    for (const engine::ResultColumn& column : columns) {
      numbers_.push_back(column.type.IsNumeric());
      out += "<th>";
      AppendText(column.name, out);
      out += "</th>";
    }
    out += "</tr>\n</thead>\n<tbody>\n";
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    out += "<tr>";
    for (size_t i = 0; i < numbers_.size(); ++i) {
      out += numbers_[i] ? "<td align=\"right\">" : "<td>";
      if (rows.IsNull(i, row)) {
        out += "<i>NULL</i>";
      } else {
        cell_.clear();
        rows.AppendText(i, row, engine::TextForm::kPlain, cell_);
        AppendText(cell_, out);
      }
      out += "</td>";
    }
    out += "</tr>\n";
  }

  void End(std::string& out) override { out += "</tbody>\n</table>\n"; }

 private:
  // A newline of a cell is seen as one.
  static void AppendText(std::string_view text, std::string& out) {
    for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      AppendHtmlText(text.substr(0, end), out);
      out += "<br>";
      text.remove_prefix(end + 1);
    }
    AppendHtmlText(text, out);
  }

  std::vector<bool> numbers_;
  std::string cell_;
};

}  // namespace

std::unique_ptr<Renderer> MakeMarkdownRenderer() { return std::make_unique<MarkdownRenderer>(); }

std::unique_ptr<Renderer> MakeHtmlRenderer() { return std::make_unique<HtmlRenderer>(); }

}  // namespace paisql::render
