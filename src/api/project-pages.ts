import {addPeriod, plain} from '../base/text.ts';
import {ApiError} from './errors.ts';
import {listLimit, type ProjectPage} from './types.ts';

/** The service may send the same page forever. */
export const maxPagesWithoutNew = 5;

type PagesOptions = {
	readonly limit?: number | undefined;
	readonly cursor?: string | undefined;
	readonly maxPages?: number | undefined;
};

export const isCursorRejected = ({kind}: ApiError): boolean => kind === 'rejected' || kind === 'not found';

/**
Reads projects page by page, up to `limit` projects or `maxPages` pages. `isStopped`: there is more, or the service repeated a cursor or its projects. `count`: the projects so far.

If the service rejects its own cursor, reading starts over once, so some projects come twice. The second rejection throws `E_CURSOR`.
*/
export async function* eachProjectPage<Page extends Pick<ProjectPage, 'projects' | 'nextCursor'>>(
	read: (query: {readonly limit: number; readonly cursor?: string}) => Promise<Page>,
	options: PagesOptions = {},
	isAgain = false,
): AsyncGenerator<{readonly page: Page; readonly isStopped: boolean; readonly count: number}, void> {
	const {limit = Number.POSITIVE_INFINITY, maxPages = Number.POSITIVE_INFINITY, cursor: start} = options;
	const cursors = new Set<string>();
	const known = new Set<string>();
	let cursor = start;
	let pagesWithoutNew = 0;
	for (let pages = 1; ; pages++) {
		const query = {limit: Math.min(listLimit, limit - known.size), ...(cursor !== undefined && {cursor})};
		const page = await read(query).catch((error: unknown) => {
			if (cursor === undefined || !(error instanceof ApiError) || !isCursorRejected(error)) throw error;
			if (!isAgain && cursor !== start) return undefined;
			const sentence = plain`${addPeriod(error.message)} The list could not be read whole.`;
			throw new ApiError('E_CURSOR', sentence, {...error.details, notFound: undefined});
		});
		if (!page) return yield* eachProjectPage(read, options, true);
		const before = known.size;
		for (const {id} of page.projects) known.add(id);
		pagesWithoutNew = known.size > before ? 0 : pagesWithoutNew + 1;
		cursor = page.nextCursor;
		const isRepeated = cursor !== undefined && (cursors.has(cursor) || pagesWithoutNew >= maxPagesWithoutNew);
		const isStopped = isRepeated || (cursor !== undefined && pages >= maxPages);
		yield {page, isStopped, count: known.size};
		if (cursor === undefined || isStopped || known.size >= limit) return;
		cursors.add(cursor);
	}
}
