import type {Candidate} from './completion.ts';

/*
The scripts ask `landfall complete` for candidates: one per line, with a tab before its explanation. An empty line asks the shell for file names. No script evaluates typed text or candidates.
*/

const bash = `# Completes landfall in bash. Add to ~/.bashrc: eval "$(landfall completion bash)"
_landfall() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $line ]]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("$line")
    fi
  done < <(command landfall complete bash "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -F _landfall landfall
`;

const zsh = String.raw`#compdef landfall
# Completes landfall in zsh. Add to ~/.zshrc, after compinit: source <(landfall completion zsh)
_landfall() {
  local line files=0
  local -a values shown
  while IFS= read -r line; do
    if [[ -z $line ]]; then
      files=1
    else
      values+=("${'$'}{line%%$'\t'*}")
      shown+=("${'$'}{line/$'\t'/  }")
    fi
  done < <(command landfall complete zsh "${'$'}{(@)words[2,CURRENT-1]}" "$QIPREFIX$PREFIX" 2>/dev/null)
  if (( files )); then
    compset -P '*='
    _files
  elif (( $#values )); then
    compadd -l -d shown -a values
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _landfall "$@"
else
  compdef _landfall landfall
fi
`;

const fish = String.raw`# Completes landfall in fish. Save as ~/.config/fish/completions/landfall.fish
function __landfall_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l lines (command landfall complete fish $words -- "$current" 2>/dev/null)
    if test "$lines" = ""; and test (count $lines) -eq 1
        set -l option (string match -r -- '^--[^=]*=' "$current")
        for path in (__fish_complete_path (string replace -- "$option" "" "$current"))
            printf '%s%s\n' "$option" $path
        end
    else
        printf '%s\n' $lines
    end
end
complete -c landfall -f -a '(__landfall_complete)'
`;

export const completionScripts: Readonly<Record<string, string>> = {bash, zsh, fish};

type ShellInput = {
	readonly words: readonly string[];
	readonly lineOf: (candidate: Candidate) => string | undefined;
};

export function shellInput(shell: string | undefined, given: readonly string[]): ShellInput | undefined {
	switch (shell) {
		case 'bash':
			return bashInput(given[0] ?? '', given[1] ?? '');
		case 'zsh':
			return {words: given.map(raw => typedWord(raw).value), lineOf: tabbed};
		case 'fish':
			// fish has already unquoted all words but the last.
			return {words: [...given.slice(0, -2), typedWord(given.at(-1) ?? '').value], lineOf: tabbed};
		default:
			return undefined;
	}
}

const tabbed = ({value, about}: Candidate): string => (about === '' ? value : `${value}\t${about}`);

/** `replaced`: the end of the line, which bash replaces. Bash also starts a word after `=` and `:`. */
function bashInput(line: string, replaced: string): ShellInput {
	const typed = typedWords(line);
	const start = typed.findIndex(({raw}) => !/^\w+=/.test(raw));
	const {raw} = typed.at(-1) ?? noWord;
	const prefix = typedWord(raw.endsWith(replaced) ? raw.slice(0, raw.length - replaced.length) : '');
	return {
		words: typed.slice(start + 1).map(({value}) => value),
		lineOf: ({value}) => quotedIn(prefix.openQuote, value.slice(prefix.value.length)),
	};
}

type TypedWord = {
	readonly value: string;
	readonly raw: string;
	readonly openQuote: '' | '"' | "'";
};

const noWord: TypedWord = {value: '', raw: '', openQuote: ''};

const shellPieces = /'([^']*)('?)|"((?:[^"\\]|\\.?)*)("?)|\\(.?)|(\s)|[^\s'"\\]+/gsu;

const typedWord = (raw: string): TypedWord => typedWords(raw)[0] ?? noWord;

/** Splits like a POSIX shell, without expansion. The last word, at the end of the line, may be empty. */
export function typedWords(line: string): readonly TypedWord[] {
	const words: TypedWord[] = [];
	let word = noWord;
	for (const [raw, single, singleEnd, double, doubleEnd, escaped, blank] of line.matchAll(shellPieces)) {
		if (blank !== undefined) {
			if (word.raw !== '') words.push(word);
			word = noWord;
			continue;
		}

		// A backslash between double quotes is literal before any other character.
		const value = single ?? double?.replace(/\\(["$`\\]|$)/g, '$1') ?? escaped ?? raw;
		const openQuote = singleEnd === '' ? "'" : doubleEnd === '' ? '"' : '';
		word = {value: word.value + value, raw: word.raw + raw, openQuote};
	}

	return [...words, word];
}

/** Quotes a text so that a shell takes it literally. Undefined if it cannot be quoted. */
function quotedIn(openQuote: TypedWord['openQuote'], text: string): string | undefined {
	if (openQuote === "'") return text.replaceAll("'", String.raw`'\''`);
	if (openQuote === '') return text.replace(/[^\p{L}\p{N}\p{M}%+,./:=@_-]/gu, String.raw`\$&`);
	// Interactive bash expands !x between double quotes, and would keep a backslash in front of it.
	return text.includes('!') ? undefined : text.replace(/["$`\\]/g, String.raw`\$&`);
}
