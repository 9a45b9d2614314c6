

#include <array>

#include "pai/classic/learning/learning_parameters.h"
#include "pai/classic/learning/learning_rows.h"

namespace paisql::pai {

namespace {

constexpr Parameter kTransferredModel = {
    "modelName", ParameterType::kText,
    true,        "",
    "",          "The model: m, project.m or project/offlinemodels/m."};

constexpr std::array<std::string_view, 1> kVolumeNames = {"modeltransfer"};
constexpr std::array<std::string_view, 2> kBucketNames = {"generalmodeltransfer2oss",
                                                          "modeltransfer2oss"};

constexpr auto kVolumeParameters = Together(
    std::array{
        kTransferredModel,
        Parameter{"volumeName", ParameterType::kText, true, "", "",
                  "The volume: project/volumes/volume, or a volume of this project."},
        Parameter{"partition", ParameterType::kText, true, "", "",
                  "The partition of the volume; it is made where it does not exist."},
    },
    kTuningParameters);

constexpr auto kBucketParameters = Together(
    std::array{
        kTransferredModel,
        Parameter{"format", ParameterType::kText, true, "", "",
                  "The file <model>.xml (pmml), or the folder <model> with the model's own files "
                  "(original).",
                  "original pmml"},
        Parameter{"ossPath", ParameterType::kText, true, "", "",
                  "The folder oss://bucket/folder/ that the model comes into."},
        Parameter{"rename", ParameterType::kText, false, "", "",
                  "The name that it gets; without it that of the model."},
        Parameter{"overwrite", ParameterType::kBoolean, false, "false", "",
                  "What has this name is replaced; otherwise it is an error."},
        Parameter{"arn", ParameterType::kText, false, "", "",
                  "The role that writes, in a home with roles."},
        Parameter{"inputTable", ParameterType::kText, false, "",
                  "models have all they need in their own files",
                  "The table of a PS component's model on the platform."},
    },
    kTuningParameters);

constexpr std::array kVolumePorts = {
    kModelInPort, Port{"volumeName", PortKind::kFolder, "", "", nullptr, "partition"}};
constexpr std::array kBucketPorts = {kModelInPort, Port{"ossPath", PortKind::kFolder}};

constexpr std::string_view kVolumeExample =
    R"(CREATE TABLE lines (x DOUBLE, y DOUBLE);
INSERT INTO lines VALUES (1, 3), (2, 5), (3, 7), (4, 9.5);
PAI -name linearregression -DinputTableName=lines -DfeatureColNames=x -DlabelColName=y
    -DmodelName=line;
FS -mkv kept;
PAI -name {name} -DmodelName=line -DvolumeName=kept -Dpartition=v1;
FS -ls /kept/v1;
)";

constexpr std::string_view kBucketExample =
    R"(CREATE TABLE lines (x DOUBLE, y DOUBLE);
INSERT INTO lines VALUES (1, 3), (2, 5), (3, 7), (4, 9.5);
PAI -name linearregression -DinputTableName=lines -DfeatureColNames=x -DlabelColName=y
    -DmodelName=line;
CREATE BUCKET models;
PAI -name {name} -DmodelName=line -Dformat=pmml -DossPath="oss://models/exported/"
    -Doverwrite=true;
CREATE MODEL again FROM 'oss://models/exported/line.xml';
SELECT PREDICT('again', x) FROM lines LIMIT 10;
)";

constexpr LearnerBuild kTransfer = {"paisql.learners.model_transfer", LearnerCall::kPredict, ""};

const std::array kTransferRows = {
    Component{"Model to volume", kVolumeNames, "", 0,
              "Writes a model as PMML into a partition of a volume.", kVolumeParameters,
              kVolumePorts, kTransfer, "", kVolumeExample, true},
    Component{"Model to OSS", kBucketNames, "", 0,
              "Writes a model as PMML, or its own files, into a bucket.", kBucketParameters,
              kBucketPorts, kTransfer, "", kBucketExample, true},
};

}  // namespace

std::span<const Component> TransferComponents() { return kTransferRows; }

}  // namespace paisql::pai
