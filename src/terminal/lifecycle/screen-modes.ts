const modes = {
	alternateScreen: 1049,
	visibleCursor: 25,
	autowrap: 7,
	markedPaste: 2004,
	focusReports: 1004,
	synchronizedUpdate: 2026,
} as const;

const on = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}h`;
const off = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}l`;

/** What takes the terminal. Lines are cut where they end: one that is wider than landfall takes it for must not push the others down. */
export const enterScreen =
	on('alternateScreen') + off('visibleCursor') + off('autowrap') + on('markedPaste') + on('focusReports');

/** What gives the terminal back, also in the midst of a frame. */
export const leaveScreen =
	`${off('synchronizedUpdate')}\u001B[m\u001B[r` +
	off('focusReports') +
	off('markedPaste') +
	on('autowrap') +
	on('visibleCursor') +
	off('alternateScreen');
