/** An order pipeline made of one producer and a group of consumers; start with {@link orders.OrderPipeline}. */
@NullMarked
package orders;

import org.jspecify.annotations.NullMarked;
