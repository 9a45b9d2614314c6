#include "tunnel/options.h"

#include <gtest/gtest.h>

namespace paisql::tunnel {
namespace {

std::vector<syntax::Word> Words(const std::vector<std::string>& texts) {
  std::vector<syntax::Word> words;
  for (const std::string& text : texts) words.push_back({text, {}});
  return words;
}

Result<TunnelOptions> Upload(const std::vector<std::string>& texts) {
  return ParseTunnelOptions(Words(texts), TunnelCommand::kUpload);
}

TEST(TunnelOptionsTest, ShortAndLongNamesGiveTheSame) {
  for (const auto& words : {std::vector<std::string>{"-fd", "||", "-h", "true", "a.csv", "t"},
                            {"--field-delimiter=||", "--header", "TRUE", "a.csv", "t"}}) {
    const Result<TunnelOptions> options = Upload(words);
    ASSERT_TRUE(options.ok());
    EXPECT_EQ(options->field_delimiter, "||");
    EXPECT_TRUE(options->header);
    ASSERT_EQ(options->arguments.size(), 2U);
    EXPECT_EQ(options->arguments[1].text, "t");
  }
}

TEST(TunnelOptionsTest, FlagsStandAlone) {
  const Result<TunnelOptions> options = Upload({"-create", "-dry", "a.csv", "t"});
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->create);
  EXPECT_TRUE(options->dry_run);
  EXPECT_FALSE(options->header_given);
  EXPECT_EQ(options->arguments.size(), 2U);
  EXPECT_FALSE(Upload({"-create=false", "a", "t"})->create);
  EXPECT_FALSE(Upload({"-f", "a", "t"}).ok());  // of download
  const Result<TunnelOptions> down =
      ParseTunnelOptions(Words({"-f", "t", "a"}), TunnelCommand::kDownload);
  ASSERT_TRUE(down.ok());
  EXPECT_TRUE(down->force);
}

TEST(TunnelOptionsTest, DelimitersHaveEscapes) {
  EXPECT_EQ(Upload({"-fd", "\\t"})->field_delimiter, "\t");
  EXPECT_EQ(Upload({"-fd", "\\u0001"})->field_delimiter, "\x01");
  EXPECT_EQ(Upload({"-rd", "\\r\\n"})->record_delimiter, "\r\n");
  EXPECT_EQ(Upload({"-fd", "\\uFF0C"})->field_delimiter, "，");
  EXPECT_FALSE(Upload({"-fd", "\\u00"}).ok());
  EXPECT_FALSE(Upload({"-fd", "\""}).ok());
}

TEST(TunnelOptionsTest, WrongOptionsAreErrors) {
  EXPECT_FALSE(Upload({"-nothing", "1"}).ok());
  EXPECT_FALSE(Upload({"-limit", "1"}).ok());  // of download
  EXPECT_FALSE(Upload({"-mbr", "many"}).ok());
  EXPECT_FALSE(Upload({"-h"}).ok());
  EXPECT_EQ(Upload({"-c", "no-such-charset"}).error().code, ErrorCode::kUnsupported);
  EXPECT_TRUE(Upload({"-bs", "10", "-cp", "true", "-te", "x", "-t", "4"}).ok());
}

TEST(TunnelOptionsTest, OptionsWithoutEffectWarn) {
  const Result<TunnelOptions> options = Upload({"-te", "x", "-t", "4", "-sd=/tmp", "a.csv", "t"});
  ASSERT_TRUE(options.ok());
  ASSERT_EQ(options->warnings.size(), 2U);
  EXPECT_EQ(options->warnings[0].text, "option -te has no effect: there is no service to reach");
  EXPECT_EQ(options->threads, 4);
  for (const TunnelOptionName& option : TunnelOptionNames(TunnelCommand::kUpload)) {
    EXPECT_NE(option.brief, "te");
  }
}

TEST(TunnelOptionsTest, QuotesMeanNothingWithoutTheFormatOfCsv) {
  EXPECT_EQ(Upload({"a.csv", "t"})->Dialect().quote, "\"");
  EXPECT_EQ(Upload({"-cf", "false", "a.csv", "t"})->Dialect().quote, "");
}

}  // namespace
}  // namespace paisql::tunnel
