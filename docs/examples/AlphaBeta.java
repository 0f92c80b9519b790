// Alpha-beta with a table as a program that prunecheck can judge; the standard library only.
//
// Compile: javac AlphaBeta.java
// Run:     prunecheck doctor java -cp . AlphaBeta

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class AlphaBeta {
    static final long INFINITE = 1_000_000_000; // said to prunecheck below: no value in a tree is as large

    /** Bounds on the value of a node, searched to some depth: lower <= value <= upper. */
    record Entry(int node, long lower, long upper) {}

    /** A position as this search tells them apart: what it is, who moves, and the plies left. */
    record Position(long key, long max, int depth) {}

    static long[] first, child, max, value, key;
    static Map<Position, Entry> table = new HashMap<>(); // of one tree: keys are numbered anew in each request

    static long search(int node, int depth, long alpha, long beta) {
        int begin = (int) first[node], end = (int) first[node + 1];
        if (depth == 0 || begin == end) return value[node];
        Position position = new Position(key[node], max[node], depth);
        Entry known = table.getOrDefault(position, new Entry(node, -INFINITE, INFINITE));
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
        long low = alpha, high = beta;
        boolean isMax = max[node] == 1;
        long best = isMax ? -INFINITE : INFINITE;
        for (int nth = begin; nth < end && low < high; nth++) {
            long found = search((int) child[nth], depth - 1, low, high);
            best = isMax ? Math.max(best, found) : Math.min(best, found);
            if (isMax) low = Math.max(low, best);
            else high = Math.min(high, best);
        }
        long lower = best > alpha ? best : known.lower, upper = best < beta ? best : known.upper;
        table.put(position, new Entry(node, lower, upper));
        return best;
    }

    /** The table, for prunecheck to audit. */
    static String entries() {
        StringJoiner all = new StringJoiner(",", "[", "]");
        table.forEach((position, known) -> all.add("{\"node\":" + known.node + ",\"depth\":" + position.depth
            + ",\"lower\":" + known.lower + ",\"upper\":" + known.upper + "}"));
        return all.toString();
    }

    /** What stands after "name": in a line, without brackets and quotes; empty where there is nothing. */
    static String text(String line, String name) {
        Matcher found = Pattern.compile('"' + name + "\":(?:\\[([^\\]]*)\\]|\"?([^,}\"]*))").matcher(line);
        if (!found.find()) return "";
        return found.group(1) != null ? found.group(1) : found.group(2);
    }

    static long[] numbers(String line, String name) {
        return Arrays.stream(text(line, name).split(","))
            .filter(word -> !word.isEmpty())
            .mapToLong(word -> word.equals("null") ? 0 : Long.parseLong(word)) // null: no static value
            .toArray();
    }

    static String reply(String line) {
        String id = text(line, "id");
        if (id.isEmpty() || !line.endsWith("}")) return "{\"error\":\"not a request\"}";
        StringJoiner reply = new StringJoiner(",", "{\"id\":" + id + ",", "}");
        switch (text(line, "ask")) {
            case "hello":
                reply.add("\"prunecheck\":1,\"name\":\"AlphaBeta.java\"");
                reply.add("\"takes\":[\"window\",\"depth\",\"shared\",\"turns\"],\"gives\":[\"table\"]");
                return reply.add("\"infinity\":" + INFINITE).toString();
            case "search":
                first = numbers(line, "first");
                child = numbers(line, "child");
                max = numbers(line, "max");
                value = numbers(line, "value");
                key = numbers(line, "key");
                table.clear();
                int depth = Integer.parseInt(text(line, "depth"));
                long alpha = Long.parseLong(text(line, "alpha")), beta = Long.parseLong(text(line, "beta"));
                reply.add("\"value\":" + search(0, depth, alpha, beta));
                return reply.add("\"table\":" + entries()).toString();
            case "clear":
                return "{\"id\":" + id + "}";
            default:
                return reply.add("\"error\":\"unknown request\"").toString();
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (text(line, "ask").equals("quit")) break;
            System.out.println(reply(line)); // flushes
        }
    }
}
