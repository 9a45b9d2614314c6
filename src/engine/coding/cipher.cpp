#include "engine/coding/cipher.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>

#include "base/assert.h"

namespace paisql::engine {
namespace {

constexpr size_t kBeginningBytes = 12;
constexpr size_t kTagBytes = 16;

struct FreeContext {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, FreeContext>;

const unsigned char* In(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* Out(std::string& bytes, size_t at) {
  return reinterpret_cast<unsigned char*>(bytes.data()) + at;
}

}  // namespace

std::string Encrypt(std::string_view plain, std::string_view key, std::string_view bound) {
  PAISQL_ASSERT(key.size() == kCipherKeyBytes, "a key of another length");
  std::string secret(kBeginningBytes + plain.size() + kTagBytes, '\0');
  bool fine = RAND_bytes(Out(secret, 0), kBeginningBytes) == 1;
  const Context context(EVP_CIPHER_CTX_new());
  int length = 0;
  fine = fine && EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, In(key),
                                    Out(secret, 0)) == 1;
  if (!bound.empty()) {
    fine = fine && EVP_EncryptUpdate(context.get(), nullptr, &length, In(bound),
                                     static_cast<int>(bound.size())) == 1;
  }
  fine = fine && EVP_EncryptUpdate(context.get(), Out(secret, kBeginningBytes), &length, In(plain),
                                   static_cast<int>(plain.size())) == 1;
  fine = fine && EVP_EncryptFinal_ex(context.get(), Out(secret, kBeginningBytes + plain.size()),
                                     &length) == 1;
  fine = fine && EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes,
                                     Out(secret, kBeginningBytes + plain.size())) == 1;
  PAISQL_ASSERT(fine, "OpenSSL cannot encrypt");
  return secret;
}

std::optional<std::string> Decrypt(std::string_view secret, std::string_view key,
                                   std::string_view bound) {
  PAISQL_ASSERT(key.size() == kCipherKeyBytes, "a key of another length");
  if (secret.size() < kBeginningBytes + kTagBytes) return std::nullopt;
  const std::string_view body =
      secret.substr(kBeginningBytes, secret.size() - kBeginningBytes - kTagBytes);
  std::string tag(secret.substr(secret.size() - kTagBytes));
  std::string plain(body.size(), '\0');
  const Context context(EVP_CIPHER_CTX_new());
  int length = 0;
  bool fine =
      EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, In(key), In(secret)) == 1;
  if (!bound.empty()) {
    fine = fine && EVP_DecryptUpdate(context.get(), nullptr, &length, In(bound),
                                     static_cast<int>(bound.size())) == 1;
  }
  fine = fine && EVP_DecryptUpdate(context.get(), Out(plain, 0), &length, In(body),
                                   static_cast<int>(body.size())) == 1;
  fine =
      fine && EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, Out(tag, 0)) == 1;
  unsigned char rest[kTagBytes];
  if (!fine || EVP_DecryptFinal_ex(context.get(), rest, &length) != 1) return std::nullopt;
  return plain;
}

}  // namespace paisql::engine
