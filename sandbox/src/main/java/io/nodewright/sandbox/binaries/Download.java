package io.nodewright.sandbox.binaries;

import io.nodewright.sandbox.archive.TarEntry;
import io.nodewright.sandbox.archive.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches published programs and takes only those that have their pinned checksum.
final class Download {
  private static final Logger LOG = LoggerFactory.getLogger(Download.class);

  private final Release release;
  private final ProgramCache cache;

  Download(Release release, ProgramCache cache) {
    this.release = release;
    this.cache = cache;
  }

  /// Fetches `program` into the cache.
  ///
  /// @throws IOException when the server has it not, or has other bytes than the pinned ones
  void fetch(KubeProgram program) throws IOException {
    Release.Asset asset = release.asset(program);
    LOG.info("downloading {}", asset.url());
    Path fetched = cache.folder().resolve("." + program.name() + ".download");
    Path made = cache.folder().resolve("." + program.name() + ".new");
    try {
      String checksum = save(asset.url(), fetched);
      if (!checksum.equals(asset.sha256())) {
        throw new IOException(
            "%s: has SHA-256 %s, pinned is %s; it was not taken"
                .formatted(asset.url(), checksum, asset.sha256()));
      }
      switch (asset) {
        case Release.Asset.Program _ ->
            Files.move(fetched, made, StandardCopyOption.REPLACE_EXISTING);
        case Release.Asset.Archive archive -> extract(fetched, archive.member(), made);
      }
      cache.accept(program, made);
    } finally {
      Files.deleteIfExists(fetched);
      Files.deleteIfExists(made);
    }
  }

  private static String save(String url, Path file) throws IOException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(20))
            .build()) {
      HttpResponse<InputStream> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() != 200) {
          throw new IOException(url + ": the server answers " + answer.statusCode());
        }
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        Files.copy(new DigestInputStream(body, sha256), file, StandardCopyOption.REPLACE_EXISTING);
        return HexFormat.of().formatHex(sha256.digest());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(url + ": interrupted", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void extract(Path archive, String member, Path to) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(archive))) {
      TarReader tar = new TarReader(in);
      for (Optional<TarEntry> entry = tar.next(); entry.isPresent(); entry = tar.next()) {
        if (entry.get().path().equals(member)) {
          Files.copy(tar.contentStream(), to, StandardCopyOption.REPLACE_EXISTING);
          return;
        }
      }
    }
    throw new IOException(archive + ": has no member " + member);
  }
}
