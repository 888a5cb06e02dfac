export type ColorSupport = {
	readonly hasColor: boolean;
	/** Whether the terminal has 24-bit colours. Otherwise it is assumed to have 256. */
	readonly isTrueColor: boolean;
	/** Whether the terminal can be asked for its background. */
	readonly hasBackgroundQuery: boolean;
};

/** Returns what the terminal can show according to its environment. `choice` is the user's. */
export function colorSupport(
	{TERM = '', COLORTERM = ''}: Readonly<Record<string, string | undefined>>,
	choice: 'auto' | 'never' | 'always',
): ColorSupport {
	const hasColor = choice === 'always' || (choice === 'auto' && TERM !== 'dumb');
	return {
		hasColor,
		isTrueColor: /^(?:truecolor|24bit)$/i.test(COLORTERM),
		// The Linux console would take the query for a change of its palette.
		hasBackgroundQuery: hasColor && TERM !== 'dumb' && TERM !== 'linux',
	};
}
