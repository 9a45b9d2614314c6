#include "console/pages/page_files.h"

#include <algorithm>
#include <optional>

#include "base/files/files.h"
#include "console/pages/embedded.h"

namespace paisql::console {

namespace {

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kAssets = "assets/";  // their names change with their bytes
constexpr std::string_view kForever = "public, max-age=31536000, immutable";

struct Header {
  std::string_view name;
  std::string_view value;
};

// No page asks another place, and no other page shows ours. Styles stand in elements, as the
// editor and the canvas make them.
constexpr Header kHeaders[] = {
    {"Content-Security-Policy",
     "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
     "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"},
    {"X-Frame-Options", "DENY"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

struct Type {
  std::string_view ending;
  std::string_view name;
};

constexpr Type kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
};

std::string_view TypeOf(std::string_view path) {
  for (const Type& type : kTypes) {
    if (path.ends_with(type.ending)) return type.name;
  }
  return "application/octet-stream";
}

const EmbeddedPage* Find(std::string_view path) {
  const std::span<const EmbeddedPage> pages = EmbeddedPages();
  const auto found = std::ranges::find(pages, path, &EmbeddedPage::path);
  return found == pages.end() ? nullptr : &*found;
}

std::optional<http::Response> OfProgram(std::string_view path) {
  const EmbeddedPage* const page = Find(path);
  if (page == nullptr) return std::nullopt;
  http::Response response;
  response.content_type = page->type;
  response.content_encoding = "gzip";
  response.body = page->gzip;
  return response;
}

std::optional<http::Response> OfFolder(const std::string& folder, std::string_view path) {
  if (path.find("..") != std::string_view::npos) return std::nullopt;
  Result<std::string> text = ReadFile(folder + "/" + std::string(path));
  if (!text.ok()) return std::nullopt;
  http::Response response;
  response.content_type = TypeOf(path);
  response.body = *std::move(text);
  return response;
}

http::Response NotThere(std::string text) {
  http::Response response;
  response.status = 404;
  response.body = std::move(text);
  return response;
}

}  // namespace

bool PageFiles::has_pages() const { return !folder_.empty() || Find(kIndex) != nullptr; }

http::Response PageFiles::Answer(std::string_view path) const {
  const auto read = [this](std::string_view name) {
    return folder_.empty() ? OfProgram(name) : OfFolder(folder_, name);
  };
  std::optional<http::Response> found = path.empty() ? std::nullopt : read(path);
  const bool is_asset = path.starts_with(kAssets);
  if (!found && is_asset)
    return NotThere("there are no such pages any more: load the page again\n");
  if (!found) found = read(kIndex);
  if (!found) {
    return NotThere("this program was built without the pages of the console\n");
  }
  found->headers.emplace_back("Cache-Control", is_asset ? kForever : "no-cache");
  return *std::move(found);
}

void Harden(http::Response& response) {
  for (const Header& header : kHeaders) {
    response.headers.emplace_back(header.name, header.value);
  }
}

}  // namespace paisql::console
