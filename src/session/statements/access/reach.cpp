#include "session/statements/access/reach.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/statements/access.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/pai.h"
#include "syntax/statements/services.h"
#include "syntax/statements/storage.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

using syntax::If;

constexpr std::string_view kConfinement = "paisql.job.confine";
// Parameters of PAI statements that name files; other values with a path's beginning count, too.
constexpr std::string_view kFileParameters[] = {"script", "entryFile", "cluster", "hyperParameters",
                                                "volumes"};

bool IsPath(std::string_view value) {
  const std::string text = ToLower(Trim(value));
  return text.starts_with('/') || text.starts_with("./") || text.starts_with('~') ||
         text.find("file:") != std::string::npos || text.find("..") != std::string::npos;
}

bool NamesFile(const syntax::PaiStatement& statement) {
  return std::ranges::any_of(statement.parameters, [](const syntax::PaiParameter& one) {
    const bool file = std::ranges::any_of(
        kFileParameters, [&](std::string_view name) { return EqualsIgnoreCase(name, one.key); });
    const bool elsewhere = one.value.find("://") != std::string::npos;
    return IsPath(one.value) || (file && !elsewhere && !one.value.starts_with('{'));
  });
}

bool ChangesConfinement(std::string_view key) {
  const Setting* const setting = FindSetting(key);
  return EqualsIgnoreCase(key.substr(0, kConfinement.size()), kConfinement) ||
         (setting != nullptr && setting->type == SettingType::kPath);
}

bool Reaches(const syntax::Statement& statement) {
  if (const auto* add = If<syntax::AddResourceStatement>(statement)) {
    return add->type != syntax::ResourceType::kTable && !add->in_volume;
  }
  if (const auto* policy = If<syntax::PolicyStatement>(statement)) {
    return policy->action == syntax::PolicyAction::kPut;
  }
  if (const auto* volume = If<syntax::VolumeStatement>(statement)) {
    return std::ranges::any_of(volume->words, [](const syntax::Word& word) {
      return EqualsIgnoreCase(word.text, "-put") || EqualsIgnoreCase(word.text, "-get");
    });
  }
  if (const auto* set = If<syntax::SetStatement>(statement)) return ChangesConfinement(set->key);
  if (const auto* unset = If<syntax::UnsetStatement>(statement)) {
    return ChangesConfinement(unset->key);
  }
  if (const auto* model = If<syntax::ModelStatement>(statement)) {
    return model->action == syntax::ModelAction::kCreate;
  }
  if (const auto* pai = If<syntax::PaiStatement>(statement)) return NamesFile(*pai);
  return syntax::IsA<syntax::TunnelStatement, syntax::GetResourceStatement,
                     syntax::TransferStatement, syntax::OssStatement, syntax::BucketStatement>(
      statement);
}

}  // namespace

Status CheckReach(const syntax::Statement& statement, Run& run) {
  return Reaches(statement) ? run.state.CheckReach(statement.range) : Status::Ok();
}

}  // namespace paisql::session
