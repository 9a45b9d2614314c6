#pragma once

// Kafka as the source or the output of a stream: kafka://<host>:<port>[,...]/<topic>, or the
// parameters of Alink's KafkaSourceStreamOp. The brokers are asked by the job, through the Python
// package confluent-kafka; where that is missing, the error has the command that installs it. What
// properties hold, passwords among them, goes to the job's processes in variables of their own,
// which job.json has without values. Errors have the place of what is wrong. Private to pai.

#include <nlohmann/json.hpp>

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

inline constexpr std::string_view kKafkaScheme = "kafka://";

// Whether a value begins with the scheme.
bool NamesKafka(const syntax::PaiParameter& given);

// {"kind": "kafka", "servers", "topics" or "pattern", "name", "startup", "time_ms", "group",
// "format"}. Of inputPath, or of bootstrapServers.
Result<nlohmann::json> ReadKafkaSource(const Parameters& parameters, const BuildContext& context,
                                       jobs::JobSpec* spec);

// {"kind": "kafka", "servers", "topic", "name", "format"} of outputPath.
Result<nlohmann::json> ReadKafkaSink(const Parameters& parameters, const BuildContext& context,
                                     jobs::JobSpec* spec);

// An error for a parameter that Kafka alone has, where the stream reads, or writes, none.
Status RefuseKafkaSourceParameters(const Parameters& parameters);
Status RefuseKafkaSinkParameters(const Parameters& parameters);

}  // namespace paisql::pai
