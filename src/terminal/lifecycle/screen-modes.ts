const modes = {
	alternateScreen: 1049,
	visibleCursor: 25,
	autowrap: 7,
	bracketedPaste: 2004,
	focusReports: 1004,
	synchronizedUpdate: 2026,
	colorReports: 2031,
} as const;

const on = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}h`;
const off = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}l`;

/** Takes over the terminal. Autowrap is off: a line that the terminal measures wider than landfall does must not push the others down. */
export const enterScreen =
	on('alternateScreen') +
	off('visibleCursor') +
	off('autowrap') +
	on('bracketedPaste') +
	on('focusReports') +
	on('colorReports');

/** Restores the terminal, even in the middle of a frame. */
export const leaveScreen =
	`${off('synchronizedUpdate')}\u001B[m\u001B[r` +
	off('colorReports') +
	off('focusReports') +
	off('bracketedPaste') +
	on('autowrap') +
	on('visibleCursor') +
	off('alternateScreen');
