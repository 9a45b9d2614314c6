#include "completion/arguments.h"

#include <algorithm>

#include "base/text.h"
#include "completion/reading/scope.h"
#include "completion/statement.h"
#include "pai/components.h"
#include "session/settings/settings.h"
#include "syntax/literal_text.h"

namespace paisql::completion {

namespace {

constexpr const char* kZoneFolder = "/usr/share/zoneinfo/";

bool IsQuote(char c) { return c == '\'' || c == '"'; }

// A path with a blank in it stands in quotes.
void OfferPaths(char quote, const std::vector<FileName>& files, Offer& offer) {
  for (const FileName& file : files) {
    std::string text = file.path;
    const bool needs_quotes = text.find_first_of(" \t;'\"(),") != std::string::npos;
    if (quote == 0 && needs_quotes) {
      text = syntax::QuoteLiteral(text);
      if (file.folder) text.pop_back();
    } else if (quote != 0 && !file.folder) {
      text += quote;
    }
    offer.AddAnyway({std::move(text), file.folder ? Kind::kFolder : Kind::kFile, "", file.folder});
  }
}

}  // namespace

Offer OfferFor(const RawWord& word, size_t skip) {
  std::string_view typed = word.text.substr(skip);
  size_t begin = word.begin + skip;
  if (!typed.empty() && IsQuote(typed.front())) {
    typed.remove_prefix(1);
    ++begin;
  }
  return {begin, std::string(typed)};
}

void OfferFiles(char quote, Sources& sources, Offer& offer) {
  OfferPaths(quote, sources.Files(offer.typed()), offer);
}

void OfferOssFiles(char quote, Sources& sources, Offer& offer) {
  OfferPaths(quote, sources.OssFiles(offer.typed()), offer);
}

void OfferTablePath(bool views, Sources& sources, Offer& offer) {
  const std::string typed = offer.typed();
  const size_t slash = typed.find('/');
  const size_t dot = typed.substr(0, slash).rfind('.');
  const bool plain = dot == std::string::npos;
  const std::vector<std::string> qualifier =
      plain ? std::vector<std::string>() : Split(typed.substr(0, dot), '.');
  const std::string project = PlaceOf(qualifier, sources);
  const std::string front = dot == std::string::npos ? "" : typed.substr(0, dot + 1);
  if (slash != std::string::npos) {
    const std::string name = typed.substr(front.size(), slash - front.size());
    std::vector<std::string> whole = qualifier;
    whole.push_back(name);
    OfferPartitionPath(TableOf(whole, sources), typed.substr(0, slash + 1),
                       std::string_view(typed).substr(slash + 1), ",/", sources, offer);
    return;
  }
  for (const TableName& table : sources.Tables(project, typed.substr(front.size()))) {
    if (table.view && !views) continue;
    offer.Add(front + table.name, table.view ? Kind::kView : Kind::kTable, table.comment);
  }
  if (!front.empty()) return;
  for (const Name& other : sources.Projects(typed))
    offer.Add(other.name + ".", Kind::kProject, other.detail, true);
}

void OfferJobs(bool unfinished, Sources& sources, Offer& offer) {
  std::vector<JobName> jobs = sources.Jobs();
  const auto ended = [](const JobName& job) {
    return job.state != "waiting" && job.state != "running";
  };
  if (unfinished && !std::all_of(jobs.begin(), jobs.end(), ended)) std::erase_if(jobs, ended);
  for (const JobName& job : jobs) {
    if (!job.name.empty()) offer.Add(job.name, Kind::kJob, job.state + "  " + job.id);
  }
  for (const JobName& job : jobs) {
    offer.Add(job.id, Kind::kJob, job.state + "  " + (job.name.empty() ? job.statement : job.name));
  }
}

void OfferResources(Sources& sources, Offer& offer) {
  for (const Name& resource : sources.Resources(offer.typed()))
    offer.Add(resource.name, Kind::kResource, resource.detail);
}

void OfferAllProjects(Sources& sources, Offer& offer) {
  for (const Name& project : sources.Projects(offer.typed()))
    offer.Add(project.name, Kind::kProject, project.detail);
}

void OfferSettings(std::string_view behind, bool changed, Sources& sources, Offer& offer) {
  const auto settings = session::KnownSettings();
  const auto is_changed = [&](const session::Setting& setting) {
    return sources.Setting(setting.name) != setting.default_value;
  };
  changed = changed && std::any_of(settings.begin(), settings.end(), is_changed);
  for (const session::Setting& setting : settings) {
    if (changed && !is_changed(setting)) continue;
    const std::string value = sources.Setting(setting.name);
    offer.Add({std::string(setting.name) + std::string(behind), Kind::kSetting,
               (value.empty() ? "" : "= " + value + ", ") + std::string(setting.help),
               !behind.empty()});
  }
}

void OfferTimeZones(Sources& sources, Offer& offer) {
  // Zones are files by their names.
  const std::string folder = kZoneFolder;
  for (FileName& zone : sources.Files(folder + offer.typed())) {
    std::string name = zone.path.substr(std::min(folder.size(), zone.path.size()));
    const bool is_name = !name.empty() && name.front() >= 'A' && name.front() <= 'Z' &&
                         name.find('.') == std::string::npos;
    if (is_name) offer.Add({std::move(name), Kind::kValue, "", zone.folder});
  }
}

void OfferSettingValues(std::string_view name, char quote, Sources& sources, Offer& offer) {
  const session::Setting* setting = session::FindSetting(name);
  if (setting == nullptr) return;
  const auto value = [&](std::string_view text) {
    const std::vector<std::string> refused = Split(std::string(setting->refused), '|');
    if (text.empty() || std::find(refused.begin(), refused.end(), text) != refused.end()) return;
    std::string detail;
    if (EqualsIgnoreCase(text, setting->default_value)) detail = "the default";
    if (EqualsIgnoreCase(text, sources.Setting(name))) detail = "as it is now";
    offer.Add(text, Kind::kValue, detail);
  };
  switch (setting->type) {
    case session::SettingType::kBoolean:
      value("true");
      value("false");
      break;
    case session::SettingType::kChoice:
      for (const std::string& choice : Split(std::string(setting->choices), '|')) value(choice);
      break;
    case session::SettingType::kTimeZone:
      OfferTimeZones(sources, offer);
      break;
    case session::SettingType::kPath:
      OfferFiles(quote, sources, offer);
      break;
    case session::SettingType::kNames: {
      // The text in front of the last comma stays.
      const size_t last = offer.typed().rfind(',');
      const std::string front = last == std::string::npos ? "" : offer.typed().substr(0, last + 1);
      for (const Name& resource : sources.Resources(offer.typed().substr(front.size())))
        offer.Add(front + resource.name, Kind::kResource, resource.detail);
      break;
    }
    default:
      value(sources.Setting(name));
      value(setting->default_value);
  }
}

void OfferHelpTopics(Sources& sources, Offer& offer) {
  for (const std::string& topic : sources.HelpTopics()) offer.Add(topic, Kind::kTopic);
  if (offer.typed().empty()) return;
  OfferFunctionNames(true, sources, offer);
  OfferSettings("", false, sources, offer);
}

}  // namespace paisql::completion
