package paisql.functions;

import com.aliyun.odps.data.VolumeInfo;
import com.aliyun.odps.udf.ExecutionContext;
import com.aliyun.odps.udf.TableRecordReader;
import com.aliyun.odps.volume.FileSystem;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a function finds around it: the resources that it was made with lie in the process's folder. */
final class Context extends ExecutionContext {
  static final Context ONE = new Context();
  private static final String ARCHIVES = "work";

  private Context() {
    localResourceDirectory = new File(".").getAbsoluteFile().getParent() + File.separator;
  }

  private static File file(String name) throws IOException {
    File found = new File(name);
    if (name.contains("/") || !found.isFile()) throw new FileNotFoundException("Invalid resource name: " + name);
    return found;
  }

  @Override
  public byte[] readResourceFile(String name) throws IOException {
    return Files.readAllBytes(file(name).toPath());
  }

  @Override
  public BufferedInputStream readResourceFileAsStream(String name) throws IOException {
    return new BufferedInputStream(new FileInputStream(file(name)));
  }

  @Override
  @Deprecated
  public Iterable<Object[]> readResourceTable(String name) throws IOException {
    file(name + TableRows.END);
    return new TableRows(name);
  }

  @Override
  public TableRecordReader getResourceTableReader(String name) throws IOException {
    file(name + TableRows.END);
    return new TableRows(name).reader();
  }

  @Override
  public Iterable<BufferedInputStream> readCacheArchiveAsStream(String name) throws IOException {
    return readCacheArchiveAsStream(name, ".");
  }

  @Override
  public Iterable<BufferedInputStream> readCacheArchiveAsStream(String name, String path) throws IOException {
    Path archive = Path.of(ARCHIVES, name).normalize();
    if (name.contains("/") || !Files.isDirectory(archive)) {
      throw new FileNotFoundException("Invalid resource name: " + name);
    }
    Path inside = archive.resolve(path).normalize();
    if (!inside.startsWith(archive) || !Files.exists(inside)) {
      throw new FileNotFoundException("Invalid relative path, file not exists: " + path);
    }
    List<Path> files;
    try (Stream<Path> found = Files.walk(inside)) {
      files = found.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    }
    List<BufferedInputStream> streams = new ArrayList<>();
    for (Path one : files) streams.add(new BufferedInputStream(Files.newInputStream(one)));
    return streams;
  }

  @Override
  public void claimAlive() {}

  @Override
  public Properties getConfigurations() {
    return new Properties();
  }

  private static UnsupportedOperationException noVolumes() {
    return new UnsupportedOperationException("functions of SQL have no volumes; use a resource");
  }

  @Override
  public VolumeInfo getInputVolumeInfo() {
    throw noVolumes();
  }

  @Override
  public VolumeInfo getInputVolumeInfo(String label) {
    throw noVolumes();
  }

  @Override
  public VolumeInfo getOutputVolumeInfo() {
    throw noVolumes();
  }

  @Override
  public VolumeInfo getOutputVolumeInfo(String label) {
    throw noVolumes();
  }

  @Override
  public FileSystem getInputVolumeFileSystem() {
    throw noVolumes();
  }

  @Override
  public FileSystem getInputVolumeFileSystem(String label) {
    throw noVolumes();
  }

  @Override
  public FileSystem getOutputVolumeFileSystem() {
    throw noVolumes();
  }

  @Override
  public FileSystem getOutputVolumeFileSystem(String label) {
    throw noVolumes();
  }

  @Override
  public FileSystem getTempFileSystem() {
    throw noVolumes();
  }
}
