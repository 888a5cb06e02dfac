/*
The scripts ask `landfall complete` for the candidates: one in each line, with a tab before its explanation. An empty line asks the shell for names of files. No script evaluates what was typed or what it is told.
*/

/** Bash gets the candidates in the form in which it inserts them. */
const bash = `# Completes landfall in bash. Add to ~/.bashrc: source <(landfall completion bash)
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

/** Returns the script for a shell. */
export const completionScript = (shell: string): string =>
	new Map([
		['bash', bash],
		['zsh', zsh],
		['fish', fish],
	]).get(shell) ?? '';
