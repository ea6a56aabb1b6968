package dev.troupe.cluster.management.json;

/**
 * Who decides.
 *
 * @param nodeId the node that is the controller
 * @param epoch its epoch: how many controllers there have been (C3)
 * @param metadataVersion the version of the metadata that this node has from it
 */
public record ControllerJson(int nodeId, int epoch, long metadataVersion) {}
