type Environment = Readonly<Record<string, string | undefined>>;

/** A sequence for the terminal outside, handed through whatever multiplexer landfall runs in. */
export function throughMultiplexer(sequence: string, {TMUX, STY}: Environment): string {
	if (TMUX) return `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
	return STY ? `\u001BP${sequence}\u001B\\` : sequence;
}
