// Alpha-beta as a program that prunecheck can judge; Node.js without packages.
//
// Run: prunecheck doctor node alpha_beta.js

"use strict";

const number = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
const written = (value) => (Number.isFinite(value) ? value : value > 0 ? "inf" : "-inf"); // JSON has no infinity

// The value of `node` for MAX, and the line of play that leads to it; leaves read are added to `leaves`.
function search(tree, node, depth, alpha, beta, leaves) {
  const begin = tree.first[node];
  const end = tree.first[node + 1];
  if (depth === 0 || begin === end) {
    leaves.push(node);
    return [number(tree.value[node]), []];
  }
  let best = null;
  let line = [];
  for (let nth = begin; nth < end; nth++) {
    const [found, rest] = search(tree, tree.child[nth], depth - 1, alpha, beta, leaves);
    if (best === null || (tree.max[node] ? found > best : found < best)) {
      best = found;
      line = [nth - begin, ...rest];
    }
    if (tree.max[node]) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
    if (alpha >= beta) break; // the opponent has a better choice above
  }
  return [best, line];
}

function reply(request) {
  switch (request.ask) {
    case "hello":
      return {
        prunecheck: 1,
        name: "alpha_beta.js",
        takes: ["window", "depth", "shared", "turns", "infinities"],
        gives: ["move", "line", "leaves"],
        values: "float",
        least: -Number.MAX_VALUE,
        greatest: Number.MAX_VALUE,
      };
    case "search": {
      const leaves = [];
      const [alpha, beta] = [number(request.alpha), number(request.beta)];
      const [value, line] = search(request.tree, 0, request.depth, alpha, beta, leaves);
      return { value: written(value), move: line.length ? line[0] : null, line, leaves };
    }
    case "clear":
      return {};
    case "quit":
      process.exit(0);
    default:
      return { error: "unknown request" };
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    let answer;
    try {
      const request = JSON.parse(line);
      answer = { id: request.id, ...reply(request) };
    } catch (error) {
      answer = { error: String(error.message) };
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  });
