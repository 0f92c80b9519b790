// Alpha-beta written by hand in C++: the measure for the compiled forms.
//
// Connect Four, 7 x 6, on bit boards with a spare bit above each column; a win is worth 1, moves go from left to right.
// A flat tree is three arrays: the children of node n are first[n] ... first[n] + count[n] - 1.
// Every search is fail-soft and returns the value of the root for the side to move. With `counting`, it counts nodes.
#include <algorithm>
#include <cstdint>

using Bits = std::uint64_t;

constexpr int INFINITE = 1 << 30;
std::int64_t nodes;

struct ConnectFour {
    struct Node {
        Bits own, mask;  // the stones of the player to move, and all stones
        int plies;       // left before the depth limit
    };
    static constexpr Bits BOTTOMS = 0x40810204081;  // the lowest cell of each column
    static constexpr Bits FULL = BOTTOMS * 0x3F;

    static bool has_run(Bits stones) {
        for (int step : {1, 6, 7, 8}) {
            Bits pairs = stones & (stones >> step);
            if (pairs & (pairs >> 2 * step)) return true;
        }
        return false;
    }
    bool lost(Node node) const { return has_run(node.own ^ node.mask); }

    // Sets `value`, for the side to move, if the node is terminal.
    bool is_terminal(Node node, int& value) const {
        value = lost(node) ? -1 : 0;
        return value || node.plies == 0 || node.mask == FULL;
    }
    // Calls `visit` for each child until it returns true.
    template <class Visit>
    void for_each_child(Node node, Visit visit) const {
        for (Bits moves = (node.mask + BOTTOMS) & FULL; moves; moves &= moves - 1) {
            Bits move = moves & -moves;
            if (visit(Node{node.own ^ node.mask, node.mask | move, node.plies - 1})) return;
        }
    }
};

struct FlatTree {
    struct Node {
        std::int64_t at;
        bool is_max;
    };
    const std::int32_t *first, *count, *values;  // values for MAX

    bool is_terminal(Node node, int& value) const {
        if (count[node.at]) return false;
        value = node.is_max ? values[node.at] : -values[node.at];
        return true;
    }
    template <class Visit>
    void for_each_child(Node node, Visit visit) const {
        std::int64_t child = first[node.at], end = child + count[node.at];
        for (; child < end; ++child)
            if (visit(Node{child, !node.is_max})) return;
    }
};

template <bool counting, class Tree>
int negamax(const Tree& tree, typename Tree::Node node, int alpha, int beta) {
    if (counting) ++nodes;
    int best;
    if (tree.is_terminal(node, best)) return best;
    best = -INFINITE;
    tree.for_each_child(node, [&](typename Tree::Node child) {
        best = std::max(best, -negamax<counting>(tree, child, -beta, -std::max(alpha, best)));
        return best >= beta;
    });
    return best;
}

template <bool counting, class Tree>
int min_value(const Tree& tree, typename Tree::Node node, int alpha, int beta);

template <bool counting, class Tree>
int max_value(const Tree& tree, typename Tree::Node node, int alpha, int beta) {
    if (counting) ++nodes;
    int best;
    if (tree.is_terminal(node, best)) return best;
    best = -INFINITE;
    tree.for_each_child(node, [&](typename Tree::Node child) {
        best = std::max(best, min_value<counting>(tree, child, std::max(alpha, best), beta));
        return best >= beta;
    });
    return best;
}

template <bool counting, class Tree>
int min_value(const Tree& tree, typename Tree::Node node, int alpha, int beta) {
    if (counting) ++nodes;
    int best;
    if (tree.is_terminal(node, best)) return -best;
    best = INFINITE;
    tree.for_each_child(node, [&](typename Tree::Node child) {
        best = std::min(best, max_value<counting>(tree, child, alpha, std::min(beta, best)));
        return best <= alpha;
    });
    return best;
}

template <bool counting, class Tree>
int value(const Tree& tree, typename Tree::Node root, int functions) {
    return functions == 1 ? negamax<counting>(tree, root, -INFINITE, INFINITE)
                          : max_value<counting>(tree, root, -INFINITE, INFINITE);
}

template <class Tree>
int search(const Tree& tree, typename Tree::Node root, int functions, bool counting) {
    nodes = 0;
    return counting ? value<true>(tree, root, functions) : value<false>(tree, root, functions);
}

extern "C" {
int connect_four(Bits own, Bits mask, int depth, int functions, bool counting) {
    return search(ConnectFour{}, {own, mask, depth}, functions, counting);
}
int flat_tree(const std::int32_t* first, const std::int32_t* count, const std::int32_t* values, int functions,
              bool counting) {
    return search(FlatTree{first, count, values}, {0, true}, functions, counting);
}
std::int64_t nodes_of_last_count() { return nodes; }
}
