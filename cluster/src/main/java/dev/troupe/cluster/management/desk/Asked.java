package dev.troupe.cluster.management.desk;

/**
 * A question.
 *
 * @param group which group it is about
 * @param body what else there is to say, empty where there is nothing
 * @param client who asks, for the log
 */
public record Asked(Subject subject, String group, String body, String client) {}
