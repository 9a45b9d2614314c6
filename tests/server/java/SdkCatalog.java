import com.aliyun.odps.Column;
import com.aliyun.odps.FileResource;
import com.aliyun.odps.Function;
import com.aliyun.odps.Instance;
import com.aliyun.odps.NoSuchObjectException;
import com.aliyun.odps.Odps;
import com.aliyun.odps.OdpsType;
import com.aliyun.odps.Partition;
import com.aliyun.odps.PartitionSpec;
import com.aliyun.odps.Project;
import com.aliyun.odps.PyResource;
import com.aliyun.odps.Resource;
import com.aliyun.odps.Schema;
import com.aliyun.odps.Table;
import com.aliyun.odps.TableFilter;
import com.aliyun.odps.TableSchema;
import com.aliyun.odps.type.TypeInfoFactory;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Scanner;

/** Objects of a project: lists, properties, making and dropping them. */
final class SdkCatalog {
  private static final Odps odps = Runner.odps();

  interface Named<T> {
    String name(T one);
  }

  private static <T> List<String> names(Iterator<T> all, Named<T> named) {
    List<String> names = new ArrayList<>();
    while (all.hasNext()) names.add(named.name(all.next()));
    Collections.sort(names);
    return names;
  }

  private static void drop(String... tables) throws Exception {
    for (String table : tables) odps.tables().delete(table, true);
  }

  public static void projects() throws Exception {
    Project project = odps.projects().get();
    project.reload();
    Expect.same(Runner.PROJECT, project.getName());
    Expect.yes(project.getOwner() != null, "it has an owner");
    Expect.yes(project.getCreatedTime() != null, "it was made at some time");
    Expect.yes(odps.projects().exists(Runner.PROJECT), "it exists");
    Expect.yes(!odps.projects().exists("nosuch_project"), "another does not");
    Expect.yes(names(odps.projects().iterator(null), Project::getName).contains(Runner.PROJECT), "it is listed");
  }

  public static void tablesAreMadeListedAndDropped() throws Exception {
    drop("listed_a", "listed_b");
    TableSchema schema = new TableSchema();
    schema.addColumn(new Column("id", OdpsType.BIGINT, "a key"));
    schema.addColumn(new Column("price", TypeInfoFactory.getDecimalTypeInfo(10, 2)));
    schema.addColumn(new Column("tags", TypeInfoFactory.getArrayTypeInfo(TypeInfoFactory.STRING)));
    schema.addPartitionColumn(new Column("day", OdpsType.STRING));
    odps.tables().create(Runner.PROJECT, "listed_a", schema, "a comment", true);
    odps.tables().create(Runner.PROJECT, "listed_a", schema, "a comment", true);
    odps.tables().create("listed_b", schema);
    TableFilter filter = new TableFilter();
    filter.setName("listed_");
    Expect.same(Arrays.asList("listed_a", "listed_b"), names(odps.tables().iterator(filter), Table::getName));
    Table table = odps.tables().get("listed_a");
    Expect.same("a comment", table.getComment());
    Expect.same(3, table.getSchema().getColumns().size());
    Expect.same("a key", table.getSchema().getColumn(0).getComment());
    Expect.same("DECIMAL(10,2)", table.getSchema().getColumn(1).getTypeInfo().getTypeName());
    Expect.same("ARRAY<STRING>", table.getSchema().getColumn(2).getTypeInfo().getTypeName());
    Expect.yes(table.isPartitioned() && !table.isVirtualView(), "it is a table with partitions");
    Expect.same(-1L, table.getLife());
    odps.tables().delete("listed_b");
    Expect.yes(!odps.tables().exists("listed_b"), "it is gone");
    Expect.yes(Expect.fails(() -> odps.tables().get("listed_b").reload()) instanceof NoSuchObjectException, "not found");
  }

  public static void manyTablesAtOnce() throws Exception {
    for (int i = 0; i < 4; i++) SdkSql.run("CREATE TABLE IF NOT EXISTS many_" + i + " (x BIGINT);");
    List<Table> loaded = odps.tables().loadTables(Arrays.asList("many_0", "many_1", "many_2", "many_3"));
    Expect.same(4, loaded.size());
    Expect.same("x", loaded.get(3).getSchema().getColumn(0).getName());
  }

  public static void listsHaveMarkers() throws Exception {
    for (int i = 0; i < 4; i++) SdkSql.run("CREATE TABLE IF NOT EXISTS many_" + i + " (x BIGINT);");
    TableFilter filter = new TableFilter();
    filter.setName("many_");
    com.aliyun.odps.ListIterator<Table> lists = (com.aliyun.odps.ListIterator<Table>) odps.tables().iterator(filter);
    List<Table> first = lists.list(null, 3);
    Expect.same(3, first.size());
    Expect.same("many_3", lists.list(lists.getMarker(), 3).get(0).getName());
  }

  public static void partitions() throws Exception {
    drop("cat_parts");
    SdkSql.run("CREATE TABLE cat_parts (x BIGINT) PARTITIONED BY (day STRING, city STRING);");
    Table table = odps.tables().get("cat_parts");
    table.createPartition(new PartitionSpec("day='1',city='hz'"));
    table.createPartition(new PartitionSpec("day='1',city='b'"), true);
    table.createPartition(new PartitionSpec("day='2',city='b'"), true);
    table.createPartition(new PartitionSpec("day='2',city='b'"), true);
    Expect.same(Arrays.asList("day='1',city='b'", "day='1',city='hz'", "day='2',city='b'"),
        names(table.getPartitionIterator(), one -> one.getPartitionSpec().toString()));
    Expect.same(2, names(table.getPartitionIterator(new PartitionSpec("day='1'")), one -> one.getPartitionSpec().toString()).size());
    Expect.yes(table.hasPartition(new PartitionSpec("day='2',city='b'")), "it is there");
    Expect.yes(!table.hasPartition(new PartitionSpec("day='3',city='b'")), "it is not");
    SdkSql.run("INSERT INTO cat_parts PARTITION (day='2', city='b') VALUES (1), (2);");
    Partition partition = table.getPartition(new PartitionSpec("day='2',city='b'"));
    Expect.yes(partition.getSize() > 0 && partition.getCreatedTime() != null, "its size and time");
    table.deletePartition(new PartitionSpec("day='2',city='b'"));
    Expect.yes(!table.hasPartition(new PartitionSpec("day='2',city='b'")), "it is gone");
    table.truncate();
  }

  public static void views() throws Exception {
    SdkSql.run("CREATE TABLE IF NOT EXISTS cat_base (x BIGINT);", "CREATE OR REPLACE VIEW cat_view AS SELECT x FROM cat_base;");
    Table view = odps.tables().get("cat_view");
    Expect.yes(view.isVirtualView(), "it is a view");
    Expect.has("cat_base", view.getViewText());
  }

  public static void schemas() throws Exception {
    if (odps.schemas().exists("cat_schema")) odps.schemas().delete("cat_schema");
    odps.schemas().create("cat_schema");
    Expect.yes(odps.schemas().exists("cat_schema"), "it exists");
    Expect.same(Arrays.asList("cat_schema", "default"), names(odps.schemas().iterator(), Schema::getName));
    TableSchema columns = new TableSchema();
    columns.addColumn(new Column("x", OdpsType.BIGINT));
    odps.tables().delete(Runner.PROJECT, "cat_schema", "inside", true);
    odps.tables().create(Runner.PROJECT, "cat_schema", "inside", columns, null, true, null, null, null);
    Expect.yes(odps.tables().exists(Runner.PROJECT, "cat_schema", "inside"), "a table in it");
    Expect.yes(!odps.tables().exists("inside"), "that is not in the schema default");
    odps.tables().delete(Runner.PROJECT, "cat_schema", "inside", false);
    odps.schemas().delete("cat_schema");
    Expect.yes(!odps.schemas().exists("cat_schema"), "it is gone");
  }

  public static void resources() throws Exception {
    FileResource file = new FileResource();
    file.setName("cat_words.txt");
    file.setComment("words");
    if (odps.resources().exists("cat_words.txt")) odps.resources().delete("cat_words.txt");
    odps.resources().create(file, new ByteArrayInputStream("one".getBytes("UTF-8")));
    odps.resources().update(file, new ByteArrayInputStream("two 字".getBytes("UTF-8")));
    try (InputStream in = odps.resources().getResourceAsStream("cat_words.txt")) {
      Expect.same("two 字", new Scanner(in, "UTF-8").useDelimiter("\\A").next());
    }
    Resource found = odps.resources().get("cat_words.txt");
    Expect.same(Resource.Type.FILE, found.getType());
    Expect.same("words", found.getComment());
    Expect.yes(names(odps.resources().iterator(), Resource::getName).contains("cat_words.txt"), "it is listed");
    odps.resources().delete("cat_words.txt");
    Expect.yes(!odps.resources().exists("cat_words.txt"), "it is gone");
  }

  public static void functions() throws Exception {
    if (odps.functions().exists("cat_twice")) odps.functions().delete("cat_twice");
    PyResource code = new PyResource();
    code.setName("cat_twice.py");
    if (odps.resources().exists("cat_twice.py")) odps.resources().delete("cat_twice.py");
    String text = "from odps.udf import annotate\n@annotate('bigint->bigint')\nclass Twice(object):\n"
        + "    def evaluate(self, x):\n        return x * 2\n";
    odps.resources().create(code, new ByteArrayInputStream(text.getBytes("UTF-8")));
    Function function = new Function();
    function.setName("cat_twice");
    function.setClassPath("cat_twice.Twice");
    function.setResources(Collections.singletonList("cat_twice.py"));
    odps.functions().create(function);
    Function found = odps.functions().get("cat_twice");
    Expect.same("cat_twice.Twice", found.getClassPath());
    Expect.yes(names(odps.functions().iterator(), Function::getName).contains("cat_twice"), "it is listed");
    Expect.same("42", SdkSql.rows("SELECT cat_twice(21L) AS x;").get(0).getString(0));
    odps.functions().delete("cat_twice");
    Expect.yes(!odps.functions().exists("cat_twice"), "it is gone");
  }

  public static void instances() throws Exception {
    SdkSql.run("SELECT 1L;");
    Iterator<Instance> all = odps.instances().iterator();
    Expect.yes(all.hasNext() && all.next().getId() != null, "an instance is listed");
  }

  private SdkCatalog() {}
}
