package dev.troupe.cluster.management.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCode;
import org.apache.pekko.http.javadsl.model.StatusCodes;

/** Questions and answers in JSON: names in snake_case, indented for people. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Json() {}

    /** Reads what was posted. */
    public static <T> T read(String body, Class<T> type) throws JsonProcessingException {
        T read = MAPPER.readValue(body, type);
        if (read == null) {
            throw new JsonMappingException(null, "null is no " + type.getSimpleName());
        }
        return read;
    }

    /** Status 200. */
    public static HttpResponse ok(Object body) {
        return response(StatusCodes.OK, body);
    }

    /** One line of text, for programs that read line by line. */
    public static String line(Object body) {
        try {
            return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that cannot be written as JSON: " + body.getClass(), e);
        }
    }

    /** Any status. */
    public static HttpResponse response(StatusCode status, Object body) {
        return HttpResponse.create()
                .withStatus(status)
                .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, text(body)));
    }

    /** As text. */
    public static String text(Object body) {
        try {
            return MAPPER.writeValueAsString(body) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that cannot be written as JSON: " + body.getClass(), e);
        }
    }
}
