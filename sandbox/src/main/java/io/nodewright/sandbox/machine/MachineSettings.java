package io.nodewright.sandbox.machine;

import java.nio.file.Path;

/// What a machine is booted with.
///
/// @param users the user namespace it lives in
/// @param folder the node's folder
/// @param name the node's name
/// @param bootId the id of this boot
/// @param images the folder with the images that its containers are made of
record MachineSettings(
    UserNamespace users, NodeFolder folder, String name, String bootId, Path images) {}
