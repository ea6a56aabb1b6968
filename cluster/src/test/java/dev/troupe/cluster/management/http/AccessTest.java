package dev.troupe.cluster.management.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.junit.jupiter.api.Test;

class AccessTest {
    private final Access guarded = new Access("ann", "s3cret");

    @Test
    void letsEverybodyInWhereNoNameIsSet() {
        assertThat(new Access("", "").refusal(HttpRequest.GET("/"))).isEmpty();
    }

    @Test
    void refusesWithoutTheRightNameAndPassword() {
        assertThat(status(guarded, HttpRequest.GET("/"))).isEqualTo(401);
        assertThat(status(guarded, as("ann:wrong"))).isEqualTo(401);
        assertThat(status(guarded, as("bob:s3cret"))).isEqualTo(401);
        assertThat(status(guarded, as(""))).isEqualTo(401);
        assertThat(status(guarded, HttpRequest.GET("/").addHeader(RawHeader.create("Authorization", "Bearer x"))))
                .isEqualTo(401);
    }

    @Test
    void asksForThem() {
        HttpResponse refusal = guarded.refusal(HttpRequest.GET("/")).orElseThrow();

        assertThat(refusal.getHeader("WWW-Authenticate").orElseThrow().value()).startsWith("Basic realm=");
    }

    @Test
    void letsInWhoKnowsThem() {
        assertThat(guarded.refusal(as("ann:s3cret"))).isEmpty();
    }

    @Test
    void refusesChangesThatAPageOfAnotherSiteSends() {
        HttpRequest sent = HttpRequest.POST("/").addHeader(RawHeader.create("Host", "127.0.0.1:8558"));
        Access open = new Access("", "");

        assertThat(status(open, sent.addHeader(RawHeader.create("Origin", "http://evil.example"))))
                .isEqualTo(403);
        assertThat(open.refusal(sent.addHeader(RawHeader.create("Origin", "http://127.0.0.1:8558"))))
                .isEmpty();
        assertThat(open.refusal(sent)).isEmpty();
    }

    private static HttpRequest as(String nameAndPassword) {
        String encoded = Base64.getEncoder().encodeToString(nameAndPassword.getBytes(StandardCharsets.UTF_8));
        return HttpRequest.GET("/").addHeader(RawHeader.create("Authorization", "Basic " + encoded));
    }

    private static int status(Access access, HttpRequest request) {
        return access.refusal(request)
                .map(refusal -> refusal.status().intValue())
                .orElse(200);
    }
}
