#include "archive/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "archive/inner_links.h"

namespace paisql::archive {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Archives are made by tar and Python, of the files in `from/`, and unpacked into `into/`.
class ArchiveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-packed-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::filesystem::create_directories(folder_ + "/from");
    std::filesystem::create_directories(into());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string into() const { return folder_ + "/into"; }
  std::string archive() const { return folder_ + "/a.tar.gz"; }

  // Runs a command in `from/`, with $A for the archive.
  void Shell(const std::string& command) const {
    const std::string whole = "cd " + folder_ + "/from && A=" + archive() + " && " + command;
    ASSERT_EQ(std::system(whole.c_str()), 0) << command;
  }

  // What is said of the archive that the command makes.
  std::string Refusal(const std::string& command, const UnpackLimits& limits = {}) const {
    Shell(command);
    const Status unpacked = UnpackArchive(archive(), into(), limits);
    if (unpacked.ok()) return "unpacked";
    EXPECT_EQ(unpacked.error().code, ErrorCode::kInvalidCommand);
    EXPECT_NE(unpacked.error().hint, "");
    return unpacked.error().detail;
  }

  std::string folder_;
};

TEST_F(ArchiveTest, WhatCannotBeLookedAtDoesNotStayWithin) {
  EXPECT_TRUE(StaysWithin(into(), "nothing/there"));
  Shell("echo x >plain");
  EXPECT_TRUE(StaysWithin(folder_ + "/from", "plain"));
  EXPECT_TRUE(StaysWithin(folder_ + "/from", "plain/behind"));
  // Longer than a name may be, so that the system does not say whether it is a link.
  EXPECT_FALSE(StaysWithin(into(), std::string(300, 'x')));
}

TEST_F(ArchiveTest, NamesInUtf8AreUnpackedInAnyLocale) {
  // These tests run in the C locale, as the program does. Python marks the names as UTF-8; GNU tar
  // packs bytes.
  const std::string python = "python3 -c \"import sys, tarfile, zipfile; ";
  for (const std::string& pack :
       {python + "a = tarfile.open('$A', 'w:gz'); a.add('训练.py'); a.close()\"",
        python + "a = zipfile.ZipFile('$A', 'w'); a.write('训练.py'); a.close()\"",
        std::string("tar czf $A --format=gnu 训练.py")}) {
    Shell("echo 1 >训练.py && rm -f $A && " + pack);
    const auto names = ListArchive(archive());
    ASSERT_TRUE(names.ok()) << pack;
    EXPECT_THAT(*names, ElementsAre("训练.py")) << pack;
    const Status unpacked = UnpackArchive(archive(), into());
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
    EXPECT_TRUE(std::filesystem::remove(into() + "/训练.py")) << pack;
  }
}

TEST_F(ArchiveTest, LinksKeepTheirTargets) {
  Shell(
      "echo 1 >训练.py; ln -s 训练.py 链.py; ln 训练.py 硬.py; python3 -c \"import tarfile; "
      "a = tarfile.open('$A', 'w:gz'); [a.add(n) for n in ('训练.py', '链.py', '硬.py')]; "
      "a.close()\"");
  const Status unpacked = UnpackArchive(archive(), into());
  ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
  EXPECT_EQ(std::filesystem::read_symlink(into() + "/链.py"), "训练.py");
  EXPECT_TRUE(std::filesystem::equivalent(into() + "/硬.py", into() + "/训练.py"));
}

TEST_F(ArchiveTest, EntriesThatLeadOutsideAreRefusedByName) {
  Shell("echo x >evil; mkdir d; echo y >d/f");
  EXPECT_THAT(Refusal("tar czPf $A --transform 's,^,a/../../,' evil"),
              HasSubstr("holds 'a/../../evil', which leads out of its folder"));
  EXPECT_THAT(Refusal("tar czPf $A --transform 's,^,/tmp/,' evil"),
              HasSubstr("holds '/tmp/evil', which leads out of its folder"));
  EXPECT_THAT(Refusal("ln -s /etc/passwd absolute; tar czf $A absolute"),
              HasSubstr("holds 'absolute', a link to '/etc/passwd'"));
  EXPECT_THAT(Refusal("ln -s ../../x d/up; tar czf $A d/up"),
              HasSubstr("holds 'd/up', a link to '../../x'"));
  EXPECT_THAT(Refusal("ln evil hard; tar czPf $A --transform 's,^evil,../evil,h' hard evil"),
              HasSubstr("leads out of its folder"));
  EXPECT_THAT(Refusal("mkfifo pipe; tar czf $A pipe"),
              HasSubstr("holds 'pipe', which is neither a file nor a folder"));
  EXPECT_EQ(Refusal("ln -s ../evil d/within; tar czf $A evil d/within"), "unpacked");
}

// Archives by Python: a list of (name, kind, content), packed in every format that is unpacked.
constexpr const char* kPack = R"(import io, stat, sys, tarfile, zipfile
kinds = {'file': tarfile.REGTYPE, 'link': tarfile.SYMTYPE, 'hard': tarfile.LNKTYPE,
         'folder': tarfile.DIRTYPE, 'device': tarfile.CHRTYPE}
def pack(entries, path, form):
    if form == 'zip':
        with zipfile.ZipFile(path, 'w') as archive:
            for name, kind, content in entries:
                entry = zipfile.ZipInfo(name + ('/' if kind == 'folder' else ''))
                entry.create_system = 3
                bits = {'file': stat.S_IFREG | 0o6777, 'link': stat.S_IFLNK | 0o777,
                        'folder': stat.S_IFDIR | 0o755}
                entry.external_attr = bits[kind] << 16
                archive.writestr(entry, content)
    else:
        with tarfile.open(path, form) as archive:
            for name, kind, content in entries:
                entry = tarfile.TarInfo(name)
                entry.type, entry.mode = kinds[kind], 0o6777
                data = content.encode()
                if kind == 'file':
                    entry.size = len(data)
                else:
                    entry.linkname = content
                archive.addfile(entry, io.BytesIO(data) if kind == 'file' else None)
for number, entries in enumerate(sys.argv[1:]):
    for form in ('w', 'w:gz', 'zip'):
        try:
            pack(eval(entries), '../%d.%s' % (number, form.replace(':', '')), form)
        except KeyError:  # a kind that zip does not have
            pass
)";

struct Hostile {
  const char* entries;
  const char* what;
  bool in_zip = true;
};

constexpr Hostile kHostile[] = {
    {"[('a', 'folder', ''), ('a/l', 'link', '..'), ('l2', 'link', 'a/l/../..')]",
     "holds 'l2', a link to 'a/l/../..'"},
    {"[('l2', 'link', 'a/l/../..'), ('a', 'folder', ''), ('a/l', 'link', '..')]",
     "holds 'l2', a link which leads out"},
    {"[('x', 'link', 'y/..'), ('d', 'folder', ''), ('y', 'link', 'd/..'), ('z', 'link', 'x/../b')]",
     "leads out of its folder"},
    {"[('l', 'link', 'l')]", "holds 'l', a link"},
    {"[('d', 'folder', ''), ('l', 'link', 'd'), ('l/f', 'file', 'x')]", ""},
    {"[('../f', 'file', 'x')]", "holds '../f', which leads out"},
    {"[('/tmp/paisql-evil', 'file', 'x')]", "which leads out"},
    {"[('d', 'folder', ''), ('l', 'link', 'd'), ('d/f', 'file', 'x'), ('h', 'hard', 'l/f')]",
     "holds 'h', a link to l/f, which lies below a link", false},
    {"[('h', 'hard', '../../f')]", "leads out of its folder", false},
    {"[('null', 'device', '')]", "neither a file nor a folder", false},
};

TEST_F(ArchiveTest, NoFormLeadsOutsideByWayOfLinks) {
  std::ofstream(folder_ + "/pack.py") << kPack;
  std::ofstream(folder_ + "/f") << "outside";
  std::string command = "python3 ../pack.py";
  for (const Hostile& hostile : kHostile) command += " \"" + std::string(hostile.entries) + "\"";
  Shell(command);
  int number = 0;
  for (const Hostile& hostile : kHostile) {
    for (const std::string form : {"w", "wgz", "zip"}) {
      if (form == "zip" && !hostile.in_zip) continue;
      std::filesystem::remove_all(into());
      std::filesystem::create_directories(into());
      const std::string path = folder_ + "/" + std::to_string(number) + "." + form;
      const Status unpacked = UnpackArchive(path, into());
      ASSERT_FALSE(unpacked.ok()) << form << " " << hostile.entries;
      EXPECT_EQ(unpacked.error().code, ErrorCode::kInvalidCommand);
      EXPECT_THAT(unpacked.error().detail, HasSubstr(hostile.what)) << form << hostile.entries;
    }
    ++number;
  }
  std::ifstream file(folder_ + "/f");
  std::string content;
  file >> content;
  EXPECT_EQ(content, "outside");
}

TEST_F(ArchiveTest, FilesAreForTheirOwnerAlone) {
  std::ofstream(folder_ + "/pack.py") << kPack;
  Shell("python3 ../pack.py \"[('d', 'folder', ''), ('d/f', 'file', 'x')]\"");
  for (const char* form : {"/0.wgz", "/0.zip"}) {
    const Status unpacked = UnpackArchive(folder_ + form, into());
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().detail;
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(into() + "/d").permissions(), perms::owner_all);
    EXPECT_EQ(std::filesystem::status(into() + "/d/f").permissions(), perms::owner_all);
    std::filesystem::remove_all(into() + "/d");
  }
}

TEST_F(ArchiveTest, AListIsBoundedToo) {
  Shell("truncate -s 20G huge; tar czSf $A huge");
  const auto names = ListArchive(archive());
  ASSERT_FALSE(names.ok());
  EXPECT_THAT(names.error().detail, HasSubstr("takes too much space"));
  EXPECT_FALSE(ListArchive(archive(), {0, 100}).ok());
}

TEST_F(ArchiveTest, TooManyAndTooLargeEntriesAreRefusedByName) {
  Shell("echo 1 >a; echo 2 >b; echo 3 >c; truncate -s 20G huge");
  EXPECT_THAT(Refusal("tar czf $A a b c", {2, 1000}),
              HasSubstr("holds 'c', which is one entry too many"));
  EXPECT_THAT(Refusal("tar czf $A a b c", {3, 5}),
              HasSubstr("holds 'c', with which it takes too much space"));
  EXPECT_EQ(Refusal("tar czf $A a b c", {3, 6}), "unpacked");
  EXPECT_THAT(Refusal("tar czSf $A huge"),
              HasSubstr("holds 'huge', with which it takes too much space"));
}

TEST_F(ArchiveTest, ZerosThatTakeAlmostNothingWhenTheyArePackedAreRefused) {
  Shell("head -c 20M /dev/zero >zeros; head -c 4M /dev/urandom >data");
  const UnpackLimits limits = {10, int64_t{1} << 30, /*harmless_bytes=*/1 << 20, /*ratio=*/100};
  EXPECT_THAT(Refusal("tar czf $A zeros", limits),
              HasSubstr("holds 'zeros', with which it takes too much space"));
  EXPECT_FALSE(ListArchive(archive(), limits).ok());
  EXPECT_EQ(Refusal("tar czf $A data", limits), "unpacked");
  EXPECT_EQ(Refusal("tar czf $A data zeros", limits), "unpacked");
  EXPECT_EQ(Refusal("tar czf $A zeros"), "unpacked");
}

}  // namespace
}  // namespace paisql::archive
