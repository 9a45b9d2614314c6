#include "base/umask.h"
#include "shell/app.h"

int main(int argument_count, char** arguments) {
  (void)paisql::UserUmask();  // before there is a file or a thread
  return paisql::shell::RunShell(argument_count, arguments);
}
