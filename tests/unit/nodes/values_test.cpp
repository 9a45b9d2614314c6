#include "nodes/model/values.h"

#include <gtest/gtest.h>

namespace paisql::nodes {
namespace {

// Code in which @ is a value.
MarkedText Marked(std::string code, const std::string& value, bool from_run = true) {
  MarkedText marked;
  marked.name = MarkNameFor(code);
  for (size_t at = code.find('@'); at != std::string::npos; at = code.find('@')) {
    code.replace(at, 1, marked.name + "0_");
  }
  marked.text = code;
  marked.marks = {{"${v}", value, from_run}};
  return marked;
}

std::string Shell(const std::string& code, const std::string& value = "a b") {
  const Result<std::string> made = ShellWithValues(Marked(code, value));
  if (!made.ok()) return "error: " + made.error().detail;
  const std::string assigned = "PAISQL_VALUE_0=$'" + value + "'; ";
  return made->starts_with(assigned) ? made->substr(assigned.size()) : "bare: " + *made;
}

TEST(ValuesTest, ShellsReplaceVariablesWhereTheyStand) {
  const std::string v = "${PAISQL_VALUE_0}";
  EXPECT_EQ(Shell("echo @"), "echo " + v);
  EXPECT_EQ(Shell("echo \"@\""), "echo \"" + v + "\"");
  EXPECT_EQ(Shell("echo 'x@y'"), "echo 'x'\"" + v + "\"'y'");
  EXPECT_EQ(Shell("echo $'x@'"), "echo $'x'\"" + v + "\"$''");
  EXPECT_EQ(Shell("echo \"it's $(cat '@')\" '@'"),
            "echo \"it's $(cat ''\"" + v + "\"'')\" ''\"" + v + "\"''");
  EXPECT_EQ(Shell("# it's\necho '@'"), "# it's\necho ''\"" + v + "\"''");
  EXPECT_EQ(Shell("echo ${x#'@'} a#b'@'"), "echo ${x#''\"" + v + "\"''} a#b''\"" + v + "\"''");
  EXPECT_EQ(Shell("cat <<A <<-'B'\n'@\nA\nit's\n\tB\necho '@'"),
            "cat <<A <<-'B'\n'" + v + "\nA\nit's\n\tB\necho ''\"" + v + "\"''");
  EXPECT_EQ(Shell("echo `echo '@'` \\' @"), "echo `echo ''\"" + v + "\"''` \\' " + v);
  EXPECT_EQ(Shell("cat <<< '@'; x=$((1 + 2)); echo '@'"),
            "cat <<< ''\"" + v + "\"''; x=$((1 + 2)); echo ''\"" + v + "\"''");
}

TEST(ValuesTest, ShellsTakePlainTextsAsTheyAre) {
  for (const char* code : {"echo @", "echo '@'", "cat <<'E'\n@\nE", "echo \"@\""}) {
    std::string expected = code;
    expected.replace(expected.find('@'), 1, "a-1,2.5");
    EXPECT_EQ(Shell(code, "a-1,2.5"), "bare: " + expected);
  }
  EXPECT_EQ(Shell("echo $((@ * 2)) $(( (1 + @) ))", "-7"),
            "bare: echo $((-7 * 2)) $(( (1 + -7) ))");
  EXPECT_EQ(Shell("[[ @ -lt 3 ]]", "7"), "bare: [[ 7 -lt 3 ]]");
}

TEST(ValuesTest, ShellsRefuseWhatWouldBeComputed) {
  for (const char* code : {"echo $((@))", "((x = @))", "[[ @ -eq 1 ]]", "echo \"$(( 1 + @ ))\"",
                           "cat <<'E'\nx\n@\nE", "cat <<\\E\n@\nE"}) {
    EXPECT_EQ(Shell(code).substr(0, 12), "error: line ") << code;
  }
  EXPECT_EQ(Shell("[[ @ == a ]]; [ @ -eq 1 ]"),
            "[[ ${PAISQL_VALUE_0} == a ]]; [ ${PAISQL_VALUE_0} -eq 1 ]");
}

TEST(ValuesTest, ShellsRefuseTextsWhereverBashComputesThem) {
  for (const char* code :
       {"echo $[ @ + 1 ]", "let 'z = @'", "let z=@", "x=1; let \"z=@\"; echo", "echo ${x:@:2}",
        "echo ${x: -1:@}", "echo ${A[1]:@}", "A[@]=1", "echo \"${A[@]}\"", "A=([@]=1)",
        "A=(a [\"@\"]=1)", "declare -A M=( ['@']=1 )"}) {
    EXPECT_EQ(Shell(code).substr(0, 12), "error: line ") << code;
  }
  const std::string v = "${PAISQL_VALUE_0}";
  EXPECT_EQ(Shell("echo ${x:-@} ${x:=@}; [ @ = b ]; let z=1; echo @ a[1]; A[2]='@'"),
            "echo ${x:-" + v + "} ${x:=" + v + "}; [ " + v + " = b ]; let z=1; echo " + v +
                " a[1]; A[2]=''\"" + v + "\"''");
}

TEST(ValuesTest, ShellsRefuseTextsInWordsThatTheyRun) {
  for (const char* code :
       {"eval \"echo @\"", "eval echo '@'", "trap 'rm @' EXIT", "x=1; trap \"@\" 0",
        "alias q='echo @'", "bash -c \"echo @\"", "$(sh -c 'echo @')"}) {
    EXPECT_EQ(Shell(code).substr(0, 12), "error: line ") << code;
    std::string plain = code;
    plain.replace(plain.find('@'), 1, "a-1");
    EXPECT_EQ(Shell(code, "a-1"), "bare: " + plain);
  }
  EXPECT_EQ(Shell("eval \"$x\"; echo '@'; medieval @"),
            "eval \"$x\"; echo ''\"${PAISQL_VALUE_0}\"''; medieval ${PAISQL_VALUE_0}");
}

TEST(ValuesTest, ShellsThatComputeRefuseTextsWithCommandsInSubscripts) {
  for (const char* value : {"a[$(touch x)]", "b a_1[`touch x`]", "x[y[${z}]]"}) {
    for (const char* code : {"n=@; (( n > 1 ))", "[[ $n -eq 1 ]]; n=\"@\"", "test -v '@'", "read @",
                             "declare -i n='@'", "printf -v @ x", "x='@'; echo ${!x}"}) {
      EXPECT_EQ(Shell(code, value).substr(0, 12), "error: line ") << code << " " << value;
    }
    EXPECT_EQ(ShellWithValues(Marked("echo '@' latest", value)).ok(), true);
    EXPECT_FALSE(CheckShellArgument("echo $(( $1 + 1 ))", "v", value).ok());
    EXPECT_TRUE(CheckShellArgument("echo \"$1\"", "v", value).ok());
  }
  EXPECT_EQ(Shell("(( 1 )); echo '@'", "see [x] and $(y), $[1]"),
            "(( 1 )); echo ''\"${PAISQL_VALUE_0}\"''");
}

std::string Python(const std::string& code, const std::string& value, bool from_run = true) {
  const Result<std::string> made = PythonWithValues(Marked(code, value, from_run));
  return made.ok() ? *made : "error: " + made.error().detail;
}

TEST(ValuesTest, PythonHasTextsInItsLiterals) {
  EXPECT_EQ(Python("x = '@' # '@", "a'\"\\\nb"), "x = 'a\\'\\\"\\\\\\nb' # 'a'\"\\ b");
  EXPECT_EQ(Python("x = '''it's\n@''' + u\"@\"", "'''"),
            "x = '''it's\n\\'\\'\\'''' + u\"\\'\\'\\'\"");
  EXPECT_EQ(Python("x = '\\'@'", "y"), "x = '\\'y'");
  EXPECT_EQ(Python("x = r'@' + f'@'", "plain"), "x = r'plain' + f'plain'");
  for (const char* code : {"x = r'@'", "x = f'@'", "x = Rb\"@\""}) {
    EXPECT_EQ(Python(code, "a'b").substr(0, 14), "error: line 1 ") << code;
  }
}

TEST(ValuesTest, PythonHasLiteralsInItsCode) {
  for (const char* value : {"1", "-2.5e3", "1, 2,3", "True", "None", R"([["a","b\n"],["c"]])"}) {
    EXPECT_EQ(Python("x = @", value), std::string("x = ") + value);
  }
  for (const char* value :
       {"", "a", "os", "__import__('os')", "1+1", "[os]", "(1)", "1;x", "a,b"}) {
    EXPECT_EQ(Python("y\nx = @", value).substr(0, 14), "error: line 2 ") << value;
    // What the workflow itself says may be code.
    EXPECT_EQ(Python("x = @", value, false), std::string("x = ") + value);
  }
}

}  // namespace
}  // namespace paisql::nodes
