/// What images stand on: folders made of packages of the Debian (or Ubuntu) of this computer, with
/// the sources that its apt knows. Nothing is configured and nothing is started in them.
@NullMarked
package io.nodewright.images.debian;

import org.jspecify.annotations.NullMarked;
