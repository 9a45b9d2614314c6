#pragma once

// SHA-256 of bytes that come in pieces, for telling one content from another.

#include <cstddef>
#include <memory>
#include <string>

struct evp_md_ctx_st;

namespace paisql::store {

class Sha256 {
 public:
  Sha256();

  void Add(const unsigned char* data, size_t size);
  // 64 hexadecimal digits; nothing may be added afterwards.
  std::string Finish();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace paisql::store
