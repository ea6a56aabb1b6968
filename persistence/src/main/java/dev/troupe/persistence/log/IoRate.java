package dev.troupe.persistence.log;

/** Holds back who reads and writes much in the background, so that clients hardly notice. */
@FunctionalInterface
public interface IoRate {
    /** As fast as the disk can. */
    IoRate UNLIMITED = bytes -> {};

    /** So many bytes were read or written: returns when more may be. */
    void used(long bytes);
}
