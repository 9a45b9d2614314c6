// Functions of users: their errors and hints.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kFunctionRows[] = {
    {"function or view '{}' cannot be resolved", "找不到函数或视图 '{}'"},
    {"function '{}' cannot be resolved: {}", "函数 '{0}' 无法解析: {1:t}"},
    {"function {} cannot be resolved", "找不到函数 {}"},
    {"temporary function {} cannot be resolved", "找不到临时函数 {}"},
    {"there is no resource {}", "没有资源 {}"},
    {"no resource has the class {}", "资源中没有类 {}"},
    {"no resource has its module", "资源中没有它的模块"},
    {"{} has no @annotate", "{} 没有 @annotate"},
    {"reading its class took longer than 60 seconds", "读取类的时间超过 60 秒"},
    {"the annotation '{}' is not a signature: {}", "注解 '{}' 不是函数签名: {}"},
    {"'{}' is not the name of a class", "'{}' 不是类名"},
    {"function {} has no resources", "函数 {} 没有资源"},
    {"function {} already exists in project {}", "函数 {} 在项目 {} 中已存在"},
    {"a SQL function has the name {}", "已有同名的 SQL 函数 {}"},
    {"function {} hides the built-in one of its name", "函数 {} 将覆盖同名的内置函数"},
    {"{} is a temporary function", "{} 是临时函数"},
    {"a temporary function is of no project", "临时函数不属于任何项目"},
    {"the function was dropped by another statement meanwhile", "函数已被另一条语句删除"},
    {"function {} gives {} columns, {} names are given", "函数 {} 返回 {} 列, 给出了 {} 个列名"},
    {"function {} cannot read columns of the query around its own", "函数 {} 不能读取外层查询的列"},
    {"table function {} may only stand alone in the select list or in LATERAL VIEW",
     "表函数 {} 只能单独出现在 SELECT 列表或 LATERAL VIEW 中"},
    {"function {} with batch= is not supported as an aggregate",
     "带 batch= 的函数 {} 不能用作聚合函数"},
    {"functions of users need Python, which the program was set up without",
     "自定义函数需要 Python, 而程序安装时没有 Python"},
    {"there is no Python for function {}", "没有可供函数 {} 使用的 Python"},
    {"the module of function {} could not be read: {}", "无法读取函数 {} 的模块: {}"},
    {"functions in Java need a JDK, and there is no {}; {}", "Java 函数需要 JDK, 但没有 {}; {}"},
    {"functions in Java need the SDK odps-sdk-udf, which is not in {}; {}",
     "Java 函数需要 SDK odps-sdk-udf, 但它不在 {} 中; {}"},
    {"no JAR has the class {}", "JAR 中没有类 {}"},
    {"the class {} needs {}, which no JAR has", "类 {} 需要 {}, 但 JAR 中没有"},
    {"the class {} extends none of UDF, UDTF and Aggregator of com.aliyun.odps.udf",
     "类 {} 没有继承 com.aliyun.odps.udf 的 UDF, UDTF 或 Aggregator"},
    {"the class {} has no signature: {}", "类 {} 没有函数签名: {}"},
    {"the arguments of some rows are too many bytes for function {}",
     "部分行的参数对函数 {} 来说太大"},
    {"the process of function {} has ended: {}", "函数 {} 的进程已结束: {}"},
    {"the process of function {} has ended", "函数 {} 的进程已结束"},
    {"resource {} cannot be copied to {}: {}", "资源 {} 无法复制到 {}: {}"},
    {"functions have printed {} bytes more; SET {} shows up to 100 MB",
     "函数的输出还有 {} 字节未显示; 用 SET {} 最多可显示 100 MB"},

    {"DESC FUNCTION {} shows its class and its resources", "用 DESC FUNCTION {} 查看类和资源"},
    {"LIST FUNCTIONS; shows the functions", "用 LIST FUNCTIONS; 查看现有的函数"},
    {"its class is {}: a class in a module that has the name of a resource without .py, or the "
     "whole name of a class in a JAR",
     "类为 {}: 模块名应为去掉 .py 的资源名, 或写 JAR 中类的全名"},
    {"write 'module.Class', where the module is a resource without .py, or the whole name of a "
     "class in a JAR",
     "请写 'module.Class', 模块名为去掉 .py 的资源名, 或写 JAR 中类的全名"},
    {"write USING 'module.py', or USING #CODE …; a code block at the end of the text needs script "
     "mode: SET odps.sql.submit.mode=script;",
     "请写 USING 'module.py' 或 USING #CODE …; 文末的代码块需要脚本模式: SET "
     "odps.sql.submit.mode=script;"},
    {"write the types of the arguments and of the result: bigint,string->double",
     "请写参数和返回值的类型: bigint,string->double"},
    {"add -f to replace it, or write CREATE OR REPLACE FUNCTION",
     "加 -f 或写 CREATE OR REPLACE FUNCTION 可替换它"},
    {"AS names each column after the arrow of @annotate", "AS 需为 @annotate 箭头之后的每一列命名"},
    {"SET {} to more than {}, or let the function keep less",
     "请用 SET 把 {} 设为大于 {}, 或让函数少保留数据"},
    {"SET odps.sql.udf.timeout to more than {}", "请用 SET 把 odps.sql.udf.timeout 设为大于 {}"},
    {"free disk space, or add the resource again", "请释放磁盘空间, 或重新添加资源"},
};

}  // namespace

std::span<const MessageRow> FunctionRows() { return kFunctionRows; }

}  // namespace paisql::messages
