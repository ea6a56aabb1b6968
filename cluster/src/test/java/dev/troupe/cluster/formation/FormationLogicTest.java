package dev.troupe.cluster.formation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.formation.FormationLogic.Wish;
import dev.troupe.cluster.formation.Verdict.Adopt;
import dev.troupe.cluster.formation.Verdict.Back;
import dev.troupe.cluster.formation.Verdict.Join;
import dev.troupe.cluster.formation.Verdict.NameCluster;
import dev.troupe.cluster.formation.Verdict.Refuse;
import dev.troupe.cluster.formation.Verdict.Wait;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FormationLogicTest {
    private static final Wish NONE = new Wish("", List.of());
    private static final List<Integer> VOTERS = List.of(1, 2, 3);

    private List<String> seeds = seeds(3);

    @Test
    void aLoneNodeNamesItsClusterAndBegins() {
        seeds = List.of();

        assertThat(decide(fresh(7))).isEqualTo(new NameCluster(List.of(7)));
        assertThat(decide(of("c", List.of(7), 7))).isEqualTo(new Back("host:7"));
        assertThat(decide(of("c", List.of(7), 7).backing("host:7"))).isEqualTo(new Join("host:7"));
    }

    @Test
    void theFirstSeedNamesTheClusterWhenAllVotingSeedsAreThere() {
        assertThat(decide(fresh(1), fresh(2))).isInstanceOf(Wait.class);
        assertThat(decide(fresh(1), fresh(2), fresh(3))).isEqualTo(new NameCluster(VOTERS));
        assertThat(decide(fresh(2), fresh(1), fresh(3))).isInstanceOf(Wait.class);
    }

    @Test
    void theFirstThreeOrFiveSeedsVote() {
        seeds = seeds(4);
        assertThat(decide(fresh(1), fresh(2), fresh(3), fresh(4))).isEqualTo(new NameCluster(VOTERS));
        seeds = seeds(6);
        assertThat(decide(fresh(1), fresh(2), fresh(3), fresh(4), fresh(5)))
                .isEqualTo(new NameCluster(List.of(1, 2, 3, 4, 5)));
    }

    @Test
    void otherVotersAreTakenWhereTheyAreNamed() {
        assertThat(FormationLogic.decide(fresh(1), new Wish("", List.of(3, 1)), List.of(fresh(2), fresh(3))))
                .isEqualTo(new NameCluster(List.of(1, 3)));
    }

    @Test
    void aNewNodeTakesOverTheClusterOfAnySeedThatHasOne() {
        assertThat(decide(fresh(1), known(2))).isEqualTo(new Adopt("c", VOTERS));
        assertThat(decide(fresh(4), fresh(1), member(3))).isEqualTo(new Adopt("c", VOTERS));
    }

    @Test
    void aNodeJoinsThroughAMember() {
        assertThat(decide(known(1), known(2), member(3))).isEqualTo(new Join("host:3"));
        assertThat(decide(of("c", VOTERS, 4), member(3))).isEqualTo(new Join("host:3"));
    }

    @Test
    void votersBackTheFirstOfThoseThatAreThereOnceTheyAreAMajority() {
        assertThat(decide(known(2))).isInstanceOf(Wait.class);
        assertThat(decide(known(2), known(3))).isEqualTo(new Back("host:2"));
        assertThat(decide(known(3), known(2))).isEqualTo(new Back("host:2"));
        assertThat(decide(of("c", VOTERS, 4), known(2), known(3))).isInstanceOf(Wait.class);
    }

    @Test
    void onlyTheOneThatAMajorityBacksBegins() {
        NodeCard two = known(2).backing("host:2");
        assertThat(decide(two, known(3))).isInstanceOf(Wait.class);
        assertThat(decide(two, known(3).backing("host:2"))).isEqualTo(new Join("host:2"));
        assertThat(decide(two, known(3).backing("host:1"))).isInstanceOf(Wait.class);
    }

    @Test
    void aVoterKeepsToTheNodeThatItBacksAndDesertsNobodyButItself() {
        assertThat(decide(known(3).backing("host:2"), known(1), known(2))).isInstanceOf(Wait.class);
        assertThat(decide(known(2).backing("host:2"), known(1).backing("host:1"), known(3)))
                .isEqualTo(new Back("host:1"));
        assertThat(decide(known(1).backing("host:1"), known(2).backing("host:2")))
                .isInstanceOf(Wait.class);
    }

    @Test
    void itDoesNotDesertItselfOnceAMajorityBacksIt() {
        NodeCard two = known(2).backing("host:2");
        assertThat(decide(two, known(1).backing("host:1"), known(3).backing("host:2")))
                .isEqualTo(new Join("host:2"));
    }

    @Test
    void ofTwoNodesWithOneIdTheOneThatDoesNotRunGivesWay() {
        NodeCard twin = new NodeCard(2, "host:9", UUID.randomUUID(), "c", VOTERS, seeds, false, null);

        assertThat(decide(twin, member(2))).isInstanceOf(Refuse.class);
        assertThat(decide(member(2), twin)).isInstanceOf(Wait.class);
    }

    @Test
    void aNodeOfAnotherClusterIsRefused() {
        assertThat(refusal(decide(of("d", VOTERS, 2), member(1)))).contains("belongs to the cluster c");
        assertThat(decide(known(1), of("d", VOTERS, 2), known(3))).isEqualTo(new Back("host:1"));
        assertThat(refusal(FormationLogic.decide(fresh(2), new Wish("d", List.of()), List.of(known(1)))))
                .contains("troupe.cluster.id is d");
    }

    @Test
    void votersThatDisagreeAreRefused() {
        assertThat(refusal(decide(of("c", List.of(1, 2), 2), known(1)))).contains("[1, 2, 3]", "[1, 2]");
        assertThat(refusal(FormationLogic.decide(fresh(2), new Wish("", List.of(2)), List.of(known(1)))))
                .contains("troupe.metadata.voters is [2]");
    }

    @Test
    void seedsInAnotherOrderAreRefusedByTheLaterOfTwo() {
        NodeCard reversed =
                new NodeCard(3, "host:3", UUID.randomUUID(), null, List.of(), seeds.reversed(), false, null);

        assertThat(refusal(decide(reversed, fresh(2), fresh(1)))).isNotEmpty();
    }

    private static Verdict decide(NodeCard self, NodeCard... others) {
        return FormationLogic.decide(self, NONE, List.of(others));
    }

    private static String refusal(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Refuse.class);
        return ((Refuse) verdict).reason();
    }

    private static List<String> seeds(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> "host:" + n).toList();
    }

    private NodeCard fresh(int id) {
        return of(null, List.of(), id);
    }

    private NodeCard known(int id) {
        return of("c", VOTERS, id);
    }

    private NodeCard member(int id) {
        return known(id).asMember();
    }

    private NodeCard of(@Nullable String cluster, List<Integer> voters, int id) {
        return new NodeCard(id, "host:" + id, UUID.randomUUID(), cluster, voters, seeds, false, null);
    }
}
