package dev.troupe.cluster.management;

import com.typesafe.config.Config;
import dev.troupe.cluster.management.http.Access;

/**
 * How management is served.
 *
 * @param access who may ask
 * @param writable whether changes over HTTP are permitted (M4)
 * @param showsRecords whether the records of topics may be seen
 * @param maxSeries how many partitions, and how many committed offsets, the metrics show one by one at most
 */
public record ManagementSettings(Access access, boolean writable, boolean showsRecords, int maxSeries) {

    /**
     * Reads them.
     *
     * @param troupe all keys without the namespace
     */
    public static ManagementSettings from(Config troupe) {
        return new ManagementSettings(
                new Access(troupe.getString("management.user"), troupe.getString("management.password")),
                troupe.getBoolean("management.writable"),
                troupe.getBoolean("management.records.visible"),
                troupe.getInt("metrics.max.series"));
    }
}
