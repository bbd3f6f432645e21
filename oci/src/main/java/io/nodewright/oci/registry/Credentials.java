package io.nodewright.oci.registry;

/// What a user shows to a registry.
///
/// @param user a name; empty when there is a token alone
/// @param secret a password, or with an empty name an identity token
public record Credentials(String user, String secret) {
  /// Nobody.
  public static final Credentials NONE = new Credentials("", "");

  /// Whether there is anything to show.
  public boolean known() {
    return !secret.isEmpty();
  }

  /// Whether the secret is an identity token.
  public boolean token() {
    return known() && user.isEmpty();
  }

  @Override
  public String toString() {
    return known() ? "credentials of " + (token() ? "a token" : user) : "no credentials";
  }
}
