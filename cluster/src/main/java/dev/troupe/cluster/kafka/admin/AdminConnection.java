package dev.troupe.cluster.kafka.admin;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** How the admin client is set up; it connects with the first question. */
final class AdminConnection {
    private AdminConnection() {}

    static Admin open(String bootstrap, Duration patience) {
        int millis = Math.toIntExact(patience.toMillis());
        Map<String, Object> config = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis,
                AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return Answers.connect(bootstrap, () -> Admin.create(config));
    }
}
