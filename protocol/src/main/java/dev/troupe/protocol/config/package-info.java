/**
 * The configs that topics and brokers have: names, types, defaults, rules, and which value is in force. Start with
 * {@link dev.troupe.protocol.config.TopicConfigs} and {@link dev.troupe.protocol.config.BrokerConfigs}. Pure: imports nothing but
 * the metadata image.
 */
@NullMarked
package dev.troupe.protocol.config;

import org.jspecify.annotations.NullMarked;
