_tengen() {
	local word=${COMP_WORDS[COMP_CWORD]} words
	if [ "$COMP_CWORD" -eq 1 ]; then
		words=$(tengen help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
	elif [[ $word == -* ]]; then
		words=$(tengen "${COMP_WORDS[1]}" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u)
	else
		COMPREPLY=($(compgen -f -- "$word"))
		return
	fi
	COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o filenames -F _tengen tengen
