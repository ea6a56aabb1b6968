package dev.troupe.cluster.kafka;

/**
 * What the connections of one listener have in common.
 *
 * @param connections all of them
 * @param budget the memory that their requests may take together
 * @param meters count what they do
 * @param maxRequests how many requests each may have under way
 */
record Shared(
        Connections connections, RequestDecoder decoder, MemoryBudget budget, RequestMeters meters, int maxRequests) {}
