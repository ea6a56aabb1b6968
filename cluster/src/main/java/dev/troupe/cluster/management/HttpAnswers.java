package dev.troupe.cluster.management;

import dev.troupe.cluster.management.desk.Answered;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpEntity;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** Answers as they travel between nodes, and as they go to whoever asked over HTTP. */
final class HttpAnswers {
    private HttpAnswers() {}

    static HttpResponse response(Answered answered) {
        return HttpResponse.create()
                .withStatus(answered.status())
                .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, answered.body()));
    }

    /** Of a response whose body is there as a whole, as ours are. */
    static Answered of(HttpResponse response) {
        HttpEntity.Strict body = (HttpEntity.Strict) response.entity();
        return new Answered(response.status().intValue(), body.getData().utf8String());
    }
}
