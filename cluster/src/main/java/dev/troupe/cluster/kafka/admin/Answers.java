package dev.troupe.cluster.kafka.admin;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waits for answers, and turns Kafka's exceptions into words that say what to do. */
record Answers(String bootstrap) {

    static Admin connect(String bootstrap, Supplier<Admin> admin) {
        try {
            return admin.get();
        } catch (KafkaException wrong) {
            throw new AdminFailure(
                    "cannot connect to '" + bootstrap + "': it must be HOST:PORT of a host that is known");
        }
    }

    <T> T get(String doing, KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AdminFailure(doing + " was interrupted");
        } catch (ExecutionException failed) {
            throw failure(doing, Objects.requireNonNullElse(failed.getCause(), failed));
        }
    }

    AdminFailure failure(String doing, Throwable cause) {
        return new AdminFailure(doing + " failed: " + reason(cause));
    }

    private String reason(Throwable cause) {
        return switch (cause) {
            case GroupIdNotFoundException e -> "there is no such group; list shows those there are";
            case GroupNotEmptyException e -> "it has members; stop them first";
            case UnknownMemberIdException e -> "it has members by now; stop them first";
            case UnknownTopicOrPartitionException e ->
                "there is no such topic or partition; 'troupe topics list' shows those there are";
            case TopicExistsException e -> "it exists already; 'troupe topics alter' changes it";
            case TimeoutException e ->
                "no node answers at " + bootstrap + " in time; is one running there? --bootstrap names another";
            default -> cause.getCause() == null ? String.valueOf(cause.getMessage()) : reason(cause.getCause());
        };
    }
}
