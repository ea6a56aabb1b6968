package dev.troupe.cluster.kafka.handlers;

import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/** The operations that a client may do on a resource, as bits (KIP-430): all that there are, while nobody is refused any. */
final class AuthorizedOperations {
    /** Says that the client did not ask. */
    static final int NOT_ASKED = Integer.MIN_VALUE;

    static final int TOPIC = bits(Set.of(
            AclOperation.READ,
            AclOperation.WRITE,
            AclOperation.CREATE,
            AclOperation.DELETE,
            AclOperation.ALTER,
            AclOperation.DESCRIBE,
            AclOperation.DESCRIBE_CONFIGS,
            AclOperation.ALTER_CONFIGS));

    static final int GROUP = bits(Set.of(
            AclOperation.READ,
            AclOperation.DELETE,
            AclOperation.DESCRIBE,
            AclOperation.DESCRIBE_CONFIGS,
            AclOperation.ALTER_CONFIGS));

    static final int CLUSTER = bits(Set.of(
            AclOperation.CREATE,
            AclOperation.ALTER,
            AclOperation.DESCRIBE,
            AclOperation.CLUSTER_ACTION,
            AclOperation.DESCRIBE_CONFIGS,
            AclOperation.ALTER_CONFIGS,
            AclOperation.IDEMPOTENT_WRITE));

    private AuthorizedOperations() {}

    private static int bits(Set<AclOperation> operations) {
        return operations.stream().mapToInt(operation -> 1 << operation.code()).reduce(0, (a, b) -> a | b);
    }
}
