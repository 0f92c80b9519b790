"""Shell completion of words with a colon, such as `file.py:name`, in bash, and of comma-separated lists in fish."""

import os
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, FishComplete, split_arg_string


class SubjectBashComplete(BashComplete):
    """Completion in bash that also works for words with a colon or an equals sign, at which bash splits words.

    bash passes the whole command line up to the cursor, and the part of the last word that the completion replaces.
    """

    #: the script that bash runs to set up completion
    source_template = """\
%(complete_func)s() {
    local type value
    COMPREPLY=()
    while IFS=',' read -r type value; do
        if [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
        elif [[ $type == 'file' ]]; then
            compopt -o filenames
            while IFS= read -r value; do
                COMPREPLY+=("$value")
            done < <(compgen -f -- "$2")
        fi
    done < <(env COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_CWORD="$2" %(complete_var)s=bash_complete "$1")
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *.py ]]; then
        compopt -o nospace
    fi
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Split the command line into the words after the program's name, and the last, possibly empty, word."""
        *before, last = split_arg_string(os.environ["COMP_WORDS"] + "x")  # the x is a part of the last word
        return before[1:], last[:-1]

    def format_completion(self, item: "CompletionItem[Any]") -> str:  # the class is only generic from click 8.5 on
        """Format a completion for bash: its type, and the text for the part of the last word that bash replaces."""
        _, typed = self.get_completion_args()
        kept = typed.removesuffix(os.environ["COMP_CWORD"].lstrip("'\""))
        for start in (kept, kept.partition("=")[2]):  # a value after `--option=`, or a word
            if start and item.value.startswith(start):
                return f"{item.type},{item.value.removeprefix(start)}"
        return super().format_completion(item)


class ListFishComplete(FishComplete):
    """Completion in fish that also works for comma-separated lists.

    A completion is passed to fish as `type,text`. Only the first comma is a separator between type and text, so a text
    may contain commas.
    """

    #: the script that fish runs to set up completion
    source_template = FishComplete.source_template.replace('split ","', 'split --max 1 ","')
