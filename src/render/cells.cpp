#include "render/cells.h"

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"
#include "render/display.h"

namespace paisql::render {

namespace {

Cell MakeCell(std::string_view text) {
  Cell cell;
  AppendShown(text, cell.text);
  cell.width = DisplayWidth(cell.text);
  return cell;
}

size_t Width(const Cell& cell) { return static_cast<size_t>(cell.width); }

}  // namespace

std::vector<ShownColumn> ShownColumns(const std::vector<engine::ResultColumn>& columns) {
  std::vector<ShownColumn> shown;
  for (const engine::ResultColumn& column : columns) {
    const bool number = column.type.IsNumeric();
    const bool whole = number || column.type.IsTemporal() || column.type.id() == TypeId::kBoolean;
    shown.push_back({MakeCell(column.name), MakeCell(column.type.ToString()), number, whole});
  }
  return shown;
}

std::vector<Cell> ReadCells(const engine::ResultText& rows, size_t row, size_t count) {
  std::vector<Cell> cells;
  cells.reserve(count);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    if (rows.IsNull(i, row)) {
      cells.push_back({"NULL", 4, true});
      continue;
    }
    text.clear();
    rows.AppendText(i, row, engine::TextForm::kPlain, text);
    cells.push_back(MakeCell(text));
  }
  return cells;
}

size_t BytesOf(const std::vector<Cell>& cells) {
  size_t bytes = 0;
  for (const Cell& cell : cells) bytes += sizeof cell + cell.text.size();
  return bytes;
}

std::vector<ColumnNeed> NeedsOf(const std::vector<ShownColumn>& columns,
                                const std::vector<std::vector<Cell>>& rows) {
  std::vector<ColumnNeed> needs;
  for (size_t i = 0; i < columns.size(); ++i) {
    size_t widest = 0;
    for (const std::vector<Cell>& row : rows) widest = std::max(widest, Width(row[i]));
    const size_t name = Width(columns[i].name);
    const size_t beginning = std::min(std::max(widest, name), kLeastText);
    needs.push_back(
        {std::max(widest, name), columns[i].whole ? std::max(widest, beginning) : beginning});
  }
  return needs;
}

std::vector<ColumnNeed> WithTypes(std::vector<ColumnNeed> needs,
                                  const std::vector<ShownColumn>& columns) {
  for (size_t i = 0; i < needs.size(); ++i) {
    needs[i].natural = std::max(needs[i].natural, std::min(Width(columns[i].type), kLeastText));
  }
  return needs;
}

BoxFrame::BoxFrame(const RenderStyle& style, std::vector<ShownColumn> columns, BoxLayout layout,
                   bool cuts)
    : style_(style), columns_(std::move(columns)), layout_(std::move(layout)), cuts_(cuts) {}

std::string_view BoxFrame::Mark(const RenderStyle& style) {
  return style.box_characters ? "…" : "...";
}

void BoxFrame::AppendRule(const Rule& rule, std::string& out) const {
  const std::string_view line = style_.box_characters ? "─" : "-";
  const std::string_view left = style_.box_characters ? rule.left : "+";
  const std::string_view middle = style_.box_characters ? rule.middle : "+";
  const auto part = [&](size_t width) {
    for (size_t i = 0; i < width + 2; ++i) out += line;
  };
  out += left;
  for (size_t i = 0; i < layout_.shown.size(); ++i) {
    if (i > 0) out += middle;
    part(layout_.widths[i]);
    if (layout_.elided > 0 && i + 1 == layout_.elided_at) {
      out += middle;
      part(static_cast<size_t>(DisplayWidth(Mark(style_))));
    }
  }
  out += style_.box_characters ? rule.right : "+";
  out += '\n';
}

void BoxFrame::AppendMark(std::string& out) const {
  out += ' ';
  out += Mark(style_);
  out += style_.box_characters ? " │" : " |";
}

void BoxFrame::AppendCell(const Cell& cell, size_t index, std::string_view style, bool may_cut,
                          std::string& out) const {
  const size_t width = layout_.widths[index];
  const ShownColumn& column = columns_[layout_.shown[index]];
  const bool cut = may_cut && Width(cell) > width;
  const size_t blanks = Width(cell) < width ? width - Width(cell) : 0;
  out += ' ';
  if (column.number) out.append(blanks, ' ');
  if (style_.color) out += style;
  if (cut) {
    out += CutTo(cell.text, static_cast<int>(width), Mark(style_));
  } else {
    out += cell.text;
  }
  if (style_.color && !style.empty()) out += kPlainText;
  if (!column.number) out.append(blanks, ' ');
  out += style_.box_characters ? " │" : " |";
}

void BoxFrame::AppendHeadLine(Cell ShownColumn::*part, std::string_view style,
                              std::string& out) const {
  const bool is_type = part == &ShownColumn::type;
  out += style_.box_characters ? "│" : "|";
  for (size_t i = 0; i < layout_.shown.size(); ++i) {
    AppendCell(columns_[layout_.shown[i]].*part, i, style, cuts_ || is_type, out);
    if (layout_.elided > 0 && i + 1 == layout_.elided_at) AppendMark(out);
  }
  out += '\n';
}

void BoxFrame::AppendHead(std::string& out) const {
  AppendRule({"┌", "┬", "┐"}, out);
  AppendHeadLine(&ShownColumn::name, kBoldText, out);
  if (style_.types) AppendHeadLine(&ShownColumn::type, kDimText, out);
  AppendRule({"├", "┼", "┤"}, out);
}

void BoxFrame::AppendRow(const std::vector<Cell>& cells, std::string& out) const {
  out += style_.box_characters ? "│" : "|";
  for (size_t i = 0; i < layout_.shown.size(); ++i) {
    const Cell& cell = cells[layout_.shown[i]];
    const bool may_cut = cuts_ && !columns_[layout_.shown[i]].whole;
    AppendCell(cell, i, cell.null ? kDimText : std::string_view(), may_cut, out);
    if (layout_.elided > 0 && i + 1 == layout_.elided_at) AppendMark(out);
  }
  out += '\n';
}

void BoxFrame::AppendFoot(std::string& out) const {
  AppendRule({"└", "┴", "┘"}, out);
  if (layout_.elided == 0) return;
  const std::string line = std::string(Mark(style_)) + " " + std::to_string(layout_.elided) +
                           " more column" + (layout_.elided == 1 ? "" : "s") + "; \\x shows all";
  if (style_.color) out += kDimText;
  out += CutTo(line, std::max(style_.columns, 1), Mark(style_));
  if (style_.color) out += kPlainText;
  out += '\n';
}

VerticalPage::VerticalPage(const RenderStyle& style, const std::vector<std::string>& names)
    : style_(style) {
  int widest = 0;
  for (const std::string& name : names) widest = std::max(widest, DisplayWidth(name));
  label_width_ = widest + 2;
  for (const std::string& name : names) {
    std::string& label =
        labels_.emplace_back(static_cast<size_t>(widest - DisplayWidth(name)), ' ');
    if (style.color) label += kBoldText;
    label += name;
    if (style.color) label += kPlainText;
    label += ": ";
  }
}

void VerticalPage::AppendRowLine(int64_t number, std::string& out) const {
  constexpr std::string_view kStars = "***************************";
  const std::string middle = " " + std::to_string(number) + ". row ";
  const size_t whole = 2 * kStars.size() + middle.size();
  const auto columns = static_cast<size_t>(style_.columns);
  size_t stars = kStars.size();
  if (columns > 0 && whole > columns)
    stars = columns > middle.size() ? (columns - middle.size()) / 2 : 0;
  out.append(kStars.substr(0, stars)).append(middle).append(kStars.substr(0, stars)).append("\n");
}

void VerticalPage::AppendNull(std::string& out) const {
  if (style_.color) out += kDimText;
  out += "NULL";
  if (style_.color) out += kPlainText;
}

size_t VerticalPage::LinesOf(const std::vector<Cell>& cells) const {
  const auto columns = static_cast<size_t>(std::max(style_.columns, 1));
  size_t lines = 1;
  for (const Cell& cell : cells) {
    const size_t width = static_cast<size_t>(label_width_) + Width(cell);
    lines += std::max<size_t>(1, (width + columns - 1) / columns);
  }
  return lines;
}

}  // namespace paisql::render
