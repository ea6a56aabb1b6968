/**
 * Asks a cluster by Kafka's public admin client, as the command line and the management routes do; translates Kafka's types
 * into ours. Start with {@link dev.troupe.cluster.kafka.admin.GroupAdmin}; {@link
 * dev.troupe.cluster.kafka.admin.RecordClient} writes and reads records.
 */
@NullMarked
package dev.troupe.cluster.kafka.admin;

import org.jspecify.annotations.NullMarked;
