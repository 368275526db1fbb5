function __tengen_commands
	tengen help 2>/dev/null | string match -rg '^  ([a-z][a-z-]* .*)' | string replace -r ' +' \t
end
function __tengen_flags
	set -l words (commandline -opc)
	tengen $words[2] --help 2>/dev/null | string match -rag -- '--[a-z][a-z-]*' | sort -u
end
complete -c tengen -n __fish_use_subcommand -f -a '(__tengen_commands)'
complete -c tengen -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(__tengen_flags)'
