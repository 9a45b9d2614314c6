// Made the files beside it with Alink 1.6.2 on Flink 1.13: linear.zip is the model `linear` of ../models.py.
import com.alibaba.alink.operator.batch.*;
import com.alibaba.alink.operator.batch.source.*;
import com.alibaba.alink.operator.batch.sink.*;
import com.alibaba.alink.pipeline.*;
import com.alibaba.alink.pipeline.dataproc.*;
import com.alibaba.alink.pipeline.sql.*;
import com.alibaba.alink.pipeline.tensorflow.*;
import com.alibaba.alink.pipeline.classification.*;
import com.alibaba.alink.pipeline.regression.*;
import com.alibaba.alink.operator.common.classification.tensorflow.*;
import com.alibaba.alink.operator.common.regression.tensorflow.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.ml.api.misc.param.Params;
import org.apache.flink.util.Collector;
import org.apache.flink.types.Row;
import org.apache.flink.table.api.TableSchema;
import java.util.*;
import java.nio.file.*;
public class Saved {
  static final String OUT = "./";
  static class Rows implements Collector<Row> { List<Row> rows = new ArrayList<>(); public void collect(Row r) { rows.add(Row.copy(r)); } public void close() {} }
  static List<Row> zip(String path, int slice) throws Exception {
    byte[] all = Files.readAllBytes(Paths.get(path));
    List<Row> rows = new ArrayList<>(); rows.add(Row.of(0L, "1617959973.zip"));
    long n = 1;
    for (int at = 0; at < all.length; at += slice) rows.add(Row.of(n++, Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, at, Math.min(all.length, at + slice)))));
    return rows;
  }
  static String schema(TypeInformation<?> label) { return "model_id long, model_info string, label_value " + (label == Types.STRING ? "string" : label == Types.DOUBLE ? "double" : "long"); }
  public static void main(String[] a) throws Exception {
    Files.createDirectories(Paths.get(OUT));
    List<Row> model = zip("linear.zip", 1 << 20);
    String[] in = {"a", "b"};
    Rows cls = new Rows();
    new TFTableModelClassificationModelDataConverter(Types.STRING).save(new TFTableModelClassificationModelData(new Params().set("tensorCol", "b"), in, model, "v", Types.FLOAT, null, new ArrayList<Row>(), Arrays.asList("cat", "dog", "emu"), true), cls);
    Rows reg = new Rows();
    new TFTableModelRegressionModelDataConverter(Types.DOUBLE).save(new TFTableModelRegressionModelData(new Params(), in, model, "y", Types.FLOAT, null, new ArrayList<Row>()), reg);
    PipelineModel before = new PipelineModel(new com.alibaba.alink.pipeline.nlp.BertTokenizer(new Params().set("textCol", "t").set("bertModelName", "Base-Chinese")));
    BatchOperator<?> packed = before.save();
    List<Row> pre = packed.collect();
    Rows bert = new Rows();
    new TFTableModelClassificationModelDataConverter(Types.LONG).save(new TFTableModelClassificationModelData(new Params(), in, model, "v", Types.FLOAT, com.alibaba.alink.common.utils.TableUtil.schema2SchemaStr(packed.getSchema()), pre, Arrays.asList(0L, 1L, 2L), false), bert);
    BatchOperator<?> c = new MemSourceBatchOp(cls.rows, schema(Types.STRING)), r = new MemSourceBatchOp(reg.rows, schema(Types.DOUBLE)), b = new MemSourceBatchOp(bert.rows, schema(Types.LONG));
    b.link(new AkSinkBatchOp().setFilePath(OUT + "bert.ak").setOverwriteSink(true));
    BatchOperator.execute();
    KerasSequentialClassificationModel km = new KerasSequentialClassificationModel(new Params().set("tensorCol", "b").set("labelCol", "l").set("layers", new String[]{"Dense(3)"}).set("numEpochs", 2));
    km.setPredictionCol("told"); km.setPredictionDetailCol("chances"); km.setReservedCols("id");
    km.setModelData(c);
    new PipelineModel(new Select().setClause("id, a, b"), km).save(OUT + "keras.ak", true);
    KerasSequentialRegressionModel rm = new KerasSequentialRegressionModel(); rm.setPredictionCol("y"); rm.setModelData(r);
    TFTableModelPredictor tp = new TFTableModelPredictor().setSelectedCols("a","b").setOutputSchemaStr("w double").setOutputSignatureDefs(new String[]{"y"});
    tp.setModelData(new MemSourceBatchOp(model, "model_id long, model_info string"));
    new PipelineModel(rm, tp).save(OUT + "two.ak", true);
    MemSourceBatchOp s = new MemSourceBatchOp(Arrays.asList(Row.of(1L, "a", 1.5, 2.0), Row.of(2L, "b", -2.0, 3.0)), "id long, t string, x double, y double");
    new Pipeline(new Select().setClause("id, x + y as z, x, y, t")).fit(s).save(OUT + "select.ak", true);
    new Pipeline(new StringIndexer().setSelectedCol("t").setOutputCol("ti"), new Select().setClause("id, ti, x")).fit(s).save(OUT + "indexer.ak", true);
    BatchOperator.execute();
    System.exit(0);
  }
}
