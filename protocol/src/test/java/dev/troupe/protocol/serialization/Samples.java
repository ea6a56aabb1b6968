package dev.troupe.protocol.serialization;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/** Makes one value of any record: every component filled, collections with one element, always the same. */
public final class Samples {
    private final Map<Type, Object> given = new HashMap<>();

    /** Samples in which each {@link ActorRef} is this one. */
    public Samples(ActorRef<?> ref) {
        given.put(ActorRef.class, ref);
        given.put(String.class, "text");
        given.put(Object.class, "object");
        given.put(UUID.class, new UUID(7, 9));
        given.put(ByteString.class, ByteString.fromInts(1, 2, 3));
        for (Class<?> number : List.of(int.class, Integer.class)) {
            given.put(number, 7);
        }
        for (Class<?> number : List.of(long.class, Long.class)) {
            given.put(number, 8_000_000_000L);
        }
        for (Class<?> number : List.of(short.class, Short.class)) {
            given.put(number, (short) 3);
        }
        for (Class<?> number : List.of(byte.class, Byte.class)) {
            given.put(number, (byte) 1);
        }
        for (Class<?> number : List.of(double.class, Double.class)) {
            given.put(number, 0.5);
        }
        for (Class<?> flag : List.of(boolean.class, Boolean.class)) {
            given.put(flag, true);
        }
    }

    /** Uses this value for a type whose constructor refuses the one that would be made. */
    public <T> Samples with(Class<T> type, T value) {
        given.put(type, value);
        return this;
    }

    /** One value of the type. */
    public Object of(Type type) {
        @Nullable Object known = given.get(type);
        if (known != null) {
            return known;
        }
        return switch (type) {
            case ParameterizedType generic -> ofGeneric(generic);
            case Class<?> plain -> ofClass(plain);
            default -> throw new IllegalArgumentException("no sample of " + type);
        };
    }

    private Object ofGeneric(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] arguments = type.getActualTypeArguments();
        if (raw == List.class) {
            return List.of(of(arguments[0]));
        } else if (raw == Set.class) {
            return Set.of(of(arguments[0]));
        } else if (raw == Map.class) {
            return Map.of(of(arguments[0]), of(arguments[1]));
        } else if (raw == PMap.class) {
            return HashTreePMap.singleton(of(arguments[0]), of(arguments[1]));
        } else if (raw == PVector.class) {
            return TreePVector.singleton(of(arguments[0]));
        } else if (raw == PSet.class) {
            return HashTreePSet.singleton(of(arguments[0]));
        }
        return of(raw);
    }

    private Object ofClass(Class<?> type) {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[constants.length - 1];
        }
        if (type.isSealed()) {
            return of(type.getPermittedSubclasses()[0]);
        }
        if (!type.isRecord()) {
            throw new IllegalArgumentException("no sample of " + type + ": give one");
        }
        return ofRecord(type);
    }

    private Object ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values =
                Arrays.stream(components).map(c -> of(c.getGenericType())).toArray();
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("give a sample of " + type.getName() + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("record without canonical constructor", e);
        }
    }
}
