/** What the key for quick filters shows, each with its condition in a query, in the order of the key. */
const shown = [
	{label: 'in progress', condition: 'outcome:in-progress'},
	{label: 'failed', condition: 'outcome:failed'},
	{label: 'watched', condition: 'is:watched'},
] as const;

const wordsIn = (query: string): readonly string[] => query.split(/\s+/).filter(word => word !== '');

const indexIn = (query: string): number => shown.findIndex(({condition}) => wordsIn(query).includes(condition));

/** Returns what a query restricts the list to, of what the key cycles through. Undefined for all. */
export const shownLabel = (query: string): (typeof shown)[number]['label'] | undefined => shown[indexIn(query)]?.label;

/** Returns the query that shows the next of all, in progress, failed and watched. Keeps everything else in it. */
export function withNextShown(query: string): string {
	const at = indexIn(query);
	const current = shown[at]?.condition;
	const rest =
		current === undefined
			? query.trim()
			: wordsIn(query)
					.filter(word => word !== current)
					.join(' ');
	return [rest, shown[at + 1]?.condition ?? ''].filter(part => part !== '').join(' ');
}
