/** Returns a key's name as shown in hints, help and the README. */
export const keyLabel = (key: string): string => keyLabels.get(key) ?? key;

const keyLabels: ReadonlyMap<string, string> = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['pageUp', 'PgUp'],
	['pageDown', 'PgDn'],
	[' ', 'space'],
]);
