// What is wrong in a statement of Alink's components is marked in it, for each of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/components.h"
#include "pai/job_fixture.h"

namespace paisql::pai {
namespace {

using ::testing::HasSubstr;

struct WrongPlace {
  std::string parameters;  // after those that are right
  std::string marked;
  std::string said;
};

class AlinkPlacesTest : public BuildJobTest {
 protected:
  void SetUp() override {
    BuildJobTest::SetUp();
    Write("model.pt", "no model");
    Write("model.onnx", "no model");
    Write("exported/saved_model.pb", "");
    Make("model", {{"model_id", TypeId::kBigint}, {"model_info", TypeId::kString}});
    Make("kinds", {{"model_id", TypeId::kBigint},
                   {"model_info", TypeId::kString},
                   {"label_value", TypeId::kString}});
    Make("odd", {{"v", TypeId::kBigint},
                 {"flag", TypeId::kBoolean},
                 {"list", DataType::Array(TypeId::kBigint)},
                 {"facts", DataType::Map(TypeId::kString, TypeId::kBigint)},
                 {"both", DataType::Struct({"a"}, {TypeId::kBigint})},
                 {"text", TypeId::kString}});
    Make("facts", {{"facts", DataType::Map(TypeId::kString, TypeId::kBigint)}});
    Make("lists", {{"list", DataType::Array(TypeId::kBigint)}});
    Make("pairs", {{"both", DataType::Struct({"a"}, {TypeId::kBigint})}});
  }

  void Make(const std::string& name, const std::vector<std::pair<std::string, DataType>>& columns) {
    store::Table table;
    table.project = "prj";
    table.name = name;
    for (const auto& [column_name, type] : columns) {
      store::Column column;
      column.name = column_name;
      column.type = type;
      table.columns.push_back(column);
    }
    ASSERT_TRUE(catalog_->CreateTable(table).ok());
  }

  // Each statement is `right` and what makes it wrong.
  void ExpectPlaces(const std::string& right, const std::vector<WrongPlace>& rows) {
    for (const WrongPlace& row : rows) {
      const std::string failure = Failure(right + row.parameters);
      EXPECT_THAT(failure, HasSubstr(row.said)) << row.parameters;
      EXPECT_THAT(failure, HasSubstr(" @ " + row.marked + " ! ")) << row.parameters;
    }
    EXPECT_EQ(Failure(right), "no error") << right;
  }
};

// What every component refuses, after its own parameters.
std::vector<WrongPlace> Common() {
  return {{"-DnumWorker=1", "numWorker", "has no parameter 'numWorker'"},
          {"-DjobName=a -DjobName=b", "jobName", "parameter 'jobName' is given twice"},
          {"-DmaxTrainingTimeInHour=soon", "soon", "'soon' is not a value for maxTraining"}};
}

TEST_F(AlinkPlacesTest, OfScriptsOverTables) {
  for (const char* name :
       {"tensorflow_batch", "tensorflow2_batch", "tf_table_model_train", "tf2_table_model_train"}) {
    const std::string algorithm = std::string("PAI -name ") + name;
    std::string right = algorithm + " -DoutputTableName=made -DmainScriptFile=train.py ";
    if (std::string(name).ends_with("batch")) right += "-DoutputSchemaStr='a long, b string' ";
    const std::string plain = right + "-DinputTableName=plain ";
    ExpectPlaces(plain, Common());
    ExpectPlaces(
        plain,
        {
            {"-DuserParams='{\"a\": {\"b\": 1}}'", "{\"b\": 1}", "'a' is an object"},
            {"-DuserFiles='train.py,nix.py'", "nix.py", "nix.py does not exist"},
            {"-DselectedCols='v, nix'", "nix", "the input has no column 'nix'"},
            {"-DselectedCols=v,V", "V", "column 'V' appears twice"},
            {"-DtensorCols=v", "v", "a tensor is a text"},
            {"-DtensorShapes='{\"nix\": [1]}'", "\"nix\"", "gets no column 'nix'"},
            {"-DnullValues=zero", "zero", "! write error or omit"},
            {"-DpythonEnv=nix", "nix", "nix does not exist"},
            {"-DpythonEnv=exported", "exported", "exported is not a Python environment"},
            {"-DpythonEnv=train.py", "train.py", "train.py is not a Python environment"},
            {"-DconvertTypes=yes", "yes", "! write true or false"},
            {"-DnumWorkers=0", "0", "0 workers and 0 parameter servers"},
            {"-DnumWorkers=3 -DnumPSs=5000", "5000", "3 workers and 5000 parameter servers"},
            {"-DnumPSs=1 -Dparallelism=2000", "2000", "1999 workers and 1 parameter servers"},
            {"-Dparallelism=2 -DnumPSs=2", "2", "0 workers and 2 parameter servers"},
            {"-DbroadcastTableNames='plain, nix'", "nix", "nix cannot be resolved"},
            {"-DbroadcastTableNames='plain,lists'", "lists",
             "column 'list' of prj.lists is ARRAY<"},
            {"-DbroadcastTableNames=facts", "facts", "column 'facts' of prj.facts is MAP<"},
            {"-DbroadcastTableNames=pairs", "pairs", "column 'both' of prj.pairs is STRUCT<"},
        });
    ExpectPlaces(right + "-DinputTableName=odd -DselectedCols=v ", {});
    const std::string odd = right + "-DinputTableName=odd ";
    EXPECT_THAT(Failure(odd), HasSubstr(" @ odd ! read a query with CAST(flag AS INT)"));
    EXPECT_THAT(Failure(odd + "-DselectedCols='v,facts'"), HasSubstr(" @ facts ! leave it out"));
    EXPECT_THAT(Failure(algorithm + " -DinputTableName=plain -DoutputTableName=made"),
                HasSubstr(std::string(" @ ") + name + " ! add -DmainScriptFile"));
  }
  const std::string batch =
      "PAI -name tensorflow_batch -DinputTableName=plain -DmainScriptFile=train.py ";
  ExpectPlaces(batch + "-DoutputTableName=made -DoutputSchemaStr='a long' ", {});
  for (const WrongPlace& row : std::vector<WrongPlace>{
           {"-DoutputTableName=made -DoutputSchemaStr='a long, b lnog'", "lnog", "gives no 'lnog'"},
           {"-DoutputTableName=made -DoutputSchemaStr='a long, A long'", "A", "appears twice"},
           {"-DoutputTableName=plain -DoutputSchemaStr='a long'", "plain", "has the columns v BIG"},
           {"-DoutputTableName=a/b/c -DoutputSchemaStr='a long'", "a/b/c", "is not the name of"},
       }) {
    const std::string failure = Failure(batch + row.parameters);
    EXPECT_THAT(failure, HasSubstr(row.said));
    EXPECT_THAT(failure, HasSubstr(" @ " + row.marked + " ! "));
  }
}

TEST_F(AlinkPlacesTest, OfKerasComponents) {
  for (const char* name :
       {"keras_sequential_classifier_train", "keras_sequential_regressor_train"}) {
    const std::string right =
        std::string("PAI -name ") + name +
        " -DinputTableName=odd -DoutputTableName=made -DtensorCol=list -DlabelCol=v "
        "-Dlayers='[\"Dense(8)\"]' ";
    ExpectPlaces(right, Common());
    ExpectPlaces(right, {
                            {"-DbestMetric=cost", "cost", "'cost' is not a value for bestMetric"},
                            {"-DvalidationSplit=1", "1", "'1' is not a value for validationSplit"},
                            {"-DnumEpochs=0", "0", "'0' is not a value for numEpochs"},
                            {"-DnumIter=0", "0", "'0' is not a value for numEpochs"},
                            {"-DnumEpochs=1 -DnumIter=2", "numIter", "is given twice"},
                            {"-DnumWorkers=1001", "1001", "a job cannot have 1001 workers"},
                            {"-Dparallelism=5000", "5000", "a job cannot have 3750 workers"},
                            {"-DnumWorkers=2 -DsaveBestOnly=true", "true", "is for one worker"},
                            {"-DcheckpointFilePath=oss://b/c", "oss://b/c", "lie on this machine"},
                        });
  }
  const auto said = [&](const std::string& name, const std::string& columns) {
    return Failure("PAI -name keras_sequential_" + name +
                   "_train -DinputTableName=odd -DoutputTableName=made -Dlayers='[\"Dense(8)\"]' " +
                   columns);
  };
  EXPECT_THAT(said("classifier", "-DtensorCol=nix -DlabelCol=v"), HasSubstr(" @ nix ! "));
  EXPECT_THAT(said("classifier", "-DtensorCol=v -DlabelCol=list"), HasSubstr(" @ list ! labels"));
  EXPECT_THAT(said("regressor", "-DtensorCol=v -DlabelCol=text"), HasSubstr(" @ text ! a regress"));
}

// The statement of a predictor over a table, or on a stream, of the table `odd`.
std::string Predictor(const std::string& name, const std::string& model) {
  return "PAI -name " + name + " " + model + " -DinputTableName=odd -DoutputTableName=made ";
}

TEST_F(AlinkPlacesTest, OfPredictors) {
  struct Component {
    std::string name;
    std::string model;
    std::string inputs;
    std::string outputs;
  };
  const std::vector<Component> components = {
      {"tf_table_model_predict", "-DmodelTableName=model", "inputSignatureDefs",
       "outputSignatureDefs"},
      {"tf_savedmodel_predict", "-DmodelPath=exported", "inputSignatureDefs",
       "outputSignatureDefs"},
      {"torch_model_predict", "-DmodelPath=model.pt", "", ""},
      {"onnx_model_predict", "-DmodelPath=model.onnx", "inputNames", "outputNames"},
  };
  for (const Component& one : components) {
    for (const char* form : {"", "_stream"}) {
      const std::string right =
          Predictor(one.name + form, one.model) + "-DselectedCols=v -DreservedCols='v,text' ";
      const std::string whole = right + "-DoutputSchemaStr='y double, z sparse_vector' ";
      ExpectPlaces(whole, Common());
      ExpectPlaces(whole, {{"-DnullValues=zero", "zero", "! write error or null"},
                           {"-DinferBatchSize=many", "many", "'many' is not a value for infer"}});
      if (!one.inputs.empty()) {
        ExpectPlaces(whole, {{"-D" + one.inputs + "=a,b", "a,b", "has 2 names, and selectedCols"},
                             {"-D" + one.outputs + "=a", "a", "has 1 names, and outputSchemaStr"}});
      }
      EXPECT_THAT(Failure(right + "-DoutputSchemaStr='y double, z mtable'"),
                  HasSubstr(" @ mtable ! "));
      EXPECT_EQ(Failure(right + "-DoutputSchemaStr='y double, z ubyte_tensor'"), "no error");
      const std::string open =
          Predictor(one.name + form, one.model) + "-DoutputSchemaStr='y long' ";
      EXPECT_THAT(Failure(open + "-DselectedCols=v"),
                  HasSubstr("column 'facts' is MAP<STRING,BIGINT>, which a predictor cannot hand"));
      EXPECT_THAT(Failure(open + "-DselectedCols=v"), HasSubstr(" @ odd ! leave it out"));
      EXPECT_THAT(Failure(open + "-DselectedCols=v -DreservedCols='v,facts'"),
                  HasSubstr(" @ facts ! leave it out"));
      EXPECT_EQ(Failure(open + "-DselectedCols=v -DreservedCols=''"), "no error");
      EXPECT_THAT(Failure(open + "-DselectedCols=v,nix"), HasSubstr(" @ nix ! it has v"));
    }
  }
  EXPECT_THAT(Failure(Predictor("tf_table_model_predict", "-DmodelTableName=kinds") +
                      "-DoutputSchemaStr='y long'  -DreservedCols=v"),
              HasSubstr(" @ kinds ! such a model has"));
  for (const char* path : {"exported", "nix.bin"}) {
    for (const char* name : {"torch_model_predict", "onnx_model_predict"}) {
      EXPECT_THAT(Failure(Predictor(name, std::string("-DmodelPath=") + path) +
                          "-DselectedCols=v -DreservedCols=v -DoutputSchemaStr='y long'"),
                  HasSubstr(std::string(" @ ") + path + " ! "));
    }
  }
  EXPECT_THAT(Failure(Predictor("torch_model_predict", "-DmodelPath=model.pt") +
                      "-DoutputSchemaStr='y long'"),
              HasSubstr(" @ torch_model_predict ! add -DselectedCols"));
}

TEST_F(AlinkPlacesTest, OfLabelledPredictors) {
  for (const char* name :
       {"keras_sequential_classifier_predict", "keras_sequential_classifier_predict_stream",
        "keras_sequential_regressor_predict", "keras_sequential_regressor_predict_stream"}) {
    const std::string right =
        Predictor(name, "-DmodelTableName=kinds") + "-DreservedCols=v -DpredictionCol=told ";
    ExpectPlaces(right, Common());
    ExpectPlaces(right, {{"-DnullValues=omit", "omit", "! write error or null"}});
    EXPECT_THAT(Failure(Predictor(name, "-DmodelTableName=model") + "-DpredictionCol=told "
                                                                    "-DreservedCols=v"),
                HasSubstr(" @ model ! such a model has"));
    EXPECT_THAT(Failure(Predictor(name, "-DmodelTableName=kinds") + "-DpredictionCol=told"),
                HasSubstr(" @ odd ! leave it out with -DreservedCols"));
    EXPECT_THAT(Failure(Predictor(name, "-DmodelTableName=kinds") + "-DreservedCols=v"),
                HasSubstr(std::string(" @ ") + name + " ! add -DpredictionCol"));
    if (std::string(name).find("classifier") == std::string::npos) continue;
    ExpectPlaces(right, {{"-DpredictionDetailCol=TOLD", "TOLD", "is the column of predictionCol"}});
  }
}

TEST_F(AlinkPlacesTest, OfStreams) {
  const std::string script = "-DmainScriptFile=train.py -DoutputSchemaStr='a long' ";
  for (const auto& [name, more] : std::vector<std::pair<std::string, std::string>>{
           {"tensorflow_stream", script},
           {"tensorflow2_stream", script},
           {"sql_stream", ""},
           {"tf_table_model_predict_stream",
            "-DmodelTableName=model -DreservedCols=v -DoutputSchemaStr='y long' "}}) {
    const std::string algorithm = "PAI -name " + name + " " + more;
    const std::string right = algorithm + "-DinputTableName=plain -DoutputTableName=made ";
    ExpectPlaces(right, Common());
    ExpectPlaces(right, {
                            {"-DstartMode=now", "now", "! write continue or restart"},
                            {"-DbadRows=keep", "keep", "! write error or skip"},
                            {"-DinputFormat=xml", "xml", "! write csv, jsonl or parquet"},
                            {"-DstartupMode=NOW", "NOW", "LATEST, GROUP_OFFSETS or TIMESTAMP"},
                            {"-Dfollow=yes", "yes", "! write true or false"},
                            {"-DmoreSources='[{\"nix\": 1}]'", "\"nix\"", "has no 'nix'"},
                            {"-DoutputPath=print", "print", "go to one place"},
                        });
  }
  for (const char* path : {"nix.csv", "ftp://host/a.csv", "tcp://host"}) {
    EXPECT_THAT(Failure(std::string("PAI -name sql_stream -DoutputTableName=made -DinputPath=") +
                        path + " -DinputSchemaStr='a long'"),
                HasSubstr(std::string(" @ ") + path + " ! "));
  }
}

}  // namespace
}  // namespace paisql::pai
