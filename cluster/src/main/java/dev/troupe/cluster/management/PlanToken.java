package dev.troupe.cluster.management;

/**
 * Names a plan in the whole cluster: {@code NODE-PLAN}, so that any node knows which one made it.
 *
 * @param node who made it
 * @param plan the plan's own token
 */
record PlanToken(int node, String plan) {

    /** Reads one; what names no node is taken for a plan of {@code self}. */
    static PlanToken parse(String token, int self) {
        int dash = token.indexOf('-');
        try {
            return dash < 0
                    ? new PlanToken(self, token)
                    : new PlanToken(Integer.parseInt(token, 0, dash, 10), token.substring(dash + 1));
        } catch (NumberFormatException guessed) {
            return new PlanToken(self, token);
        }
    }

    @Override
    public String toString() {
        return node + "-" + plan;
    }
}
