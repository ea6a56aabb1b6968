package dev.troupe.protocol.controller;

/**
 * On whose behalf something is asked, for the log and for the record of causes (C14, K4).
 *
 * @param clientId the Kafka client's id, or the name of the part of Troupe that asks
 * @param host the client's address
 */
public record Requester(String clientId, String host) {
    @Override
    public String toString() {
        return "'" + clientId + "' at " + host;
    }
}
