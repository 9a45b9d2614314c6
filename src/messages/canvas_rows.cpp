// Components that only a canvas has: sources, targets, SQL and services.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kCanvasRows[] = {
    {"Gives a file or a folder to what follows, a training script for instance.",
     "将文件或文件夹提供给下游节点，例如训练脚本。"},
    {"Gives a model of the project to what follows.", "将项目中的模型提供给下游节点。"},
    {"Makes a table of what a query says of up to four tables.",
     "对至多四个表执行查询，将结果生成为表。"},
    {"CREATE TABLE ${outputs} (…): runs before the script, after a table of the same name is "
     "dropped. Without it the output table has to be there.",
     "CREATE TABLE ${outputs} (…)：先删除同名的表，再于脚本运行前执行。不填时输出表必须已存在。"},
    {"Gives a table or some of its partitions to what follows.",
     "将表或其部分分区提供给下游节点。"},
    {"Writes what comes in into a table of a name that stays.", "将输入写入固定名称的表。"},
    {"Serves a model, or a folder with an exported one, over HTTP.",
     "将模型或已导出模型的文件夹部署为 HTTP 服务。"},
    {"false: the statements themselves make ${outputTable}.",
     "设为 false 时，由语句自己创建 ${outputTable}。"},
    {"A script that the pipeline keeps; it counts where no path is given.",
     "保存在工作流中的脚本，未指定路径时使用。"},
    {"How many processes answer.", "提供服务的进程数。"},
    {"A model, or the place of an exported one, where no edge brings it.",
     "没有连线时使用的模型，或已导出模型的位置。"},
    {"The model: m, project.m or project/offlinemodels/m.",
     "模型：m、project.m 或 project/offlinemodels/m。"},
    {"The table that is written. It is made anew unless a partition is given.",
     "输出表，未指定分区时重新创建。"},
    {"The table's name; without it a temporary one.", "输出表名，默认为临时表。"},
    {"The partition that is written, ds=20260101; the table is then there.",
     "写入的分区，如 ds=20260101，此时表必须已存在。"},
    {"One partition, ds=20260101/hour=01; without it the whole table.",
     "一个分区，如 ds=20260101/hour=01，默认为整个表。"},
    {"oss://bucket/key, odps://project/resources/name, or file://path of this machine.",
     "oss://bucket/key、odps://project/resources/name，或本机的 file://path。"},
    {"The name of the service.", "服务名称。"},
    {"Statements; ${t1} to ${t4} are the tables that edges bring.",
     "SQL 语句，${t1} 至 ${t4} 为连线输入的表。"},
    {"The table: table or project.table.", "表名：table 或 project.table。"},
};

}  // namespace

std::span<const MessageRow> CanvasRows() { return kCanvasRows; }

}  // namespace paisql::messages
