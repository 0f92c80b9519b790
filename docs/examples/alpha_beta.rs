// Negamax with alpha-beta as a program that prunecheck can judge; the standard library only.
//
// Compile: rustc -O -o alpha_beta alpha_beta.rs
// Run:     prunecheck doctor ./alpha_beta

use std::io::{self, BufRead, Write};

const INFINITE: i64 = 1_000_000_000; // said to prunecheck below: no value in a tree is as large

struct Tree {
    first: Vec<i64>, // the children of n are child[first[n]] to child[first[n + 1] - 1]
    child: Vec<i64>,
    value: Vec<i64>,
}

/// The value of `node` for the player to move, and the place of the best child. Leaves read are added to `leaves`.
fn search(tree: &Tree, node: usize, mut alpha: i64, beta: i64, leaves: &mut Vec<i64>) -> (i64, Option<usize>) {
    let children = &tree.child[tree.first[node] as usize..tree.first[node + 1] as usize];
    if children.is_empty() {
        leaves.push(node as i64);
        return (tree.value[node], None);
    }
    let (mut best, mut place) = (-INFINITE, 0);
    for (nth, &child) in children.iter().enumerate() {
        let found = -search(tree, child as usize, -beta, -alpha, leaves).0;
        if found > best {
            (best, place) = (found, nth);
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break; // the opponent has a better choice above
        }
    }
    (best, Some(place))
}

/// What stands after "name": in a line, without brackets and quotes; empty where there is nothing.
fn text<'a>(line: &'a str, name: &str) -> &'a str {
    let wanted = format!("\"{}\":", name);
    let rest = match line.find(&wanted) {
        Some(place) => &line[place + wanted.len()..],
        None => return "",
    };
    match rest.strip_prefix('[') {
        Some(array) => &array[..array.find(']').unwrap_or(0)],
        None => rest[..rest.find(&[',', '}'][..]).unwrap_or(0)].trim_matches('"'),
    }
}

fn number(word: &str) -> i64 {
    word.parse().unwrap_or(0) // null: no static value, which this search never asks for
}

fn numbers(line: &str, name: &str) -> Vec<i64> {
    text(line, name).split(',').filter(|word| !word.is_empty()).map(number).collect()
}

fn reply(line: &str) -> Option<String> {
    let id = text(line, "id");
    if id.is_empty() || !line.ends_with('}') {
        return Some(r#"{"error":"not a request"}"#.to_string());
    }
    Some(match text(line, "ask") {
        "hello" => format!(
            concat!(
                r#"{{"id":{},"prunecheck":1,"name":"alpha_beta.rs","takes":["window","shared"],"#,
                r#""gives":["move","leaves"],"viewpoint":"mover","infinity":{}}}"#
            ),
            id, INFINITE
        ),
        "search" => {
            let tree =
                Tree { first: numbers(line, "first"), child: numbers(line, "child"), value: numbers(line, "value") };
            let mut leaves = Vec::new();
            let (alpha, beta) = (number(text(line, "alpha")), number(text(line, "beta")));
            let (value, place) = search(&tree, 0, alpha, beta, &mut leaves);
            let place = place.map_or("null".to_string(), |place| place.to_string());
            format!(r#"{{"id":{},"value":{},"move":{},"leaves":{:?}}}"#, id, value, place, leaves)
        }
        "clear" => format!(r#"{{"id":{}}}"#, id),
        "quit" => return None,
        _ => format!(r#"{{"id":{},"error":"unknown request"}}"#, id),
    })
}

fn main() {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let sent = match reply(&line.unwrap_or_default()) {
            Some(reply) => writeln!(output, "{}", reply).and_then(|()| output.flush()),
            None => return,
        };
        if sent.is_err() {
            return; // nobody listens any more
        }
    }
}
