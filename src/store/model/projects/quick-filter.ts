/** The quick filters, each with its condition in a query, in the order in which their key goes through them. */
const quickFilters = [
	{label: 'in progress', condition: 'outcome:in-progress'},
	{label: 'failed', condition: 'outcome:failed'},
	{label: 'watched', condition: 'is:watched'},
] as const;

const wordsIn = (query: string): readonly string[] => query.split(/\s+/).filter(word => word !== '');

const indexIn = (query: string): number => quickFilters.findIndex(({condition}) => wordsIn(query).includes(condition));

/** Returns the quick filter in a query. Undefined if it has none. */
export const quickFilterOf = (query: string): (typeof quickFilters)[number]['label'] | undefined =>
	quickFilters[indexIn(query)]?.label;

/** Returns the query with the next quick filter: none, in progress, failed and watched. Keeps everything else in it. */
export function withNextQuickFilter(query: string): string {
	const at = indexIn(query);
	const current = quickFilters[at]?.condition;
	const rest =
		current === undefined
			? query.trim()
			: wordsIn(query)
					.filter(word => word !== current)
					.join(' ');
	return [rest, quickFilters[at + 1]?.condition ?? ''].filter(part => part !== '').join(' ');
}
