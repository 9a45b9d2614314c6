#include "store/files/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>

#include "base/assert.h"
#include "base/hex.h"

namespace paisql::store {
namespace {

// A context of our own, for which the system's configuration of OpenSSL, which may leave algorithms
// out, does not count.
class Library {
 public:
  static const EVP_MD* Digest() {
    static const Library library;
    return library.digest_.get();
  }

 private:
  Library()
      : context_(OSSL_LIB_CTX_new()), digest_(EVP_MD_fetch(context_.get(), "SHA256", nullptr)) {
    PAISQL_ASSERT(digest_ != nullptr, "SHA-256 is built in");
  }

  struct FreeContext {
    void operator()(OSSL_LIB_CTX* context) const { OSSL_LIB_CTX_free(context); }
  };
  struct FreeDigest {
    void operator()(EVP_MD* digest) const { EVP_MD_free(digest); }
  };
  std::unique_ptr<OSSL_LIB_CTX, FreeContext> context_;
  std::unique_ptr<EVP_MD, FreeDigest> digest_;
};

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  const bool fine =
      context_ != nullptr && EVP_DigestInit_ex(context_.get(), Library::Digest(), nullptr) == 1;
  PAISQL_ASSERT(fine, "a digest begins");
}

void Sha256::Add(const unsigned char* data, size_t size) {
  const bool fine = EVP_DigestUpdate(context_.get(), data, size) == 1;
  PAISQL_ASSERT(fine, "SHA-256 takes any bytes");
}

std::string Sha256::Finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  const bool fine = EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1;
  PAISQL_ASSERT(fine, "SHA-256 ends once");
  return ToHex({reinterpret_cast<const char*>(digest.data()), size});
}

}  // namespace paisql::store
