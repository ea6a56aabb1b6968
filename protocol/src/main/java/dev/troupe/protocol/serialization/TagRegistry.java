package dev.troupe.protocol.serialization;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The tags of all modules on the class path, both ways. */
public final class TagRegistry {
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Map<Class<?>, String> tags = new HashMap<>();

    private TagRegistry() {}

    /**
     * Collects what every module registers.
     *
     * @throws IllegalStateException if a tag or a class is registered twice
     */
    public static TagRegistry load() {
        TagRegistry registry = new TagRegistry();
        for (MessageTags module : ServiceLoader.load(MessageTags.class, MessageTags.class.getClassLoader())) {
            module.tags().forEach(registry::add);
            module.formerTags().forEach(registry::addReadable);
        }
        return registry;
    }

    private void addReadable(String tag, Class<?> type) {
        Class<?> other = types.putIfAbsent(tag, type);
        if (other != null) {
            throw new IllegalStateException("tag " + tag + " is given to " + other + " and to " + type);
        }
    }

    private void add(String tag, Class<?> type) {
        addReadable(tag, type);
        String otherTag = tags.putIfAbsent(type, tag);
        if (otherTag != null) {
            throw new IllegalStateException(type + " has two tags, " + otherTag + " and " + tag);
        }
    }

    /** Whether the class has a tag. */
    public boolean contains(Class<?> type) {
        return tags.containsKey(type);
    }

    /**
     * The tag of a class.
     *
     * @throws IllegalArgumentException if it has none
     */
    public String tagOf(Class<?> type) {
        @Nullable String tag = tags.get(type);
        if (tag == null) {
            throw new IllegalArgumentException(type.getName() + " has no tag: register it in its module's MessageTags");
        }
        return tag;
    }

    /**
     * The class of a tag.
     *
     * @throws IllegalArgumentException if nobody registered it: a newer or foreign version wrote it
     */
    public Class<?> typeOf(String tag) {
        @Nullable Class<?> type = types.get(tag);
        if (type == null) {
            throw new IllegalArgumentException("unknown tag '" + tag + "'");
        }
        return type;
    }
}
