"""How a tree is searched: one file a form in `forms`, each the algorithm as its source states it."""
