package dev.troupe.actors.group;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names that nearly every group has, kept once for all of them instead of once for each member. */
final class CommonNames {
    private static final Map<String, String> NAMES =
            List.of(GroupCore.CONSUMER, "range", "roundrobin", "sticky", "cooperative-sticky").stream()
                    .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));

    private CommonNames() {}

    /** The same name, the shared one where there is one. */
    static String shared(String name) {
        return NAMES.getOrDefault(name, name);
    }
}
