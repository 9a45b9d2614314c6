// Components that run scripts of TensorFlow, and their parameters.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kScriptRows[] = {
    {"The training script: file://<path> (absolute, or relative to the running .sql file), "
     "odps://<project>/resources/<name>, <project>/resources/<name> or oss://<bucket>/<key>; a .py "
     "file, or a .tar.gz, .tgz, .tar or .zip archive together with entryFile.",
     "训练脚本：file://<path>（绝对路径，或相对于正在运行的 .sql "
     "文件的路径）、odps://<project>/resources/<name>、<project>/resources/<name> 或 "
     "oss://<bucket>/<key>；可为 .py 文件，或与 entryFile 配合使用的 .tar.gz、.tgz、.tar、.zip "
     "压缩包。"},
    {"The script's path within the archive. Required for an archive.",
     "脚本在压缩包中的路径，使用压缩包时必填。"},
    {"Tables to read, separated by commas: odps://<project>/tables/<table>[/<key>=<value>...], or "
     "a query in parentheses in the place of one. Reaches the script as --tables.",
     "读取的表，多个用逗号分隔：odps://<project>/tables/<table>[/"
     "<key>=<value>...]，也可用括号中的查询代替。以 --tables 传给脚本。"},
    {"Tables or partitions to write, in the same form; they must exist. What a TableWriter opens "
     "is replaced when the script succeeds. Reaches the script as --outputs.",
     "写入的表或分区，写法相同，必须已存在。脚本成功时，TableWriter 打开的表或分区被替换。以 "
     "--outputs 传给脚本。"},
    {"OSS folders to read, separated by commas; a bucket that does not exist is made. Reaches the "
     "script as --buckets, without the part after '?', and with a / at the end of each.",
     "读取的 OSS 目录，多个用逗号分隔，不存在的 bucket 自动创建。以 --buckets 传给脚本，去掉 '?' "
     "之后的部分，每个目录以 / 结尾。"},
    {"Folders to read, separated by commas: "
     "odps://<project>/volumes/<volume>/<partition>[/<folder>...]. Reaches the script as "
     "--volumes, and /data/volume1, /data/volume2, ... in hyperParameters and "
     "userDefinedParameters become the folders in this order.",
     "读取的目录，多个用逗号分隔：odps://<project>/volumes/<volume>/<partition>[/<folder>...]。以 "
     "--volumes 传给脚本，hyperParameters 和 userDefinedParameters 中的 "
     "/data/volume1、/data/volume2 等按此顺序替换为这些目录。"},
    {"The OSS folder for checkpoints, made on first use. Reaches the script as --checkpointDir, "
     "without the part after '?', with or without a / at its end as the statement has it.",
     "存放检查点的 OSS 目录，首次使用时创建。以 --checkpointDir 传给脚本，去掉 '?' "
     "之后的部分，末尾是否带 / 与语句中的写法一致。"},
    {"A text file, file://<path> or oss://<bucket>/<key>, with a line key=value for each argument "
     "--key=value. Blank lines, and lines that begin with #, are passed over.",
     "文本文件，file://<path> 或 oss://<bucket>/<key>，每行一个 key=value，对应参数 "
     "--key=value。空行和以 # 开头的行被忽略。"},
    {"More arguments, split at blanks; quotes keep blanks together.",
     "更多参数，按空格拆分，引号内的空格不拆分。"},
    {"Words that describe the job, separated by commas; kept in its history.",
     "描述作业的标签，多个用逗号分隔，保存在作业历史中。"},
    {"100 is one GPU, 200 are two, 50 is a half; 0 hides all GPUs from the script. Without a GPU "
     "the script runs on the CPU. It cannot be given beside cluster.",
     "100 为一个 GPU，200 为两个，50 为半个；0 对脚本隐藏全部 GPU。没有 GPU 时脚本在 CPU "
     "上运行。不能与 cluster 同时使用。"},
    {"CPU of the script, 100 is one core. Without it there is no limit. It cannot be given beside "
     "cluster.",
     "脚本使用的 CPU，100 为一个核，默认不限制。不能与 cluster 同时使用。"},
    {"Memory of the script in MB. Without it there is no limit. It cannot be given beside cluster.",
     "脚本使用的内存（MB），默认不限制。不能与 cluster 同时使用。"},
    {"Processes of a distributed job as JSON: the roles ps, worker, evaluator and chief (or "
     "master), each with count, gpu, cpu and memory, as in "
     "{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"cpu\":200}}.",
     "分布式作业的进程配置（JSON）：角色为 ps、worker、evaluator 和 chief（或 "
     "master），每个角色包含 count、gpu、cpu 和 memory，如 "
     "{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"cpu\":200}}。"},
    {"Starts a worker that failed again, at most five times; without it the job fails at once.",
     "worker 失败后重新启动，最多五次；未开启时作业立即失败。"},
    {"Starts a parameter server that failed again, at most five times; without it the job fails at "
     "once.",
     "参数服务器失败后重新启动，最多五次；未开启时作业立即失败。"},
    {"The OSS folder with the summaries to show, subfolders included; they may be written later.",
     "待展示的 summary 所在的 OSS 目录，包括子目录，summary 可以在之后写入。"},
    {"Ends the job after so many hours; 0: never.", "作业运行超过该小时数后结束；0 表示从不。"},
    {"The role of the job for its buckets, acs:ram::<uid>:role/<name>; without it "
     "AliyunODPSPAIDefaultRole. A home without roles needs none.",
     "作业访问 bucket 的角色，acs:ram::<uid>:role/<name>，默认为 "
     "AliyunODPSPAIDefaultRole。主目录中没有角色时无需指定。"},
    {"The host of OSS.", "OSS 的域名（Host）。"},
    {"A private network to reach.", "需要访问的专有网络。"},
    {"The region of that network.", "该专有网络所在的地域。"},
    {"Chooses a service of the platform.", "选择平台的服务。"},
    {"Parameters of a service of the platform.", "平台服务的参数。"},
    {"How long tables may be read.", "允许读取表的时长。"},
    {"Starts all processes or none.", "所有进程同时启动，否则都不启动。"},
    {"Chooses how a model is distributed.", "选择模型的分布式策略。"},
    {"A process learns only of the processes that it talks to.", "进程只获知与其通信的进程。"},
    {"Chooses the kind of GPU.", "选择 GPU 的类型。"},
    {"Tunes operators at run time.", "运行时对算子进行调优。"},
    {"Shares devices with other jobs.", "与其他作业共享设备。"},
    {"Asks for a network with RDMA.", "申请支持 RDMA 的网络。"},
    {"`import tensorflow` gives the TensorFlow 1 API, on TensorFlow 2.15.",
     "`import tensorflow` 得到 TensorFlow 1 的 API，运行在 TensorFlow 2.15 上。"},
    {"`import tensorflow` gives TensorFlow 2.15 as it is.",
     "`import tensorflow` 得到原生的 TensorFlow 2.15。"},
    {"Serves TensorBoard on 127.0.0.1 until the job is killed.",
     "在 127.0.0.1 上提供 TensorBoard 服务，直到作业被终止。"},
    {"TensorFlow's operators run as they are", "TensorFlow 的算子按原样运行"},
    {"a job may read its tables as long as it runs", "作业在运行期间始终可以读取其表"},
    {"a job reaches what this machine reaches", "作业可以访问本机能够访问的网络"},
    {"all processes of a job start together", "作业的全部进程同时启动"},
    {"each process knows the whole cluster", "每个进程都知道整个集群"},
    {"jobs run on this machine", "作业在本机运行"},
    {"local buckets need no host", "本机的 Bucket 不需要地址"},
    {"the GPUs are those of this machine", "使用的是本机的 GPU"},
    {"the jobs of this machine share its devices anyway", "本机的作业始终共享其设备"},
    {"the processes of a job are on one machine", "作业的进程在同一台机器上"},
    {"the script's own strategy is what runs", "按脚本自身的策略运行"},
};

}  // namespace

std::span<const MessageRow> ScriptRows() { return kScriptRows; }

}  // namespace paisql::messages
