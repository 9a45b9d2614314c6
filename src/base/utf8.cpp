#include "base/utf8.h"

namespace paisql {

void AppendUtf8(uint32_t code_point, std::string* text) {
  const auto put = [text](uint32_t byte) { *text += static_cast<char>(byte); };
  const auto put_rest = [&put, code_point](int shift) {
    put(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put_rest(0);
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0 | (code_point >> 18));
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

}  // namespace paisql
