import {emptyProject} from '../api/decode.ts';
import {maxPagesWithoutNew} from '../api/project-pages.ts';
import type {Project, ProjectPage} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {type SafeText, serviceText} from '../base/text.ts';
import {isOlderThan} from './deployment-table.ts';
import {projectTitle} from './project-title.ts';

/** Where an answer of the list begins among the rows. */
export type Page = {
	/** The cursor it was requested with. Undefined for the first page. */
	readonly cursor: string | undefined;
	/** The index of its first row. Rows that an earlier page also holds are not counted again. */
	readonly first: number;
	readonly count: number;
	/** How many of its records have no usable id. */
	readonly unreadable: number;
	/** Why the first of those was unreadable. */
	readonly flaw?: SafeText | undefined;
	/** When it was requested, by the local clock. */
	readonly requestedAt: LocalTime;
	/** When any of its projects was updated last. */
	readonly updatedAt: ServiceTime | undefined;
};

/** Why no further page is read: the next cursor was used before, five pages in a row held nothing new, the list holds `maxProjects`, or the service refused a cursor again after the list was read from its start. */
export type StopReason = 'repeated cursor' | 'nothing new' | 'full' | 'refused cursor';

export type ReadPages = {
	readonly rows: readonly Project[];
	/** The ids of the rows: the same array until they change. */
	readonly ids: readonly string[];
	/** The index of each id. A list shares it with those that continue it, so it may hold ids of later rows. */
	readonly index: Map<string, number>;
	readonly pages: readonly Page[];
	/** The cursor of the next page. Undefined before the first and after the last one. */
	readonly next: string | undefined;
	/** Undefined while further pages can be read, and where the service has reported the last one. */
	readonly stopped?: StopReason | undefined;
};

/** Whether the service has reported the last page. */
export const isWhole = ({pages, next, stopped}: ReadPages): boolean =>
	pages.length > 0 && next === undefined && stopped === undefined;

/** Whether there may be further pages, which can be read. */
export const canReadFurther = (list: ReadPages): boolean => list.stopped === undefined && !isWhole(list);

/** The list being read again from its start, because rows have moved or the service refused a cursor. It replaces the rows once it is as long as they are, or at its end if the list had been read to its end. */
type Sweep = ReadPages & {
	readonly startedAt: LocalTime;
	/** Whether the list had been read to its end, and how many of its records were unreadable. */
	readonly isWhole: boolean;
	readonly unreadable: number;
	readonly isRefused: boolean;
};

export type ProjectList = ReadPages & {
	readonly sweep?: Sweep | undefined;
	/** When it was last read again because a cursor was refused, by the local clock, and how many projects had been read then. */
	readonly restarted?: {readonly at: LocalTime; readonly count: number} | undefined;
};

/** A list that holds so many projects reads no further pages: they take about 60 MB and 1,000 requests. */
export const maxProjects = 100_000;

export const createProjectList = (): ProjectList => ({
	rows: [],
	ids: [],
	index: new Map(),
	pages: [],
	next: undefined,
});

export const unreadableCount = ({pages}: ReadPages): number =>
	pages.reduce((total, {unreadable}) => total + unreadable, 0);

/** Whether no project can be missing in what was read. */
export const hasAllProjects = (list: ProjectList): boolean => isWhole(list) && unreadableCount(list) === 0;

export const firstUnreadable = ({pages}: ProjectList): Page | undefined => pages.find(({unreadable}) => unreadable > 0);

/** Returns which page a row belongs to: the last one that begins at or before it. Looks it up by halves, because every row that is drawn asks. */
function pageIndexAt(pages: readonly Page[], index: number): number {
	let [from, to] = [0, pages.length];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if ((pages[middle]?.first ?? 0) <= index) from = middle + 1;
		else to = middle;
	}

	return from - 1;
}

/** Returns the ids of rows and their index, given those of a list that the rows begin with. Extends its index, because a copy for each page would take milliseconds, unless another list was made from it that way. */
function indexed(rows: readonly Project[], {ids: known, index}: Pick<ReadPages, 'ids' | 'index'>) {
	const ids = known.concat(rows.slice(known.length).map(({id}) => id));
	const isLongest = index.size === known.length;
	const extended = isLongest ? index : new Map<string, number>();
	for (let at = extended.size; at < ids.length; at++) extended.set(ids[at] ?? '', at);
	return {ids, index: extended};
}

const indexedAnew = (rows: readonly Project[]) => indexed(rows, createProjectList());

export function indexOfId({ids, index}: Pick<ReadPages, 'ids' | 'index'>, projectId: string): number | undefined {
	const at = index.get(projectId);
	return at !== undefined && at < ids.length ? at : undefined;
}

export const rowWithId = (list: Pick<ReadPages, 'rows' | 'ids' | 'index'>, projectId: string): Project | undefined =>
	list.rows[indexOfId(list, projectId) ?? -1];

export function pageOfProject(list: ReadPages, projectId: string): Page | undefined {
	const index = indexOfId(list, projectId);
	return index === undefined ? undefined : list.pages[pageIndexAt(list.pages, index)];
}

/** Returns how the ids of two lists differ: in the part from `start`, between those that are the same at both ends. */
function changedPart({ids: before, index}: ReadPages, {ids: after, index: later}: ReadPages) {
	const max = Math.min(before.length, after.length);
	// Lists that share an index are the same as far as the shorter one goes.
	let start = index === later ? max : 0;
	while (start < max && before[start] === after[start]) start++;
	let same = 0;
	while (same < max - start && before.at(-1 - same) === after.at(-1 - same)) same++;
	return {
		start,
		removed: before.slice(start, before.length - same),
		added: after.slice(start, after.length - same),
	};
}

export const idsGone = (before: ProjectList, after: ProjectList): readonly string[] =>
	changedPart(before, after).removed.filter(id => indexOfId(after, id) === undefined);

/** Returns the ids that are new in the service since `before`. What follows the last row known before was only read now, unless the service had reported the last page. */
export function newIds(before: ProjectList, after: ProjectList): readonly string[] {
	const {start, added} = changedPart(before, after);
	const isKnown = (id: string) => indexOfId(before, id) !== undefined;
	const isFollowed = isWhole(before) || start + added.length < after.ids.length;
	const listed = isFollowed ? added : added.slice(0, added.findLastIndex(isKnown) + 1);
	return listed.filter(id => !isKnown(id));
}

/** How a page was requested. `requestedAt`: when, by the local clock. */
type PageRequest = {readonly cursor: string | undefined; readonly requestedAt: LocalTime};

type AnsweredPage = PageRequest & ProjectPage;

function stopReasonOf({rows, pages, next}: ReadPages): StopReason | undefined {
	if (next === undefined) return undefined;
	if (pages.some(({cursor}) => cursor === next)) return 'repeated cursor';
	if (rows.length >= maxProjects) return 'full';
	const first = pages.at(-maxPagesWithoutNew)?.first;
	return first !== undefined && first >= rows.length ? 'nothing new' : undefined;
}

/** Returns the rows with the records of an answer, wherever these are listed. A record that was read later stays. */
function withRecords(list: ReadPages, projects: readonly Project[], requestedAt: LocalTime): readonly Project[] {
	const {rows, pages} = list;
	const known = projects.flatMap(project => {
		const index = indexOfId(list, project.id);
		if (index === undefined || isOlderThan(requestedAt, pages[pageIndexAt(pages, index)]?.requestedAt)) return [];
		return [{index, project}];
	});
	if (known.length === 0) return rows;
	const changed = rows.slice();
	for (const {index, project} of known) changed[index] = project;
	return changed;
}

const lastUpdate = (projects: readonly Project[]): ServiceTime | undefined =>
	projects.reduce<ServiceTime | undefined>(
		(last, {updatedAt = last}) => ((last ?? 0) > (updatedAt ?? 0) ? last : updatedAt),
		undefined,
	);

/** Returns the pages with the answer for page `at`: the next one, or one that was read before. New projects may be in front of the first row and behind the last. Undefined if other rows have moved or are gone. */
function withPage(list: ReadPages, at: number, {projects, ...answer}: AnsweredPage): ReadPages | undefined {
	const {pages} = list;
	const [page, following] = [pages[at], pages[at + 1]];
	const firstKnown = projects.findIndex(({id}) => indexOfId(list, id) !== undefined);
	const inFront = at > 0 ? 0 : Math.max(0, firstKnown);
	const first = page?.first ?? list.rows.length;
	const own = projects.slice(inFront).filter(({id}) => (indexOfId(list, id) ?? first) >= first);
	const end = first + own.length;
	if (own.some(({id}, offset) => first + offset < list.rows.length && list.rows[first + offset]?.id !== id))
		return undefined;
	if (page && projects.length < page.count) return undefined;
	if (answer.nextCursor === undefined && end < list.rows.length) return undefined;
	const isNext = ({cursor}: Page) => cursor === answer.nextCursor;
	if (following && answer.nextCursor !== undefined && !isNext(following) && pages.some(isNext)) return undefined;

	const {cursor, unreadable, flaw, requestedAt} = answer;
	const known = withRecords(list, projects, requestedAt);
	const longer = end > known.length ? known.concat(own.slice(known.length - first)) : known;
	const rows = inFront > 0 ? projects.slice(0, inFront).concat(longer) : longer;
	// A page may have grown up to the end of what was read.
	const isLast = answer.nextCursor === undefined || answer.nextCursor === list.next;
	const later = (isLast ? [] : pages.slice(at + 1)).map((other, index): Page => {
		// The next page begins where this one ends. Its cursor may have moved with the rows.
		if (index === 0) return {...other, cursor: answer.nextCursor, first: end + inFront};
		return end > other.first || inFront > 0 ? {...other, first: Math.max(other.first, end) + inFront} : other;
	});
	const marks = [
		...pages.slice(0, at),
		{cursor, first, count: projects.length, unreadable, flaw, requestedAt, updatedAt: lastUpdate(projects)},
		...later,
	];
	const next = following && !isLast ? list.next : answer.nextCursor;
	const isSame = rows.length === list.rows.length;
	const {ids, index} = isSame ? list : inFront > 0 ? indexedAnew(rows) : indexed(rows, list);
	const read: ReadPages = {rows, ids, index, pages: marks, next};
	return {...read, stopped: stopReasonOf(read)};
}

/** Returns which page an answer is for. Undefined if it is neither a known one nor the next. */
function pageFor({pages, next}: ReadPages, cursor: string | undefined): number | undefined {
	const at = pages.findIndex(page => page.cursor === cursor);
	if (at >= 0) return at;
	return cursor === next ? pages.length : undefined;
}

/** Returns a sweep with an answer, if it is one of its pages. What moves in the part that it has read is found when that part is read again. */
function swept(sweep: Sweep, answer: AnsweredPage): Sweep {
	const at = pageFor(sweep, answer.cursor);
	if (at === undefined || isOlderThan(answer.requestedAt, sweep.pages[at]?.requestedAt ?? sweep.startedAt))
		return sweep;
	return {...sweep, ...withPage(sweep, at, answer)};
}

const startedSweep = (list: ProjectList, startedAt: LocalTime, isRefused: boolean): Sweep => ({
	...createProjectList(),
	startedAt,
	isWhole: isWhole(list),
	unreadable: unreadableCount(list),
	isRefused,
});

/** Returns the list without its sweep, with the rows of the sweep if it is complete. A sweep with more unreadable records than the list had proves nothing: the projects that it lacks may be among them. */
function settled({sweep, ...list}: ProjectList): ProjectList {
	if (!sweep) return list;
	const isShort = sweep.pages.length === 0 || sweep.rows.length < list.rows.length;
	if (canReadFurther(sweep) && (isShort || sweep.isWhole)) return {...list, sweep};
	if (unreadableCount(sweep) > sweep.unreadable) return list;
	const {rows, ids, index, pages, next, stopped} = sweep;
	return {...list, rows, ids, index, pages, next, stopped};
}

/** Returns the list after a page was read. If that shows that rows have moved or are gone, a sweep begins, unless one is under way. The same list if the page is older than what is known, or fits nowhere. */
export function pageRead(list: ProjectList, page: ProjectPage, request: PageRequest): ProjectList {
	// A page may repeat a project.
	const projectsById = new Map(page.projects.map(project => [project.id, project]));
	const answer: AnsweredPage = {...page, ...request, projects: [...projectsById.values()]};
	const sweep = list.sweep && swept(list.sweep, answer);
	const at = pageFor(list, answer.cursor);
	if (at === undefined || isOlderThan(answer.requestedAt, list.pages[at]?.requestedAt))
		return sweep === list.sweep ? list : settled({...list, sweep});
	const read = withPage(list, at, answer);
	if (read) return settled({...list, ...read, sweep});
	const {requestedAt, unreadable, flaw, projects} = answer;
	const known: ProjectList = {
		...list,
		rows: withRecords(list, projects, requestedAt),
		pages: list.pages.map((other, index) =>
			index === at ? {...other, requestedAt, unreadable, flaw, updatedAt: lastUpdate(projects)} : other,
		),
	};
	// What is missing may be among the unreadable records.
	if (!sweep && unreadable > 0) return known;
	return settled({...known, sweep: sweep ?? swept(startedSweep(list, requestedAt, false), answer)});
}

/** A cursor that is refused so long after the last one has expired like that one, which says nothing about the next. */
const maxRefusedMs = 10 * 60_000;

/** Returns the list after the service refused a cursor: it is read again from its start. If that led nowhere, the list ends. */
export function cursorRefused(list: ProjectList, cursor: string, at: LocalTime): ProjectList {
	const {sweep, restarted, rows} = list;
	if (sweep && cursor !== sweep.next) return {...list, sweep: {...sweep, isRefused: true}};
	const isAgain = restarted !== undefined && rows.length <= restarted.count && at - restarted.at < maxRefusedMs;
	if (sweep?.isRefused || isAgain) return {...list, sweep: undefined, stopped: 'refused cursor'};
	return {...list, restarted: {at, count: rows.length}, sweep: startedSweep(list, at, true)};
}

function inBoth(list: ProjectList, change: <Pages extends ReadPages>(pages: Pages) => Pages): ProjectList {
	const changed = change(list);
	const sweep = changed.sweep && change(changed.sweep);
	return sweep === changed.sweep ? changed : {...changed, sweep};
}

export const projectChanged = (list: ProjectList, project: Project): ProjectList =>
	inBoth(list, pages => {
		const index = indexOfId(pages, project.id);
		return index === undefined ? pages : {...pages, rows: pages.rows.with(index, project)};
	});

export const projectGone = (list: ProjectList, projectId: string): ProjectList =>
	inBoth(list, read => {
		const {pages} = read;
		const index = indexOfId(read, projectId);
		if (index === undefined) return read;
		const own = pageIndexAt(pages, index);
		const left = pages.map((page, at) => {
			if (at === own) return {...page, count: page.count - 1};
			return page.first > index ? {...page, first: page.first - 1} : page;
		});
		const rows = read.rows.toSpliced(index, 1);
		return {...read, rows, ...indexedAnew(rows), pages: left};
	});

/** Returns the list open for reading again if reading stopped although more pages may follow and can be kept. */
export const reopened = (list: ProjectList): ProjectList =>
	list.stopped === 'nothing new' || list.stopped === 'refused cursor' ? {...list, stopped: undefined} : list;

/** Records that were read alone, or came with the answer to a write, by project id. They are newer than a page that was requested before them, and stay when the list lacks the project. One that is gone has an entry without a record. */
export type ProjectRecords = ReadonlyMap<string, ProjectRecord>;

/** `requestedAt`: when it was requested. A page may have brought a newer record since. */
export type ProjectRecord = {readonly project: Project | undefined; readonly requestedAt: LocalTime};

export type WithProjects = {
	readonly projects: {
		readonly records: ProjectRecords;
		readonly list: ProjectList;
		readonly names: ReadonlyMap<string, SafeText>;
	};
};

/** Returns a project from its record or from its row in the list, whichever was requested later. Undefined if neither is known. */
export function knownProject({projects: {records, list}}: WithProjects, projectId: string): Project | undefined {
	const record = records.get(projectId);
	const row = rowWithId(list, projectId);
	if (!row || !record?.project) return row ?? record?.project;
	return isOlderThan(record.requestedAt, pageOfProject(list, projectId)?.requestedAt) ? row : record.project;
}

/** Returns a project, or what is known of one that is not listed: its id and its last name. */
export const projectOrName = (state: WithProjects, id: string, name = state.projects.names.get(id)): Project =>
	knownProject(state, id) ?? {...emptyProject, id, name: name === undefined ? undefined : serviceText(name)};

/** Returns the title of a project, from its current data or else its last known name. */
export const projectNameOf = (state: WithProjects, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));

/** Whether a project was deleted here, or proved to be missing. */
export const isRemoved = (records: ProjectRecords, id: string): boolean =>
	records.has(id) && records.get(id)?.project === undefined;

export const isRemovedSince = (records: ProjectRecords, id: string, requestedAt: LocalTime): boolean =>
	isRemoved(records, id) && isOlderThan(requestedAt, records.get(id)?.requestedAt);

/** Whether the service no longer has a project: it was removed, or the whole list lacks it, and no record of its own was read since. */
export const isGone = ({projects: {records, list}}: WithProjects, id: string): boolean =>
	indexOfId(list, id) === undefined && (records.has(id) ? isRemoved(records, id) : hasAllProjects(list));
