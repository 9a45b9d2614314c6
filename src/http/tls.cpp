#include "http/tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <cerrno>
#include <ctime>
#include <utility>

#include "base/files/files.h"
#include "http/tls_state.h"

namespace paisql::http {

namespace {

constexpr mode_t kOfOthers = 0077;
// What of TLS 1.2 hides the traffic also from who gets the key later. TLS 1.3 has nothing else.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";
constexpr int64_t kMsPerSecond = 1000;

Error Unusable(std::string detail, std::string hint = "") {
  ERR_clear_error();  // what the library has noted about it
  return Error{ErrorCode::kEnvironment, std::move(detail), {}, std::move(hint)};
}

// Nobody is there to ask for a password. Notes that one is needed.
int NoPassword(char* /*buffer*/, int /*size*/, int /*for_writing*/, void* needed) {
  *static_cast<bool*>(needed) = true;
  return -1;
}

Status CheckMode(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return FileError("read", path, errno);
  if ((found.st_mode & kOfOthers) == 0) return Status::Ok();
  return Unusable("others than its owner may use " + path + ", which is a secret key",
                  "chmod 600 " + path);
}

// Seconds of the certificate's end, in milliseconds since 1970; 0 where it cannot be read.
int64_t EndOf(const SSL_CTX& context) {
  std::tm end{};
  const X509* const certificate = SSL_CTX_get0_certificate(&context);
  if (certificate == nullptr || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) {
    return 0;
  }
  return int64_t{timegm(&end)} * kMsPerSecond;
}

Status UseFiles(const std::string& certificate, const std::string& key, SSL_CTX& context) {
  bool needs_password = false;
  SSL_CTX_set_default_passwd_cb(&context, NoPassword);
  SSL_CTX_set_default_passwd_cb_userdata(&context, &needs_password);
  const bool has_certificate =
      SSL_CTX_use_certificate_chain_file(&context, certificate.c_str()) == 1;
  const bool has_key =
      has_certificate && SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) == 1;
  const unsigned long why = ERR_peek_last_error();  // NOLINT(google-runtime-int): the library's
  SSL_CTX_set_default_passwd_cb_userdata(&context, nullptr);
  if (!has_certificate) return Unusable(certificate + " has no certificate in the form PEM");
  if (needs_password) {
    return Unusable(key + " needs a password, for which nobody can be asked",
                    "openssl pkey -in " + key + " -out PLAIN_KEY writes it without one");
  }
  if (!has_key && ERR_GET_REASON(why) == X509_R_KEY_VALUES_MISMATCH) {
    return Unusable("the key of " + key + " is not that of the certificate of " + certificate);
  }
  if (!has_key) return Unusable(key + " has no key in the form PEM that a server can use");
  if (SSL_CTX_check_private_key(&context) == 1) return Status::Ok();
  return Unusable("the key of " + key + " is not that of the certificate of " + certificate);
}

Result<std::shared_ptr<TlsState>> StateOf(const std::string& certificate, const std::string& key) {
  // The library says little about files that it cannot open.
  for (const std::string& path : {certificate, key}) {
    const Result<std::string> text = ReadFile(path);
    if (!text.ok()) return text.error();
  }
  PAISQL_TRY(CheckMode(key));
  auto state = std::make_shared<TlsState>();
  SSL_CTX& context = *state->context.native_handle();
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  SSL_CTX_set_options(
      &context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);  // idle connections are many
  SSL_CTX_set_cipher_list(&context, kCiphers);
  PAISQL_TRY(UseFiles(certificate, key, context));
  state->ends_ms = EndOf(context);
  return state;
}

}  // namespace

Result<std::unique_ptr<TlsIdentity>> TlsIdentity::Read(const std::string& certificate_file,
                                                       const std::string& key_file) {
  auto identity = std::make_unique<TlsIdentity>(certificate_file, key_file);
  PAISQL_TRY(identity->ReadAgain());
  return identity;
}

TlsIdentity::TlsIdentity(std::string certificate_file, std::string key_file)
    : certificate_file_(std::move(certificate_file)), key_file_(std::move(key_file)) {}

TlsIdentity::~TlsIdentity() = default;

Status TlsIdentity::ReadAgain() {
  PAISQL_ASSIGN(std::shared_ptr<TlsState> state, StateOf(certificate_file_, key_file_));
  const std::lock_guard lock(mutex_);
  state_ = std::move(state);
  return Status::Ok();
}

int64_t TlsIdentity::ends_ms() const { return state()->ends_ms; }

std::shared_ptr<TlsState> TlsIdentity::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

}  // namespace paisql::http
