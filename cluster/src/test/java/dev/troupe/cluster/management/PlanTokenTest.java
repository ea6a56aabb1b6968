package dev.troupe.cluster.management;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlanTokenTest {
    private static final int SELF = 3;

    @Test
    void namesTheNodeThatMadeThePlan() {
        PlanToken token = new PlanToken(12, "c0ffee");

        assertThat(token).hasToString("12-c0ffee");
        assertThat(PlanToken.parse("12-c0ffee", SELF)).isEqualTo(token);
    }

    @Test
    void isLookedUpHereWhereItNamesNoNode() {
        assertThat(PlanToken.parse("guessed", SELF)).isEqualTo(new PlanToken(SELF, "guessed"));
        assertThat(PlanToken.parse("well-guessed", SELF)).isEqualTo(new PlanToken(SELF, "well-guessed"));
        assertThat(PlanToken.parse("", SELF)).isEqualTo(new PlanToken(SELF, ""));
    }
}
