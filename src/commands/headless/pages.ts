import {objectAsSent} from '../../api/decode/as-sent.ts';
import type {Json} from '../../api/decode/fields.ts';
import type {ProjectPage} from '../../api/types.ts';
import {plain} from '../../text.ts';
import {captureAnswer} from './captured-answer.ts';
import type {Reader} from './reader.ts';

/** The service's maximum page size. */
export const maxPageSize = 100;

/** Reading stops after this many pages in a row without a new project: the service may send the same page forever. */
const maxPagesWithoutNew = 5;

export type ReadPage = {
	readonly page: ProjectPage;
	/** The page as the service sent it. */
	readonly sent: Json | undefined;
	/** Whether reading stopped before the end of the list, because the service repeated a cursor or its projects. */
	readonly isStopped: boolean;
};

type PagesOptions = {
	/** How many projects are enough. Default: all. */
	readonly limit?: number | undefined;
	/** Where to begin. Default: with the first page. */
	readonly cursor?: string | undefined;
};

/** Reads the pages of the project list one after the other, up to its end or until there are `limit` projects. */
export async function* eachPage(
	read: Reader,
	{limit = Number.POSITIVE_INFINITY, cursor: start}: PagesOptions = {},
): AsyncGenerator<ReadPage> {
	const cursors = new Set<string>();
	const known = new Set<string>();
	let cursor = start;
	let pagesWithoutNew = 0;
	for (;;) {
		const answer = captureAnswer();
		const query = {limit: Math.min(maxPageSize, limit - known.size), ...(cursor !== undefined && {cursor})};
		const page = await read((client, signal, requestOptions) =>
			client.listProjects(query, signal, {...requestOptions, ...answer.requestOptions}),
		);
		const before = known.size;
		for (const {id} of page.projects) known.add(id);
		read.progress(plain`Projects read: ${known.size}`);
		pagesWithoutNew = known.size > before ? 0 : pagesWithoutNew + 1;
		cursor = page.nextCursor;
		const isRepeated = cursor !== undefined && (cursors.has(cursor) || pagesWithoutNew >= maxPagesWithoutNew);
		yield {page, sent: objectAsSent(answer.body()), isStopped: isRepeated};
		if (cursor === undefined || isRepeated || known.size >= limit) break;
		cursors.add(cursor);
	}

	read.progress(undefined);
}
