// Alpha-beta as a program that prunecheck can judge, without a JSON library.
//
// Compile: g++ -std=c++17 -O2 -o alpha_beta alpha_beta.cpp
// Run:     prunecheck doctor ./alpha_beta

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using Value = long long;
const Value INFINITE = 1000000000;  // said to prunecheck below: no value in a tree is as large

struct Tree {
    std::vector<Value> first, child, max, value;  // the children of n are child[first[n]] ... child[first[n + 1] - 1]
};

Tree tree;
std::vector<Value> leaves;  // read, in order

Value search(Value node, int depth, Value alpha, Value beta, Value* move) {
    Value begin = tree.first[node], end = tree.first[node + 1];
    if (depth == 0 || begin == end) {
        leaves.push_back(node);
        return tree.value[node];
    }
    bool is_max = tree.max[node];
    Value best = is_max ? -INFINITE : INFINITE;
    if (move) *move = 0;
    for (Value nth = begin; nth < end; ++nth) {
        Value found = search(tree.child[nth], depth - 1, alpha, beta, nullptr);
        if (is_max ? found > best : found < best) {
            best = found;
            if (move) *move = nth - begin;
        }
        (is_max ? alpha : beta) = is_max ? std::max(alpha, best) : std::min(beta, best);
        if (alpha >= beta) break;  // the opponent has a better choice above
    }
    return best;
}

// What stands after "name": in a line, as far as the next comma or closing bracket; an array with its brackets.
std::string text(const std::string& line, const std::string& name) {
    size_t start = line.find("\"" + name + "\":");
    if (start == std::string::npos) return "";
    start += name.size() + 3;
    size_t end = line[start] == '[' ? line.find(']', start) : line.find_first_of(",}", start);
    return line.substr(start, end - start);
}

std::vector<Value> numbers(const std::string& line, const std::string& name) {
    std::string all = text(line, name);
    std::vector<Value> found;
    for (size_t at = 1; at < all.size(); at = all.find(',', at), at = at == std::string::npos ? all.size() : at + 1)
        found.push_back(all[at] == 'n' ? 0 : std::atoll(all.c_str() + at));  // null: no static value
    return found;
}

std::string array(const std::vector<Value>& values) {
    std::string all;
    for (Value each : values) all += (all.empty() ? "" : ",") + std::to_string(each);
    return "[" + all + "]";
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::string id = text(line, "id"), ask = text(line, "ask");
        if (id.empty() || line.back() != '}') {
            std::cout << "{\"error\":\"not a request\"}" << std::endl;
        } else if (ask == "\"hello\"") {
            std::cout << "{\"id\":" << id << ",\"prunecheck\":1,\"name\":\"alpha_beta.cpp\","
                      << "\"takes\":[\"window\",\"depth\",\"shared\",\"turns\"],\"gives\":[\"move\",\"leaves\"],"
                      << "\"infinity\":" << INFINITE << "}" << std::endl;
        } else if (ask == "\"search\"") {
            tree = {numbers(line, "first"), numbers(line, "child"), numbers(line, "max"), numbers(line, "value")};
            leaves.clear();
            Value move = -1;
            Value value = search(0, std::stoi(text(line, "depth")), std::stoll(text(line, "alpha")),
                                 std::stoll(text(line, "beta")), &move);
            std::cout << "{\"id\":" << id << ",\"value\":" << value;
            if (move >= 0) std::cout << ",\"move\":" << move;
            std::cout << ",\"leaves\":" << array(leaves) << "}" << std::endl;  // endl: the line leaves at once
        } else if (ask == "\"clear\"") {
            std::cout << "{\"id\":" << id << "}" << std::endl;
        } else if (ask == "\"quit\"") {
            break;
        } else {
            std::cout << "{\"id\":" << id << ",\"error\":\"unknown request\"}" << std::endl;
        }
    }
}
