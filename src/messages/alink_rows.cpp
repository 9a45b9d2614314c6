// Components of Alink and of streams, and their parameters.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kAlinkRows[] = {
    {"A JSON object: task_config.user_params, its values with their types.",
     "JSON 对象，即 task_config.user_params，各值保持原有类型。"},
    {"What a worker that was killed gets again: with replay all its rows, of which the results "
     "that are there already are passed over; with resume, for scripts that write one row for "
     "each, those after the last result.",
     "worker 被终止后重新获得的行：replay 为其全部行，已有的结果被跳过；resume "
     "为最后一个结果之后的行，适用于每行输出一行的脚本。"},
    {"Worker processes, each of which gives its share of the rows.",
     "worker 进程数，每个进程输出各自分得的行。"},
    {"The table whose rows the script gets: <table>, <project>.<table>, "
     "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses.",
     "脚本读取的表：<table>、<project>.<table>、odps://<project>/tables/<table>[/"
     "<key>=<value>...]，或括号中的查询。"},
    {"The table that is replaced when the script succeeds: <table>, <project>.<table> or "
     "odps://<project>/tables/<table>[/<key>=<value>...]. One that does not exist is made.",
     "脚本成功时被替换的表：<table>、<project>.<table> 或 "
     "odps://<project>/tables/<table>[/<key>=<value>...]。不存在时自动创建。"},
    {"A JSON object of texts, numbers and booleans: task_config.user_params, all as texts.",
     "由文本、数值和布尔值组成的 JSON 对象，即 task_config.user_params，各值均以文本传入。"},
    {"Tables of which every worker gets all rows, separated by commas: files with a line a row, "
     "whose paths are ALINK:bc_1, ALINK:bc_2, ... of task_config.user_params.",
     "每个 worker 都获得全部行的表，多个用逗号分隔：各写为一个文件，每行对应表的一行，路径为 "
     "task_config.user_params 中的 ALINK:bc_1、ALINK:bc_2 等。"},
    {"Shapes of ARRAYs that hold tensors, {\"column\": [2, 3]}: tensor_shapes.txt of the script's "
     "folder.",
     "存放张量的 ARRAY 列的形状，{\"column\": [2, 3]}，写入脚本目录的 tensor_shapes.txt。"},
    {"All workers get as many rows, those with one less the table's last row again; false: every "
     "row once.",
     "各 worker 获得的行数相同，少一行的 worker 再次获得表的最后一行；设为 false "
     "时每行只出现一次。"},
    {"Files and folders beside the main one, separated by commas, as a JSON list, or as "
     "{\"filePaths\": [...], \"fileRenameMap\": {\"<file>\": \"<name>\"}}: file://, oss://, "
     "resources, https:// and hdfs:// where SET paisql.alink.url.<prefix>=<folder> says where they "
     "lie. Archives are unpacked. Also called userFile or scriptFiles.",
     "主脚本以外的文件和目录，用逗号分隔，或为 JSON 列表，或为 {\"filePaths\": [...], "
     "\"fileRenameMap\": {\"<file>\": \"<name>\"}}：file://、oss://、资源，以及由 SET "
     "paisql.alink.url.<prefix>=<folder> 指明位置的 https:// 和 hdfs://。压缩包自动解压。也可写作 "
     "userFile 或 scriptFiles。"},
    {"The file that has main(task_config); also one of userFiles by its name alone.",
     "定义了 main(task_config) 的文件，也可以只写 userFiles 中某个文件的文件名。"},
    {"The columns that the script writes, \"name type, name type\": string, float, double, "
     "tinyint, smallint, int, long. Also called schemaStr, schema or tableSchema.",
     "脚本输出的列，\"name type, name "
     "type\"：string、float、double、tinyint、smallint、int、long。也可写作 schemaStr、schema 或 "
     "tableSchema。"},
    {"The columns that the script gets, in this order, separated by commas; all without it.",
     "脚本读取的列，按给出的顺序，用逗号分隔，默认为全部列。"},
    {"STRING columns whose texts are tensors, FLOAT#2,3#1 2 3 4 5 6, separated by commas: the "
     "script gets their elements as a list, and finds shape and type, those of the first row, in "
     "tensor_shapes.txt and tensor_types.txt of its folder.",
     "内容为张量文本（如 FLOAT#2,3#1 2 3 4 5 6）的 STRING "
     "列，用逗号分隔：脚本得到由其元素组成的列表，形状和类型以第一行为准，写入脚本目录的 "
     "tensor_shapes.txt 和 tensor_types.txt。"},
    {"Worker processes; without it as Alink counts them from parallelism and numPSs.",
     "worker 进程数，默认按 Alink 的规则由 parallelism 和 numPSs 计算。"},
    {"Parameter servers; without it as Alink counts them from parallelism and numWorkers.",
     "参数服务器数，默认按 Alink 的规则由 parallelism 和 numWorkers 计算。"},
    {"Alink's parallelism of the whole job, which says what numWorkers and numPSs leave open.",
     "整个作业的 Alink 并行度，用于确定未指定的 numWorkers 和 numPSs。"},
    {"What a NULL is: error, or omit, which leaves the column out of the row's Example.",
     "NULL 的处理方式：error 为报错；omit 为该行的 Example 中不含该列。"},
    {"BOOLEAN becomes 0 or 1, DECIMAL a float, DATE and times their text; without it such columns "
     "are an error.",
     "BOOLEAN 转换为 0 或 1，DECIMAL 转换为浮点数，DATE "
     "和时间类型转换为文本；未开启时这些列报错。"},
    {"A Python environment, of venv or conda, whose packages scripts find after those of this "
     "installation: its folder, or a .zip, .tar.gz or .tgz of it, named as userFiles are.",
     "venv 或 conda 的 Python 环境，脚本先查找本安装自带的包，再查找其中的包：环境所在的目录，或其 "
     ".zip、.tar.gz、.tgz 压缩包，写法同 userFiles。"},
    {"The table whose rows come: <table>, <project>.<table>, "
     "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses. Without it "
     "inputPath is needed.",
     "数据来源的表：<table>、<project>.<table>、odps://<project>/tables/<table>[/"
     "<key>=<value>...]，或括号中的查询。不填时必须指定 inputPath。"},
    {"A folder of files, a file, a named pipe, tcp://<host>:<port> of a server that sends lines of "
     "JSON, or kafka://<host>:<port>[,<host>:<port>...]/<topic>.",
     "存放文件的目录、文件、命名管道、逐行发送 JSON 的服务器 tcp://<host>:<port>，或 "
     "kafka://<host>:<port>[,<host>:<port>...]/<topic>。"},
    {"What is made of each row before it goes on: SELECT expressions FROM input WHERE condition, "
     "input being the rows of the source.",
     "每行在后续处理之前的变换：SELECT 表达式 FROM input WHERE 条件，input 为数据源的行。"},
    {"The columns of inputPath, \"name type, name type\"; files in CSV have them in this order. "
     "Kafka's messages without it: message_key, message, topic, topic_partition, partition_offset.",
     "inputPath 的列，\"name type, name type\"，CSV 文件中的列按此顺序。Kafka 消息默认的列为 "
     "message_key、message、topic、topic_partition、partition_offset。"},
    {"The stream goes on until it is stopped: rows that come into the table, files that come into "
     "the folder, the next writer of a pipe, a new connection to the server, messages that come "
     "into the topic.",
     "流持续运行直到被停止：继续读取表中新增的行、目录中新增的文件、管道的下一个写入者、与服务器的"
     "新连接、topic 中新到的消息。"},
    {"What a line is that does not fit the columns: error, with file and line, or skip, with a "
     "count of them.",
     "与列不符的行的处理方式：error 为报错并指明文件和行号；skip 为跳过并计数。"},
    {"Further sources, whose rows come into the stream, too: a JSON list of objects with "
     "inputTableName or inputPath, and inputQuery, inputFormat, inputSchemaStr, follow and "
     "badRows. They have the same columns as the first one, and are tables, folders and files.",
     "并入同一个流的其他数据源：JSON 列表，每个对象包含 inputTableName 或 inputPath，以及 "
     "inputQuery、inputFormat、inputSchemaStr、follow 和 "
     "badRows。各数据源的列与第一个相同，且只能是表、目录和文件。"},
    {"Kafka's servers, <host>:<port>[,<host>:<port>...], in place of inputPath.",
     "Kafka 服务器，<host>:<port>[,<host>:<port>...]，用于代替 inputPath。"},
    {"The topics of bootstrapServers to read, separated by commas.",
     "从 bootstrapServers 读取的 topic，多个用逗号分隔。"},
    {"A regular expression of Python in place of topic: all topics whose whole names match; with "
     "follow, topics that come later count, too.",
     "Python 正则表达式，用于代替 topic：读取名称完整匹配的全部 topic，开启 follow "
     "时包括之后新增的 topic。"},
    {"Where a stream of Kafka begins that continues no other: EARLIEST, LATEST, GROUP_OFFSETS "
     "(those of groupId) or TIMESTAMP (that of startTime).",
     "Kafka 流在没有可接续的流时的起始位置：EARLIEST、LATEST、GROUP_OFFSETS（groupId 的位点）或 "
     "TIMESTAMP（startTime 的时间）。"},
    {"Of startupMode=TIMESTAMP: yyyy-MM-dd HH:mm:ss in the session's time zone, or milliseconds "
     "since 1970.",
     "用于 startupMode=TIMESTAMP：会话时区的 yyyy-MM-dd HH:mm:ss，或自 1970 年以来的毫秒数。"},
    {"A consumer group of Kafka: GROUP_OFFSETS begins at its offsets, and they are moved after "
     "what is committed.",
     "Kafka 消费组：GROUP_OFFSETS 从该组的位点开始读取，提交数据后位点随之更新。"},
    {"Settings of the Kafka client for the source, \"name=value,name=value\" or a JSON object, "
     "such as security.protocol and sasl.password.",
     "数据源的 Kafka 客户端配置，\"name=value,name=value\" 或 JSON 对象，如 security.protocol 和 "
     "sasl.password。"},
    {"The table that the rows come into, by small commits, exactly once; <table>_cursor beside it "
     "says how far the stream is. Tables that do not exist are made. Without it outputPath is "
     "needed.",
     "写入的表，以小批量提交，每行恰好写入一次，同处的 <table>_cursor "
     "表记录流的进度。表不存在时自动创建。不填时必须指定 outputPath。"},
    {"What is made of each row that is written before it comes into the output: SELECT expressions "
     "FROM output WHERE condition.",
     "每个结果行写入输出之前的变换：SELECT 表达式 FROM output WHERE 条件。"},
    {"A file to which rows are added, a folder that gets a file with each commit (one that is "
     "there, or a path that ends with /), kafka://<host>:<port>[,<host>:<port>...]/<topic>, or "
     "print.",
     "追加行的文件、每次提交新增一个文件的目录（已存在的目录，或以 / "
     "结尾的路径）、kafka://<host>:<port>[,<host>:<port>...]/<topic>，或 print。"},
    {"What a line of the file, or a message of Kafka, is for a row: jsonl or csv. Without it the "
     "ending of a file says it, .jsonl or .csv; files of a folder and messages are JSON.",
     "一行数据在文件或 Kafka 消息中的格式：jsonl 或 csv。默认由文件的扩展名 .jsonl 或 .csv "
     "决定，目录中的文件和消息默认为 JSON。"},
    {"Settings of the Kafka client for outputPath, as properties.",
     "outputPath 的 Kafka 客户端配置，写法同 properties。"},
    {"Between two commits of rows, at least.", "两次提交之间的最短间隔。"},
    {"How often each process may be started again.", "每个进程最多可重新启动的次数。"},
    {"Computes a table's rows with a SavedModel that lies in a table, in batches.",
     "使用保存在表中的 SavedModel 对表的行进行批量预测。"},
    {"The same with a SavedModel in a folder or an archive; a cell is a whole tensor, the batch's "
     "dimension included.",
     "使用目录或压缩包中的 SavedModel 进行预测，每个单元格为一个完整的张量，包含 batch 维度。"},
    {"The same with a TorchScript file, row by row, where PyTorch is installed.",
     "使用 TorchScript 文件逐行进行预测，需要安装 PyTorch。"},
    {"The same with an ONNX file, where onnxruntime is installed.",
     "使用 ONNX 文件进行预测，需要安装 onnxruntime。"},
    {"Trains a network of the named Keras layers that tells labels apart; the model becomes rows "
     "of a table.",
     "使用给定的 Keras 层训练分类网络，模型保存为表的行。"},
    {"Tells the labels of a table's rows with such a model.", "使用此类模型预测表中各行的类别。"},
    {"Trains a network of the named Keras layers that tells a number; the model becomes rows of a "
     "table.",
     "使用给定的 Keras 层训练回归网络，模型保存为表的行。"},
    {"Tells the numbers of a table's rows with such a model.", "使用此类模型预测表中各行的数值。"},
    {"Calls main(task_config) of a script with a table's rows as tf.train.Example, under the "
     "TensorFlow 1 API; the script writes rows back.",
     "在 TensorFlow 1 API 下，以表的行（tf.train.Example）调用脚本的 "
     "main(task_config)，脚本将结果行写回。"},
    {"The same under the TensorFlow 2 API.",
     "与 TensorFlow 1 的对应组件相同，使用 TensorFlow 2 API。"},
    {"Calls main(task_config) of a script that exports a SavedModel, under the TensorFlow 1 API; "
     "the model becomes rows of a table.",
     "在 TensorFlow 1 API 下，调用脚本的 main(task_config)，由脚本导出 "
     "SavedModel，模型保存为表的行。"},
    {"Calls main(task_config) of a script with rows as they come, each a tf.train.Example, under "
     "the TensorFlow 1 API; what it writes goes on at once.",
     "在 TensorFlow 1 API 下，以流式到达的行（每行一个 tf.train.Example）调用脚本的 "
     "main(task_config)，脚本写出的结果立即输出。"},
    {"Computes rows as they come with a SavedModel that lies in a table.",
     "使用保存在表中的 SavedModel 对流式到达的行进行预测。"},
    {"The same with a TorchScript file, where PyTorch is installed.",
     "使用 TorchScript 文件对流式到达的行进行预测，需要安装 PyTorch。"},
    {"Tells the labels of rows as they come with a model of keras_sequential_classifier_train.",
     "使用 keras_sequential_classifier_train 的模型预测流式到达的行的类别。"},
    {"Tells the numbers of rows as they come with a model of keras_sequential_regressor_train.",
     "使用 keras_sequential_regressor_train 的模型预测流式到达的行的数值。"},
    {"Rows as they come into a table, a file or the session, as a query makes them; without a "
     "script.",
     "将流式到达的行经查询变换后写入表、文件或输出到会话，无需脚本。"},
    {"The table with the model: model_id, model_info, and label_value of a Keras component.",
     "模型表：model_id、model_info，Keras 组件的模型还有 label_value。"},
    {"Where the model lies: file://, oss://, a path, or https:// where SET "
     "paisql.alink.url.<prefix>=<folder> says where it lies. Of TensorFlow a folder or an archive "
     "(.zip, .tar.gz, .tgz), of ONNX and PyTorch a file.",
     "模型的位置：file://、oss://、路径，或由 SET paisql.alink.url.<prefix>=<folder> 指明位置的 "
     "https://。TensorFlow 模型为目录或压缩包（.zip、.tar.gz、.tgz），ONNX 和 PyTorch "
     "模型为文件。"},
    {"The table whose rows are computed: <table>, <project>.<table>, "
     "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses.",
     "待预测的表：<table>、<project>.<table>、odps://<project>/tables/<table>[/"
     "<key>=<value>...]，或括号中的查询。"},
    {"The table that is replaced when the job succeeds. One that does not exist is made.",
     "作业成功时被替换的表，不存在时自动创建。"},
    {"The columns of answers after the input's, \"name type, name type\": string, float, double, "
     "tinyint, smallint, int, long, boolean, vector, tensor, float_tensor and its like.",
     "输入列之后的结果列，\"name type, name "
     "type\"：string、float、double、tinyint、smallint、int、long、boolean、vector、tensor、float_"
     "tensor 等。"},
    {"The columns that are inputs of the model, separated by commas; all without it.",
     "作为模型输入的列，用逗号分隔，默认为全部列。"},
    {"The columns that are the arguments of the model's forward(), in their order.",
     "作为模型 forward() 参数的列，按参数顺序给出。"},
    {"The input's columns that the output has, too, separated by commas; all without it, and none "
     "where it is empty.",
     "带到输出表的输入列，用逗号分隔，默认为全部列，设为空时不带任何列。"},
    {"The model's inputs, one for each of selectedCols; their names without it.",
     "模型的输入名，与 selectedCols 的列一一对应，默认为各列的列名。"},
    {"The model's outputs, one for each column of outputSchemaStr; their names without it.",
     "模型的输出名，与 outputSchemaStr 的列一一对应，默认为各列的列名。"},
    {"The dimension of each output that is the batch's, a number from 0 for each column of "
     "outputSchemaStr; the first one without it.",
     "各输出中 batch 所在的维度，从 0 开始编号，与 outputSchemaStr 的列一一对应，默认为第一维。"},
    {"The signature's inputs, one for each of selectedCols; their names without it.",
     "签名的输入名，与 selectedCols 的列一一对应，默认为各列的列名。"},
    {"The signature's outputs, one for each column of outputSchemaStr; their names without it.",
     "签名的输出名，与 outputSchemaStr 的列一一对应，默认为各列的列名。"},
    {"The signature; exports of tf.estimator often have predict alone.",
     "签名的名称，tf.estimator 导出的模型往往只有 predict。"},
    {"The tag of the graph in the SavedModel.", "SavedModel 中计算图的标签（tag）。"},
    {"What a NULL among the inputs is: error, or null, which is an answer of NULL.",
     "输入中 NULL 的处理方式：error 为报错；null 为结果返回 NULL。"},
    {"Rows that are computed at once at most; without it as many as are fast.",
     "一次最多计算的行数，默认取计算较快的行数。"},
    {"The column of the answer.", "预测结果列。"},
    {"A STRING column with the probability of each label, as JSON; none without it.",
     "各类别概率（JSON）所在的 STRING 列，默认不输出。"},
    {"The table with the rows to train on: <table>, <project>.<table>, "
     "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses.",
     "训练数据表：<table>、<project>.<table>、odps://<project>/tables/<table>[/"
     "<key>=<value>...]，或括号中的查询。"},
    {"The table that becomes the model: model_id, model_info, label_value. One that does not exist "
     "is made.",
     "保存模型的表：model_id、model_info、label_value。不存在时自动创建。"},
    {"The column of tensors or vectors, ARRAYs of numbers, or numbers.",
     "张量或向量列、数值 ARRAY 列，或数值列。"},
    {"The column of labels; of numbers for a regression.", "标签列，回归时为数值列。"},
    {"A JSON list of Keras layers, such as [\"Dense(64, activation='relu')\"]; the layer of the "
     "answer is added.",
     "Keras 层的 JSON 列表，如 [\"Dense(64, activation='relu')\"]，输出层自动添加。"},
    {"A Keras optimizer, such as SGD(0.1).", "Keras 优化器，如 SGD(0.1)。"},
    {"The optimizer's learning rate, where its own text gives none.",
     "优化器的学习率，在 optimizer 的文本未给出学习率时使用。"},
    {"How often the rows are gone through. Also called numIter.",
     "遍历训练数据的轮数。也可写作 numIter。"},
    {"Rows of a step, of each worker.", "每个 worker 每步的行数。"},
    {"A folder for checkpoints, file:// or a path, from which a later training goes on. Also "
     "called estimatorModelDir.",
     "保存检查点的目录，file:// 或路径，之后的训练可由此继续。也可写作 estimatorModelDir。"},
    {"Whether checkpoints that lie there are removed first; false: training goes on from the "
     "newest.",
     "训练前是否先删除已有的检查点；设为 false 时从最新的检查点继续训练。"},
    {"The share of rows, the last ones, that only judge the training; for one worker.",
     "仅用于评估训练效果的行所占的比例，取末尾的行，适用于单个 worker。"},
    {"Whether the model of the best epoch by bestMetric is kept and not the last; for one worker.",
     "是否保留按 bestMetric 判断的最优一轮的模型，而不是最后一轮的模型，适用于单个 worker。"},
    {"What the best epoch is known by: loss, accuracy, auc, precision, recall, mse, mae.",
     "判断最优一轮的指标：loss、accuracy、auc、precision、recall、mse、mae。"},
    {"Ends the training after so many epochs in which bestMetric has become no better; 0: never.",
     "bestMetric 连续该轮数没有改善时结束训练；0 表示从不。"},
    {"Epochs between two checkpoints.", "两次保存检查点之间的轮数。"},
    {"Seconds between two checkpoints, in place of epochs.",
     "两次保存检查点之间的秒数，用于代替轮数。"},
    {"Worker processes; without it as Alink counts them from parallelism.",
     "worker 进程数，默认按 Alink 的规则由 parallelism 计算。"},
    {"Parameter servers.", "参数服务器数。"},
    {"Alink's parallelism of the whole job, which says what numWorkers leaves open.",
     "整个作业的 Alink 并行度，用于确定未指定的 numWorkers。"},
    {"A Python environment to run in.", "运行所用的 Python 环境。"},
    {"Worker processes, each of which opens the model and computes its share of the rows.",
     "worker 进程数，每个进程加载模型并计算各自分得的行。"},
    {"Keras is that of this installation", "使用本安装自带的 Keras"},
    {"workers average their gradients themselves", "各 worker 自行平均梯度"},
    {"continue goes on after what an earlier stream into the same output has read; restart reads "
     "from the beginning.",
     "continue 从写入同一输出的上一个流已读取的位置继续；restart 从头读取。"},
    {"csv, jsonl or parquet, where the names of files do not say it.",
     "csv、jsonl 或 parquet，在无法由文件名判断格式时指定。"},
};

}  // namespace

std::span<const MessageRow> AlinkRows() { return kAlinkRows; }

}  // namespace paisql::messages
