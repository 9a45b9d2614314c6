#include "store/files/sha256.h"

#include <gtest/gtest.h>

#include <string_view>

namespace paisql::store {
namespace {

std::string DigestOf(std::string_view bytes, size_t piece) {
  Sha256 digest;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    const std::string_view part = bytes.substr(at, piece);
    digest.Add(reinterpret_cast<const unsigned char*>(part.data()), part.size());
  }
  return digest.Finish();
}

// The examples of FIPS 180-4.
TEST(Sha256, DigestsOfTheStandard) {
  EXPECT_EQ(DigestOf("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(DigestOf("abc", 1), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(DigestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 7),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(DigestOf(std::string(1'000'000, 'a'), 4096),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace paisql::store
