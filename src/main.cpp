#include "shell/app.h"
#include "shell/system_limits.h"

int main(int argument_count, char** arguments) {
  return paisql::shell::RunWithinLimits(argument_count, arguments, paisql::shell::RunShell);
}
