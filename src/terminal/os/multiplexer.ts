type Environment = Readonly<Record<string, string | undefined>>;

/** Wraps a sequence so that tmux or screen, if landfall runs inside one, passes it to the outer terminal. */
export function throughMultiplexer(sequence: string, {TMUX, STY}: Environment): string {
	if (TMUX) return `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
	return STY ? `\u001BP${sequence}\u001B\\` : sequence;
}
