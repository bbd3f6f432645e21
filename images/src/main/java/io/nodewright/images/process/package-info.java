/// Other programs at work for a build: started, waited for, and quoted when they fail.
@NullMarked
package io.nodewright.images.process;

import org.jspecify.annotations.NullMarked;
