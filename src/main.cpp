#include "shell/app.h"

int main(int argument_count, char** arguments) {
  return paisql::shell::RunShell(argument_count, arguments);
}
