#include "libraries/tensors/records/table_describer.h"

#include <mutex>
#include <shared_mutex>

namespace paisql::tensors {

namespace {

// Python fills this in, by one of the two functions below.
struct Answer {
  DescribedTable table;
  std::string error;
  bool is_given = false;
};

using Describer = void (*)(const char* url, const char* selection, void* answer);

// Held while Python is asked, so that it cannot go away meanwhile.
std::shared_mutex g_mutex;
Describer g_describer = nullptr;

}  // namespace

DescribedTable DescribeTable(const std::string& url, const std::string& selection) {
  Answer answer;
  {
    const std::shared_lock lock(g_mutex);
    if (g_describer == nullptr) throw ReadError(false, url + ": this process reads no tables");
    g_describer(url.c_str(), selection.c_str(), &answer);
  }
  if (!answer.error.empty()) throw ReadError(false, answer.error);
  if (!answer.is_given) throw ReadError(false, url + ": nobody knows what it stands for");
  return answer.table;
}

extern "C" {

// `describer` is called from any thread; it answers before it returns. Null: there is none any
// more, when no call is going on.
__attribute__((visibility("default"))) void paisql_set_describer(Describer describer) {
  const std::unique_lock lock(g_mutex);
  g_describer = describer;
}

__attribute__((visibility("default"))) void paisql_answer(void* answer, const char* scan,
                                                          int64_t columns, int64_t first_row) {
  *static_cast<Answer*>(answer) = {{scan, columns, first_row}, "", true};
}

__attribute__((visibility("default"))) void paisql_refuse(void* answer, const char* error) {
  static_cast<Answer*>(answer)->error = error;
}
}

}  // namespace paisql::tensors
