package dev.troupe.protocol.broker;

/**
 * What every order of a controller carries, so that a broker can refuse a deposed controller and orders meant for an earlier
 * incarnation (BEHAVIOUR C3, C6).
 *
 * @param controllerId the node that is the controller
 * @param controllerEpoch its epoch
 * @param brokerEpoch the addressee's broker epoch
 * @param version of the controller's journal up to which the order speaks
 */
public record Stamp(int controllerId, int controllerEpoch, long brokerEpoch, long version) {}
