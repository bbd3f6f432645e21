# Where programs of this host find the proxy.
export no_proxy=localhost,127.0.0.1
