#include "access/principal.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::access {

namespace {

constexpr size_t kUserLength = 256;
constexpr std::string_view kProviders[] = {"ALIYUN", "RAM"};

// Whether the character may stand in a name; beyond ASCII all may.
bool IsPlain(char c) {
  return static_cast<unsigned char>(c) > ' ' && c != '\x7f' &&
         std::string_view("'\"`;,(){}$").find(c) == std::string_view::npos;
}

Error NotAUser(std::string_view text) {
  return Error{ErrorCode::kInvalidCommand,
               "'" + std::string(text) + "' cannot be the name of a user",
               {},
               "write ALIYUN$account@aliyun.com, RAM$account@aliyun.com:user, or a name alone"};
}

}  // namespace

Result<std::string> ReadUser(std::string_view text, std::string_view account) {
  const size_t dollar = text.find('$');
  const std::string provider =
      dollar == std::string_view::npos ? "ALIYUN" : ToUpper(text.substr(0, dollar));
  const std::string_view name = dollar == std::string_view::npos ? text : text.substr(dollar + 1);
  const bool known = std::ranges::find(kProviders, provider) != std::end(kProviders);
  const bool plain = !name.empty() && std::ranges::all_of(name, IsPlain) && IsValidUtf8(name);
  if (!known || !plain || text.size() > kUserLength) return NotAUser(text);
  const bool whole = provider == "ALIYUN" || name.find(':') != std::string_view::npos;
  if (provider == "ALIYUN" && name.find(':') != std::string_view::npos) return NotAUser(text);
  return provider + "$" + (whole ? "" : std::string(account) + ":") + std::string(name);
}

bool IsBuiltinRole(std::string_view role) {
  return EqualsIgnoreCase(role, kAdministrator) || EqualsIgnoreCase(role, kSuperAdministrator);
}

}  // namespace paisql::access
