package dev.troupe.cluster.management.desk;

/**
 * An answer as HTTP has it.
 *
 * @param status the HTTP status
 * @param body JSON
 */
public record Answered(int status, String body) {}
