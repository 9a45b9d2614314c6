package paisql.functions;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The classes of users' JARs: their own come before ours, but the SDK is one for all. */
final class Jars extends URLClassLoader {
  private static final String[] SHARED = {"java.", "javax.", "com.aliyun.odps.", "paisql.functions."};

  private Jars(URL[] places) {
    super(places, Jars.class.getClassLoader());
  }

  /** IllegalArgumentException for a file that is no JAR. */
  static Jars of(List<File> files) throws java.io.IOException {
    URL[] places = new URL[files.size()];
    for (int i = 0; i < places.length; i++) {
      check(files.get(i));
      places[i] = place(files.get(i));
    }
    return new Jars(places);
  }

  private static void check(File file) throws java.io.IOException {
    try (ZipFile opened = new ZipFile(file)) {
      opened.size();
    } catch (ZipException error) {
      throw new IllegalArgumentException(file.getName() + " is not a JAR: " + error.getMessage());
    }
  }

  private static URL place(File file) throws MalformedURLException {
    return file.toURI().toURL();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    for (String shared : SHARED) {
      if (name.startsWith(shared)) return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        try {
          found = findClass(name);
        } catch (ClassNotFoundException elsewhere) {
          return super.loadClass(name, resolve);
        }
      }
      if (resolve) resolveClass(found);
      return found;
    }
  }
}
