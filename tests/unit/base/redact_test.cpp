#include "base/secrets/redact.h"

#include <gtest/gtest.h>

namespace paisql {
namespace {

struct Case {
  std::string_view text;
  std::string_view redacted;
};

// What scripts for the platform carry.
constexpr Case kSecrets[] = {
    {"SET odps.access.key=abc;", "SET odps.access.key=***;"},
    {"set  odps.access.id = my id ;", "set  odps.access.id = *** ;"},
    {"SET odps.sts.token=CAIS+/=;", "SET odps.sts.token=***;"},
    {"SET paisql.job.env.HF_TOKEN=hf_1 2", "SET paisql.job.env.HF_TOKEN=***"},
    {"SETVAR password=two words; x", "SETVAR password=***; x"},
    {"SET app_access_key='a;b';", "SET app_access_key='***';"},
    {"oss://b/d/?role_arn=acs:ram::1:role/r&host=cn-hangzhou.oss.com",
     "oss://b/d/?role_arn=***&host=***"},
    {"-Dbuckets=\"oss://b/?host=h&access_key_id=LTAI5t&access_key_secret=s3/+=,oss://c/\"",
     "-Dbuckets=\"oss://b/?host=***&access_key_id=***&access_key_secret=***,oss://c/\""},
    {"OSS://B?x=1", "OSS://B?x=***"},
    {"oss://b\\x01id=I\\x02key=K\\x02host=h/k/f", "oss://b\\x01***/k/f"},
    {"oss://b\x01id=I\x02key=K/f", "oss://b\x01***/f"},
    {"PAI -name x -DaccessKeyId=\"id\" -DaccessKeySecret='sec ret' -Darn=\"acs:1\" -Dk=v",
     "PAI -name x -DaccessKeyId=\"***\" -DaccessKeySecret='***' -Darn=\"***\" -Dk=v"},
    {"-Dossaccesskey=abc -Dfoo=1", "-Dossaccesskey=*** -Dfoo=1"},
    {"-Dak=x -Dsk= y", "-Dak=*** -Dsk= ***"},
    {"-DaccessKeySecret abc -Dx=1", "-DaccessKeySecret *** -Dx=1"},
    {"-DuserDefinedParameters=\"--password=p,w --lr=1\"",
     "-DuserDefinedParameters=\"--password=*** --lr=1\""},
    {"--api_key abc --lr 1", "--api_key *** --lr 1"},
    {"{\"accessKeyId\": \"a\", \"accessKeySecret\" : \"b\\\"c\", \"lr\": 1}",
     "{\"accessKeyId\": \"***\", \"accessKeySecret\" : \"***\", \"lr\": 1}"},
    {"\"{\\\"token\\\":\\\"abc\\\",\\\"n\\\":1}\"", "\"{\\\"token\\\":\\\"***\\\",\\\"n\\\":1}\""},
    {"{'securityToken': 'abc'}", "{'securityToken': '***'}"},
    {"access_id=i\naccess_key=k\nproject_name=p", "access_id=***\naccess_key=***\nproject_name=p"},
    {"password: hunter2", "password: ***"},
    {"jdbc:mysql://u:p@h:3306/db?x=1", "jdbc:mysql://u:***@h:3306/db?x=1"},
    {"https://h/p?Expires=1&OSSAccessKeyId=i&Signature=s%3D",
     "https://h/p?Expires=1&OSSAccessKeyId=***&Signature=***"},
    {"id LTAI5tAbCdEfGhIjKlMn, and", "id ***, and"},
    {"STS.NUabcdefghijklmnop x", "*** x"},
    {"Authorization: Bearer abc.def-ghi", "Authorization: ***"},
    {"curl -H 'X: Bearer abcdefgh1'", "curl -H 'X: Bearer ***'"},
    {"WHERE password = 'x' AND a = 1", "WHERE password = '***' AND a = 1"},
    {"Filter (password#1 = 'x')", "Filter (password#1 = '***')"},
    {"access_key_secret%3Dabc", "access_key_secret%3D***"},
    {"-Dproperties=\"ssl.key.pem=abc,x=1\"", "-Dproperties=\"ssl.key.pem=***\""},
    {"WANDB_API_KEY=k python train.py", "WANDB_API_KEY=*** python train.py"},
    {"SET paisql.job.env.PLAIN='a' b; SELECT 1", "SET paisql.job.env.PLAIN=***; SELECT 1"},
    {"set PAISQL.Job.Env.x={\"a\": \"b;c\"};", "set PAISQL.Job.Env.x=***;"},
    {"SET app_token='' ; SET app_token=it's", "SET app_token='' ; SET app_token=***"},
    {"{\"access_key\": [\"topsecret\", \"]\"], \"lr\": 1}", "{\"access_key\": ***, \"lr\": 1}"},
    {"\"{\\\"token\\\":[\\\"abc\\\"],\\\"n\\\":1}\"", "\"{\\\"token\\\":***,\\\"n\\\":1}\""},
    {"password=concat('a)','b') AND c", "password=*** AND c"},
    {"(token=b'abc', n=r\"x\")", "(token=***, n=r\"x\")"},
    {"password=r\"abc\" x", "password=*** x"},
    {"password=f(a", "password=***"},
    {"?x-oss-signature=s&a=1", "?x-oss-signature=***&a=1"},
    {"https://h/p?a=1&X-Amz-Signature=s", "https://h/p?a=1&X-Amz-Signature=***"},
    {"https://h/p?X-Amz-Credential=s&b", "https://h/p?X-Amz-Credential=***&b"},
    {"oss://b/?x-a=1&x-b=2", "oss://b/?x-a=***&x-b=***"},
    {"oss://b/,oss://c\\x01id=I/f", "oss://b/,oss://c\\x01***/f"},
    {"--tokens=a,b --credentials=c", "--tokens=*** --credentials=***"},
    {"db_pass=a REGISTRY_AUTH=b dbPass=c", "db_pass=*** REGISTRY_AUTH=*** dbPass=***"},
    {"curl -H 'X-Auth-Token: v' h", "curl -H 'X-Auth-Token: ***' h"},
    {"odps://p/tables/t/sk=1?token=x", "odps://p/tables/t/sk=1?token=***"},
    {"-Dsk=x -Dtables=odps://p/tables/t/sk=1", "-Dsk=*** -Dtables=odps://p/tables/t/sk=1"},
};

// What only looks like one.
constexpr std::string_view kPlain[] = {
    "SELECT token, secret FROM t WHERE a = 1;",
    "SELECT * FROM a JOIN b ON a.token = b.token",
    "SET odps.sql.allow.fullscan=true;",
    "--max_tokens=100 --pad_token=<pad> --num_token=5 --key=user_id",
    "invalid token: 'FROM'",
    "token: STRING",
    "oss://b/part-?.csv",
    "oss://b/ds=?/x=1",
    "file:///home/me@here:now/x.py",
    "git@github.com:a/b.git",
    "passwords and secrets are not kept",
    "odps://p/tables/t/ds=1",
    "-Dtables=\"odps://p/tables/t/sk=20260101\"",
    "-Dtables=\"odps://p/tables/t/token=a/arn=b,ODPS://p/tables/u/ak=c\" -Dx=1",
    "odps://p/tables/t/ds=STS.NUabcdefghijklmnop",
    "--max_new_tokens=5 --bypass=1 --serving_signature=predict",
    "token == other",
    "Join (token#1 = token#12)",
    "LTAI",
    "",
};

TEST(Redact, TakesOutSecretsInAllTheirForms) {
  for (const Case& one : kSecrets) {
    EXPECT_EQ(Redact(one.text), one.redacted) << one.text;
    EXPECT_TRUE(FindSecrets(one.redacted).empty()) << one.redacted;
    EXPECT_EQ(Redact(one.redacted), one.redacted);
    EXPECT_TRUE(WasRedacted(one.redacted)) << one.redacted;
    EXPECT_EQ(MaskSecrets(one.text).size(), one.text.size());
    EXPECT_TRUE(FindSecrets(MaskSecrets(one.text)).size() <= FindSecrets(one.text).size());
  }
}

TEST(Redact, LeavesOtherTextsAlone) {
  for (const std::string_view text : kPlain) {
    EXPECT_EQ(Redact(text), text);
    EXPECT_FALSE(WasRedacted(text)) << text;
  }
}

TEST(Redact, NamesTellOfValues) {
  EXPECT_EQ(RedactValue("access_key_secret", "x"), "***");
  EXPECT_EQ(RedactValue("access_key_secret", ""), "");
  EXPECT_EQ(RedactValue("buckets", "oss://b/?host=h"), "oss://b/?host=***");
  EXPECT_EQ(RedactValue("paisql.job.env.SK", "x"), "***");
  EXPECT_EQ(RedactValue("paisql.job.env.LR", "x"), "***");
  EXPECT_EQ(RedactValue("Paisql.JOB.env.LR", "x"), "***");
  EXPECT_EQ(RedactValue("paisql.job.environment", "all"), "all");
}

TEST(Redact, ArgumentsStayApart) {
  EXPECT_EQ(
      RedactArguments({"--token", "a b", "--lr", "1", "--password=x y", "--sk", "--n"}),
      (std::vector<std::string>{"--token", "***", "--lr", "1", "--password=***", "--sk", "--n"}));
}

// Each of these took minutes: a look at the rest of the text for each of its parts.
TEST(Redact, LongTextsTakeNoLongerThanTheyAreLong) {
  for (const std::string_view part :
       {"STS.", "oss://", "oss://b?a=", "?a=", "set token='' ", "token=(", "token='", "token=b'",
        "odps://", "odps://a/", "://", "u:p@://", "token=[\"", "Bearer ", "\\", "token \\",
        "set token=\\';", "set token=\\'"}) {
    std::string text;
    while (text.size() < (1UL << 19)) text += part;
    EXPECT_LE(MaskSecrets(text).size(), text.size()) << part;
  }
}

TEST(Redact, MaskingKeepsPlaces) {
  EXPECT_EQ(MaskSecrets("SET odps.access.key=abcde; x"), "SET odps.access.key=*****; x");
}

}  // namespace
}  // namespace paisql
