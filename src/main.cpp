#include "base/files/umask.h"
#include "base/system/process_end.h"
#include "oss/remote_library.h"
#include "shell/app.h"

int main(int argument_count, char** arguments) {
  (void)paisql::UserUmask();  // before there is a file or a thread
  paisql::oss::SetClientVariables();
  return paisql::EndProcess(
      paisql::shell::RunWithinLimits(argument_count, arguments, paisql::shell::RunShell));
}
