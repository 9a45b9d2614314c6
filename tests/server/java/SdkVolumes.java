import com.aliyun.odps.Odps;
import com.aliyun.odps.Volume;
import com.aliyun.odps.tunnel.VolumeTunnel;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Scanner;

/** Volumes and their tunnel. */
final class SdkVolumes {
  private static final Odps odps = Runner.odps();

  public static void filesOfAPartition() throws Exception {
    if (odps.volumes().exists("vol_a")) odps.volumes().delete("vol_a");
    odps.volumes().create("vol_a", "a comment");
    Volume volume = odps.volumes().get("vol_a");
    Expect.same("a comment", volume.getComment());
    Iterator<Volume> all = odps.volumes().iterator();
    boolean listed = false;
    while (all.hasNext()) listed = all.next().getName().equals("vol_a") || listed;
    Expect.yes(listed, "it is listed");
    VolumeTunnel tunnel = new VolumeTunnel(odps);
    VolumeTunnel.UploadSession upload = tunnel.createUploadSession(Runner.PROJECT, "vol_a", "part");
    try (OutputStream out = upload.openOutputStream("words.txt")) {
      out.write("one 字".getBytes("UTF-8"));
    }
    upload.commit(new String[] {"words.txt"});
    VolumeTunnel.DownloadSession download = tunnel.createDownloadSession(Runner.PROJECT, "vol_a", "part", "words.txt");
    try (InputStream in = download.openInputStream()) {
      Expect.same("one 字", new Scanner(in, "UTF-8").useDelimiter("\\A").next());
    }
    odps.volumes().delete("vol_a");
    Expect.yes(!odps.volumes().exists("vol_a"), "it is gone");
  }

  private SdkVolumes() {}
}
