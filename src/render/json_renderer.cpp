#include "render/renderer.h"
#include "types/value_text.h"

namespace paisql::render {

namespace {

// One object a row: an array of them on one line, so that several results are one document a line;
// or with `lines` one a line. An array that a failure has ended lacks its bracket: its line is no
// document.
class JsonRenderer : public Renderer {
 public:
  explicit JsonRenderer(bool lines) : lines_(lines) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    for (const engine::ResultColumn& column : columns) {
      std::string& key = keys_.emplace_back(keys_.empty() ? "{" : ", ");
      AppendJsonString(column.name, key);
      key += ": ";
    }
    if (!lines_) out += "[";
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    if (!lines_ && !first_) out += ", ";
    first_ = false;
    if (keys_.empty()) out += '{';
    for (size_t i = 0; i < keys_.size(); ++i) {
      out += keys_[i];
      rows.AppendText(i, row, engine::TextForm::kJson, out);
    }
    out += lines_ ? "}\n" : "}";
  }

  void End(std::string& out) override {
    if (!lines_) out += "]\n";
  }

  void Abandon(std::string& out) override {
    if (!lines_) out += '\n';
  }

 private:
  bool lines_;
  bool first_ = true;
  std::vector<std::string> keys_;  // with what stands before and after them
};

}  // namespace

std::unique_ptr<Renderer> MakeJsonRenderer(bool lines) {
  return std::make_unique<JsonRenderer>(lines);
}

}  // namespace paisql::render
