package dev.troupe.cluster.kafka.admin;

/** A group in a list of groups. */
public record ListedGroup(String group, String state, String protocolType) {}
