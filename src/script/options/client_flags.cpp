#include "script/options/flag_rules.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::script {

namespace {

constexpr ClientFlag kClientFlags[] = {
    // The platform's client.
    {"-u|-p|--username|--password|--access-id|--access-key|--sts-token|--account-provider|--app-id|"
     "--app-key",
     "no login is needed: leave it out"},
    {"--endpoint|--region|--tunnel-endpoint", "there is no server to connect to: leave it out"},
    {"-r|--retry", "a failed statement is not repeated: leave it out, or start the script again"},
    {"-y|-Y|--dryrun", "write --dry-run"},
    {"-N", "write -e 'SET paisql.job.async=true;' in front: PAI statements then return at once"},
    {"-j|-J", "write --format json"},
    {"--instance-priority", "write -e 'SET odps.instance.priority=N;' in front"},
    {"--lite", "write --quiet"},
    {"-K|--konfig", "write --config FILE"},
    {"-I|-C|--keep-session-variables|--enablehook|--interactive-mode", "leave it out"},
    // psql, DuckDB, MySQL, Trino.
    {"-c|-q|--command|--eval", "write -e 'STATEMENTS'"},
    {"-t|--tuples-only|-noheader|--skip-column-names", "write --no-header"},
    {"-A|--no-align|--batch|-B", "write --format tsv"},
    {"-csv|--csv", "write --format csv"},
    {"-json|--json", "write --format json"},
    {"-jsonlines", "write --format jsonl"},
    {"-markdown", "write --format markdown"},
    {"-box", "write --format box"},
    {"-line|-E|--vertical|--expanded", "write --format vertical"},
    {"-html|-H|--html|--xml", "write --format html"},
    {"--variable", "write --define NAME=VALUE"},
    {"-D|--database|--dbname|--schema|--catalog", "write --project NAME"},
    {"-init|--init-file", "a prompt runs ~/.paisqlrc first; a script is run with -f"},
    {"-readonly|--readonly|-safe", "paisql check FILE looks at a script and changes nothing"},
    {"-b|-bail|--bail", "a script stops at its first failure: leave it out"},
    {"--force|-F", "write --keep-going"},
    {"--single-transaction|-1", "each statement is a transaction of its own: leave it out"},
    {"-U|--server|--hostname", "there is no server to connect to: leave it out"},
    {"--output-file|-o", "write > FILE"},
    {"--output-format", "write --format NAME"},
};

}  // namespace

std::span<const ClientFlag> ClientFlags() { return kClientFlags; }

std::string_view CureOfFlag(std::string_view name) {
  for (const ClientFlag& flag : kClientFlags) {
    const auto names = Split(std::string(flag.names), '|');
    if (std::find(names.begin(), names.end(), name) != names.end()) return flag.cure;
  }
  return "";
}

}  // namespace paisql::script
