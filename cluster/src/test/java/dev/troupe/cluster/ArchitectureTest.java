package dev.troupe.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;

/** The layout that all modules keep: who may know whom, and what decides without acting. */
@AnalyzeClasses(packages = "dev.troupe", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String DECIDES = "(.*)(Logic|State|Event|Decision|Effect)(\\$.*)?";

    @ArchTest
    static final ArchRule modulesKnowEachOtherOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("protocol")
            .definedBy("dev.troupe.protocol..")
            .layer("persistence")
            .definedBy("dev.troupe.persistence..")
            .layer("actors")
            .definedBy("dev.troupe.actors..")
            .layer("cluster")
            .definedBy("dev.troupe.cluster..")
            .whereLayer("cluster")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("actors")
            .mayOnlyBeAccessedByLayers("cluster")
            .whereLayer("persistence")
            .mayOnlyBeAccessedByLayers("actors", "cluster");

    @ArchTest
    static final ArchRule whatDecidesKnowsNoActorAndDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAPackage("dev.troupe.actors..")
            .and()
            .haveNameMatching(DECIDES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.pekko..",
                    "org.slf4j..",
                    "java.io..",
                    "java.nio.file..",
                    "java.nio.channels..",
                    "java.net..",
                    "java.util.concurrent..");

    @ArchTest
    static final ArchRule whatDecidesReadsNoClock = noClasses()
            .that()
            .resideInAPackage("dev.troupe.actors..")
            .and()
            .haveNameMatching(DECIDES)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule kafkasInnerClassesStayAtTheWire = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.troupe.protocol.wire..", "dev.troupe.protocol.record..", "dev.troupe.cluster.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka.common..");

    @ArchTest
    static final ArchRule nettyStaysInTheListener = noClasses()
            .that()
            .resideOutsideOfPackage("dev.troupe.cluster.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule configurationIsReadWithoutActors = classes()
            .that()
            .resideInAPackage("dev.troupe.cluster.config..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.troupe.cluster.config..",
                    "dev.troupe.protocol..",
                    "com.typesafe.config..",
                    "java..",
                    "org.jspecify..");

    @ArchTest
    static void everyPackageIntroducesItselfAndIsNullMarked(JavaClasses all) {
        for (JavaPackage each : all.getPackage("dev.troupe").getSubpackagesInTree()) {
            if (!each.getClasses().isEmpty()) {
                assertThat(each.tryGetPackageInfo().filter(info -> info.isAnnotatedWith(NullMarked.class)))
                        .as(each.getName())
                        .isPresent();
            }
        }
    }
}
