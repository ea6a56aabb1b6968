package dev.troupe.cluster.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The console in a real browser. Its pictures are left in {@code target/console}. */
class ConsoleIT {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path PICTURES = Path.of("target", "console");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String MARKUP = "<img src=x onerror=document.title='pwned'>";
    private static final String GROUP = "billing " + MARKUP;

    @TempDir
    private static Path folder;

    private static TestNode node;
    private static ChromeDriver browser;
    private static KafkaProducer<String, String> producer;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER),
                "there is no chromium with its driver here; .ci/run installs both");
        node = TestNode.start(folder.resolve("data"));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", node.kafka()), new StringSerializer(), new StringSerializer());
        fill();
        System.setProperty("webdriver.chrome.driver", DRIVER.toString());
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        browser = new ChromeDriver(options);
    }

    private static void fill() throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", node.kafka());
        try (Admin admin = Admin.create(config)) {
            admin.createTopics(List.of(new NewTopic("orders", 3, (short) 1)))
                    .all()
                    .get();
            admin.alterConsumerGroupOffsets(GROUP, Map.of(new TopicPartition("orders", 0), new OffsetAndMetadata(0)))
                    .all()
                    .get();
        }
        produce(10);
    }

    private static void produce(int records) {
        for (int i = 0; i < records; i++) {
            var _ = producer.send(new ProducerRecord<>("orders", 0, "key", MARKUP));
        }
        producer.flush();
    }

    @AfterAll
    static void stop() {
        if (node != null) {
            browser.quit();
            producer.close();
            node.close();
        }
    }

    @AfterEach
    void hasComplainedOfNothing() {
        assertThat(complaints()).isEmpty();
        assertThat(browser.getTitle())
                .as("what a name holds is shown, and not run")
                .isNotEqualTo("pwned");
    }

    @Test
    void leadsFromPageToPage() {
        open("/");
        awaitText("h1", "Overview");
        awaitText("#health", "healthy");
        for (String page : List.of("Topics", "Groups", "Events", "Overview")) {
            browser.findElement(By.linkText(page)).click();
            awaitText("h1", page);
            assertThat(browser.findElement(By.cssSelector("nav [aria-current]")).getText())
                    .isEqualTo(page);
        }
        browser.findElement(By.linkText("Topics")).click();
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            browser.findElement(By.linkText("orders")).click();
            return true;
        });
        awaitText("h1", "orders");
    }

    @Test
    void showsWhatChangesWithoutLoadingThePageAgain() {
        open("/#/topics/orders");
        awaitText(".tiles", "Records here");
        browser.executeScript("window.stayed = document.querySelector('h1')");
        String before = text(".tiles");
        produce(25);

        await().atMost(PATIENCE).until(() -> !text(".tiles").equals(before));
        assertThat(browser.executeScript("return window.stayed === document.querySelector('h1')"))
                .isEqualTo(true);
    }

    @Test
    void showsRecordsAndSegmentsAsTextWhateverIsInThem() {
        open("/#/topics/orders");
        press("Records of partition 0");
        awaitText("main", MARKUP);
        press("Segments of partition 0");
        awaitText("main", "and why each is kept");
    }

    @Test
    void showsWhereOffsetsWouldGoAndChangesNothing() {
        open("/#/groups");
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            browser.findElement(By.linkText(GROUP)).click();
            return true;
        });
        awaitText("h1", GROUP);
        choose("strategy", "latest");
        press("Preview");
        awaitText(".preview", "orders-0");
        awaitText(".told", "Nothing is changed yet");
        press("Apply");
        awaitText(".told", "changes over HTTP are switched off");
        assertThat(complaints()).singleElement().asString().contains("offsets:apply", "403");
    }

    @Test
    void canBeReadOnEveryScreenInBothThemes() throws IOException {
        Files.createDirectories(PICTURES);
        for (String theme : List.of("light", "dark")) {
            for (int width : List.of(1280, 390)) {
                look(theme, width);
                for (String page : List.of("", "topics", "topics/orders", "groups", "events")) {
                    open("/#/" + page);
                    await().atMost(PATIENCE).until(() -> !text("main").contains("Loading"));
                    assertThat(browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"))
                            .as("nothing is cut off on /%s at %s", page, width)
                            .isEqualTo(true);
                    Files.write(
                            PICTURES.resolve("%s-%s-%s.png"
                                    .formatted(page.isEmpty() ? "overview" : page.replace('/', '-'), theme, width)),
                            browser.getScreenshotAs(OutputType.BYTES));
                }
            }
        }
    }

    /** What stands on the browser's own console since it was last looked at. */
    private static List<LogEntry> complaints() {
        return browser.manage().logs().get(LogType.BROWSER).getAll();
    }

    private static void look(String theme, int width) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 700));
    }

    private static void open(String path) {
        browser.get("about:blank");
        browser.get(node.management() + path);
    }

    /** Presses a button by the name that a screen reader tells; it may not be drawn yet. */
    private static void press(String name) {
        By button = By.xpath("//button[@aria-label='" + name + "' or normalize-space()='" + name + "']");
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            browser.findElement(button).click();
            return true;
        });
    }

    private static void choose(String id, String option) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            browser.findElement(By.xpath("//select[@id='" + id + "']/option[.='" + option + "']"))
                    .click();
            return true;
        });
    }

    private static void awaitText(String selector, String wanted) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(text(selector)).contains(wanted));
    }

    private static String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }
}
