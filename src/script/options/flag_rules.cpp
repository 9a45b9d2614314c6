#include "script/options/flag_rules.h"

#include "script/options/flag_table.h"

namespace paisql::script {

namespace {

// For a tool that runs no statements.
Status NoVariables(const Flags& flags, const std::string& tool) {
  if (flags.variables.empty() && flags.bizdate.empty() && flags.cyctime.empty()) {
    return Status::Ok();
  }
  return Usage(tool + " runs no statements, and takes no variables");
}

Status FilesAlone(const Flags& flags, const std::string& tool) {
  if (flags.inputs.empty()) return Usage(tool + " needs files; - is standard input");
  for (const Input& input : flags.inputs) {
    if (!input.file) return Usage(tool + " takes files, no statements; - is standard input");
  }
  return Status::Ok();
}

// Checks the flags of `check`.
Status CheckFlags(const Flags& flags) {
  PAISQL_TRY(FilesAlone(flags, "check"));
  const render::Format format = flags.format.value_or(render::Format::kTable);
  if (format != render::Format::kTable && format != render::Format::kJson) {
    return Usage("check knows the formats table and json");
  }
  return Status::Ok();
}

// Checks the flags of `lineage`, which no other tool takes.
Status LineageFlags(const Flags& flags) {
  if (!flags.lineage) {
    if (flags.columns) return Usage("--column is for paisql lineage");
    const bool form = flags.lineage_form.has_value() && !flags.format.has_value();
    return form ? Status(Usage("the formats text, dot and svg are for paisql lineage"))
                : Status::Ok();
  }
  if (flags.format.has_value() && !flags.lineage_form.has_value()) {
    return Usage("lineage knows the formats text, json, dot and svg");
  }
  return FilesAlone(flags, "lineage");
}

// Checks the flags of `verify`.
Status VerifyFlags(const Flags& flags) {
  if (!flags.inputs.empty()) return Usage("verify takes no statements");
  if (!flags.project.empty()) return Usage("verify looks at all projects of a home");
  if (!flags.user.empty()) return Usage("verify asks for no permissions, and takes no --user");
  PAISQL_TRY(NoVariables(flags, "verify"));
  if (!flags.config.empty()) return Usage("verify has no settings, and takes no --config");
  const render::Format format = flags.format.value_or(render::Format::kTable);
  if (format != render::Format::kTable && format != render::Format::kTsv) {
    return Usage("verify knows the format tsv alone");
  }
  return Status::Ok();
}

// Checks the flags of `catalog`.
Status CatalogFlags(const Flags& flags) {
  if (flags.inputs.size() > 1 || (!flags.inputs.empty() && !flags.inputs.front().file)) {
    return Usage("catalog takes one place: a postgresql:// URL or sqlite");
  }
  if (!flags.project.empty()) return Usage("catalog is about all projects of a home");
  if (!flags.user.empty()) return Usage("catalog asks for no permissions, and takes no --user");
  PAISQL_TRY(NoVariables(flags, "catalog"));
  if (!flags.config.empty()) return Usage("catalog has no settings, and takes no --config");
  return flags.format.has_value() ? Status(Usage("catalog has no formats")) : Status::Ok();
}

// Checks the flags of `doctor`.
Status DoctorFlags(const Flags& flags) {
  if (!flags.inputs.empty()) return Usage("doctor takes no statements");
  if (!flags.project.empty()) return Usage("doctor looks at no project");
  if (!flags.user.empty()) return Usage("doctor asks for no permissions, and takes no --user");
  PAISQL_TRY(NoVariables(flags, "doctor"));
  const render::Format format = flags.format.value_or(render::Format::kTable);
  if (format != render::Format::kTable && format != render::Format::kJson) {
    return Usage("doctor knows the formats table and json");
  }
  return Status::Ok();
}

// Checks the flags of `serve`.
Status ServeFlagUse(const Flags& flags) {
  if (flags.serve.processor.empty()) {
    if (flags.serve.model.empty()) return Usage("serve needs --model DIR or --processor PATH");
    if (!flags.serve.model_config.empty()) return Usage("--model-config is for --processor");
    if (flags.serve.settings.processor_processes != 0 ||
        flags.serve.settings.processor_threads != 0) {
      return Usage("--set processor.… is for --processor");
    }
  } else if (!flags.serve.warm_up.empty()) {
    return Usage("--warm-up is for models, not for --processor");
  }
  if (!flags.inputs.empty()) return Usage("serve takes no statements");
  if (!flags.project.empty()) return Usage("serve looks at no project");
  if (!flags.user.empty()) return Usage("serve asks for no permissions, and takes no --user");
  PAISQL_TRY(NoVariables(flags, "serve"));
  if (!flags.config.empty()) return Usage("serve takes no --config");
  if (flags.format.has_value()) return Usage("serve has no --format");
  if (flags.serve.log.table.empty() && flags.serve.log != serving::LogSettings{}) {
    return Usage("--sample is for --sink-table");
  }
  return Status::Ok();
}

// Checks the flags of a run.
Status RunFlags(const Flags& flags) {
  const bool runs = !flags.check && !flags.lineage && !flags.verify && !flags.doctor &&
                    !flags.catalog && !flags.serves && !flags.eas;
  if (flags.events && flags.format.has_value()) {
    return Usage("--output jsonl gives rows as events; --format is for text");
  }
  if (flags.events && (flags.echo || flags.quiet)) {
    return Usage(
        "--output jsonl reports each statement by events; --echo and --quiet are for text");
  }
  if (flags.events && flags.dry_run) return Usage("--dry-run answers in text");
  if (flags.inputs.empty() || !runs) {
    if (flags.dry_run) return Usage("--dry-run needs statements: -f FILE or -e SQL");
    if (flags.check_first.has_value()) return Usage("--check-first is for -f FILE and -e SQL");
    if (flags.from > 1 || flags.client_from > 0) return Usage("--from and -k are for -f FILE");
  }
  if (!runs && (flags.keep_going || flags.echo || flags.quiet)) {
    return Usage("--keep-going, --echo and --quiet are for statements that run");
  }
  if (!runs && flags.events) return Usage("--output is for statements that run");
  if (flags.from > 1 && flags.client_from > 0) return Usage("--from and -k say the same");
  return Status::Ok();
}

}  // namespace

Status CheckFlagUse(const Flags& flags) {
  if (flags.help || flags.version || flags.manual) return Status::Ok();
  if (!flags.completion.empty() || !flags.hosted_processor.empty()) return Status::Ok();
  if (flags.check) PAISQL_TRY(CheckFlags(flags));
  PAISQL_TRY(LineageFlags(flags));
  if (flags.verify) PAISQL_TRY(VerifyFlags(flags));
  if (flags.catalog) PAISQL_TRY(CatalogFlags(flags));
  if (flags.doctor) PAISQL_TRY(DoctorFlags(flags));
  if (flags.serves) PAISQL_TRY(ServeFlagUse(flags));
  PAISQL_TRY(RunFlags(flags));
  if (!flags.serves && flags.serve != ServeFlags{}) {
    return Usage(
        "--model, --processor, --model-config, --name, --host, --port, --token, --set, --warm-up, "
        "--sink-table and --sample are for paisql serve");
  }
  if (flags.repair && !flags.verify) return Usage("--repair is for paisql verify");
  if (flags.give_up_missing && !flags.repair) return Usage("--give-up-missing is for --repair");
  return Status::Ok();
}

}  // namespace paisql::script
