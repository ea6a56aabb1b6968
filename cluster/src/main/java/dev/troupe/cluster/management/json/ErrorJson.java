package dev.troupe.cluster.management.json;

import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCode;
import org.apache.pekko.http.javadsl.model.StatusCodes;

/**
 * The body of every error.
 *
 * @param code a stable word for programs
 * @param message what is wrong
 * @param hint what to do about it
 */
public record ErrorJson(String code, String message, String hint) {

    /** Status 404. */
    public static HttpResponse notFound(String message, String hint) {
        return response(StatusCodes.NOT_FOUND, "not_found", message, hint);
    }

    /** Status 405. */
    public static HttpResponse notAllowed(String message, String hint) {
        return response(StatusCodes.METHOD_NOT_ALLOWED, "method_not_allowed", message, hint);
    }

    /** Status 400. */
    public static HttpResponse badRequest(String message, String hint) {
        return response(StatusCodes.BAD_REQUEST, "bad_request", message, hint);
    }

    /** Status 401. */
    public static HttpResponse unauthorized(String message, String hint) {
        return response(StatusCodes.UNAUTHORIZED, "unauthorized", message, hint);
    }

    /** Status 403. */
    public static HttpResponse forbidden(String message, String hint) {
        return response(StatusCodes.FORBIDDEN, "forbidden", message, hint);
    }

    /** Status 409. */
    public static HttpResponse refused(String message, String hint) {
        return response(StatusCodes.CONFLICT, "refused", message, hint);
    }

    /** Status 503. */
    public static HttpResponse unavailable(String message, String hint) {
        return response(StatusCodes.SERVICE_UNAVAILABLE, "unavailable", message, hint);
    }

    /** Status 500: a fault of ours. */
    public static HttpResponse failed(String message, String hint) {
        return response(StatusCodes.INTERNAL_SERVER_ERROR, "failed", message, hint);
    }

    private static HttpResponse response(StatusCode status, String code, String message, String hint) {
        return Json.response(status, new ErrorJson(code, message, hint));
    }
}
