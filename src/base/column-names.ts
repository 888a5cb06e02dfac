/** The columns that the settings can choose for each list. The first one is always shown, because it has the signs of a row. */
export const columnNames: ReadonlyMap<string, readonly string[]> = new Map([
	[
		'projects',
		[
			...['project', 'upload', 'status', 'outcome', 'version', 'environment', 'took', 'when', 'last 12'],
			...['updated', 'created', 'mode', 'slug', 'url', 'id'],
		],
	],
	['board', ['project', 'outcome', 'environment', 'version', 'took', 'when', 'read', 'last 12']],
	['deployments', ['outcome', 'environment', 'version', 'took', 'usual', 'started', 'id']],
]);

/** The columns that the user has chosen for each list, in their order. A list that is missing has all of them. */
export type ChosenColumns = ReadonlyMap<string, readonly string[]>;
