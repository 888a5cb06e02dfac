import {emptyProject} from '../api/decode.ts';
import {maxPagesWithoutNew} from '../api/project-pages.ts';
import type {Project, ProjectPage} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {type SafeText, serviceText} from '../base/text.ts';
import {isOlderThan} from './deployment-table.ts';
import {projectTitle} from './project-title.ts';

export type Page = {
	readonly cursor: string | undefined;
	/** The index of its first row. Rows that an earlier page also has do not count. */
	readonly first: number;
	readonly count: number;
	/** How many of its records have no usable id. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
	readonly readAt: LocalTime;
	readonly updatedAt: ServiceTime | undefined;
};

/** nothing new: five pages in a row held no new project. full: the list holds `maxProjects`. rejected cursor: rejected again after the list was read from its start. */
export type StopReason = 'repeated cursor' | 'nothing new' | 'full' | 'rejected cursor';

export type ReadPages = {
	readonly rows: readonly Project[];
	/** The same array until an id changes. */
	readonly ids: readonly string[];
	/** Row indexes by id, in several maps: a new page is added without copying the large ones. */
	readonly index: ReadonlyArray<ReadonlyMap<string, number>>;
	readonly pages: readonly Page[];
	/** The next cursor. Undefined before the first page and after the last one. */
	readonly next: string | undefined;
	readonly stopped?: StopReason | undefined;
};

/** Whether the service has reported the last page. */
export const isWhole = ({pages, next, stopped}: ReadPages): boolean =>
	pages.length > 0 && next === undefined && stopped === undefined;

export const canReadFurther = (list: ReadPages): boolean => list.stopped === undefined && !isWhole(list);

/** A second reading of the list from its start, because rows have moved or the service rejected a cursor. It replaces the rows once it is as long, or at its end if the list was complete. */
type Sweep = ReadPages & {
	readonly startedAt: LocalTime;
	/** Whether the replaced list was complete. */
	readonly isWhole: boolean;
	readonly unreadable: number;
	readonly isRejected: boolean;
};

export type ProjectList = ReadPages & {
	readonly sweep?: Sweep | undefined;
	/** The last restart after a rejected cursor: when, and how many projects had been read. */
	readonly restarted?: {readonly at: LocalTime; readonly count: number} | undefined;
};

/** A full list takes about 60 MB and 1,000 requests. */
export const maxProjects = 100_000;

export const createProjectList = (): ProjectList => ({
	rows: [],
	ids: [],
	index: [],
	pages: [],
	next: undefined,
});

export const unreadableCount = ({pages}: ReadPages): number =>
	pages.reduce((total, {unreadable}) => total + unreadable, 0);

export const hasAllProjects = (list: ProjectList): boolean => isWhole(list) && unreadableCount(list) === 0;

export const firstUnreadable = ({pages}: ProjectList): Page | undefined => pages.find(({unreadable}) => unreadable > 0);

/** The page that contains a row. */
const pageIndexAt = (pages: readonly Page[], index: number): number => pages.findLastIndex(({first}) => first <= index);

/** The ids and indexes of rows that begin with the rows of `known`. Logarithmic method: each map is at least twice as large as the next, so 1,000 pages copy an id about 10 times. */
function indexed(rows: readonly Project[], known: Pick<ReadPages, 'ids' | 'index'>) {
	const ids = known.ids.concat(rows.slice(known.ids.length).map(({id}) => id));
	const index = [...known.index];
	let first = known.ids.length;
	for (let last = index.at(-1); last && last.size < 2 * (ids.length - first); last = index.at(-1)) {
		first -= last.size;
		index.pop();
	}

	index.push(new Map(ids.slice(first).map((id, offset) => [id, first + offset])));
	return {ids, index};
}

const indexedAnew = (rows: readonly Project[]) => indexed(rows, createProjectList());

export function indexOfId({index}: Pick<ReadPages, 'index'>, projectId: string): number | undefined {
	for (const part of index) {
		const at = part.get(projectId);
		if (at !== undefined) return at;
	}

	return undefined;
}

export const rowWithId = (list: Pick<ReadPages, 'rows' | 'index'>, projectId: string): Project | undefined =>
	list.rows[indexOfId(list, projectId) ?? -1];

export function pageOfProject(list: ReadPages, projectId: string): Page | undefined {
	const index = indexOfId(list, projectId);
	return index === undefined ? undefined : list.pages[pageIndexAt(list.pages, index)];
}

function changedPart({ids: before, index}: ReadPages, {ids: after, index: later}: ReadPages) {
	const max = Math.min(before.length, after.length);
	let start = 0;
	for (const [at, part] of index.entries()) {
		if (part !== later[at]) break;
		start += part.size;
	}

	while (start < max && before[start] === after[start]) start++;
	let same = 0;
	while (same < max - start && before.at(-1 - same) === after.at(-1 - same)) same++;
	return {
		start,
		removed: before.slice(start, before.length - same),
		added: after.slice(start, after.length - same),
	};
}

export const unlistedIds = (before: ProjectList, after: ProjectList): readonly string[] =>
	changedPart(before, after).removed.filter(id => indexOfId(after, id) === undefined);

/** Ids that are new in the service. A row after the last known one only counts if the service had reported the last page. */
export function newIds(before: ProjectList, after: ProjectList): readonly string[] {
	const {start, added} = changedPart(before, after);
	const isKnown = (id: string) => indexOfId(before, id) !== undefined;
	const isFollowed = isWhole(before) || start + added.length < after.ids.length;
	const listed = isFollowed ? added : added.slice(0, added.findLastIndex(isKnown) + 1);
	return listed.filter(id => !isKnown(id));
}

type PageRequest = {readonly cursor: string | undefined; readonly readAt: LocalTime};

type AnsweredPage = PageRequest & ProjectPage;

function stopReasonOf({rows, pages, next}: ReadPages): StopReason | undefined {
	if (next === undefined) return undefined;
	if (pages.some(({cursor}) => cursor === next)) return 'repeated cursor';
	if (rows.length >= maxProjects) return 'full';
	const first = pages.at(-maxPagesWithoutNew)?.first;
	return first !== undefined && first >= rows.length ? 'nothing new' : undefined;
}

function withRecords(list: ReadPages, projects: readonly Project[], readAt: LocalTime): readonly Project[] {
	const {rows, pages} = list;
	const known = projects.flatMap(project => {
		const index = indexOfId(list, project.id);
		if (index === undefined || isOlderThan(readAt, pages[pageIndexAt(pages, index)]?.readAt)) return [];
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

/** Puts an answer in place of page `at`, or after the last page. New projects may precede the first row and follow the last one. Undefined if other rows have moved or are gone. */
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

	const {cursor, unreadable, flaw, readAt} = answer;
	const known = withRecords(list, projects, readAt);
	const longer = end > known.length ? known.concat(own.slice(known.length - first)) : known;
	const rows = inFront > 0 ? projects.slice(0, inFront).concat(longer) : longer;
	// The page may have grown up to the end of the list.
	const isLast = answer.nextCursor === undefined || answer.nextCursor === list.next;
	const later = (isLast ? [] : pages.slice(at + 1)).map((other, index): Page => {
		// The next page begins where this one ends, so its cursor may have moved with the rows.
		if (index === 0) return {...other, cursor: answer.nextCursor, first: end + inFront};
		return end > other.first || inFront > 0 ? {...other, first: Math.max(other.first, end) + inFront} : other;
	});
	const marks = [
		...pages.slice(0, at),
		{cursor, first, count: projects.length, unreadable, flaw, readAt, updatedAt: lastUpdate(projects)},
		...later,
	];
	const next = following && !isLast ? list.next : answer.nextCursor;
	const isSame = rows.length === list.rows.length;
	const {ids, index} = isSame ? list : inFront > 0 ? indexedAnew(rows) : indexed(rows, list);
	const read: ReadPages = {rows, ids, index, pages: marks, next};
	return {...read, stopped: stopReasonOf(read)};
}

function pageFor({pages, next}: ReadPages, cursor: string | undefined): number | undefined {
	const at = pages.findIndex(page => page.cursor === cursor);
	if (at >= 0) return at;
	return cursor === next ? pages.length : undefined;
}

/** A row that moves in the part already swept is found when that part is read again. */
function swept(sweep: Sweep, answer: AnsweredPage): Sweep {
	const at = pageFor(sweep, answer.cursor);
	if (at === undefined || isOlderThan(answer.readAt, sweep.pages[at]?.readAt ?? sweep.startedAt)) return sweep;
	return {...sweep, ...withPage(sweep, at, answer)};
}

const startedSweep = (list: ProjectList, startedAt: LocalTime, isRejected: boolean): Sweep => ({
	...createProjectList(),
	startedAt,
	isWhole: isWhole(list),
	unreadable: unreadableCount(list),
	isRejected,
});

/** Replaces the rows by those of a complete sweep. A sweep with more unreadable records than the list proves nothing, because the missing projects may be among them. */
function sweepFinished({sweep, ...list}: ProjectList): ProjectList {
	if (!sweep) return list;
	const isShort = sweep.pages.length === 0 || sweep.rows.length < list.rows.length;
	if (canReadFurther(sweep) && (isShort || sweep.isWhole)) return {...list, sweep};
	if (unreadableCount(sweep) > sweep.unreadable) return list;
	const {rows, ids, index, pages, next, stopped} = sweep;
	return {...list, rows, ids, index, pages, next, stopped};
}

/** Starts a sweep if the page shows that rows have moved or are gone, unless one is running. Ignores a page that is older than the known one, or that fits nowhere. */
export function pageRead(list: ProjectList, page: ProjectPage, request: PageRequest): ProjectList {
	// A page may repeat a project.
	const projectsById = new Map(page.projects.map(project => [project.id, project]));
	const answer: AnsweredPage = {...page, ...request, projects: [...projectsById.values()]};
	const sweep = list.sweep && swept(list.sweep, answer);
	const at = pageFor(list, answer.cursor);
	if (at === undefined || isOlderThan(answer.readAt, list.pages[at]?.readAt))
		return sweep === list.sweep ? list : sweepFinished({...list, sweep});
	const read = withPage(list, at, answer);
	if (read) return sweepFinished({...list, ...read, sweep});
	const {readAt, unreadable, flaw, projects} = answer;
	const known: ProjectList = {
		...list,
		rows: withRecords(list, projects, readAt),
		pages: list.pages.map((other, index) =>
			index === at ? {...other, readAt, unreadable, flaw, updatedAt: lastUpdate(projects)} : other,
		),
	};
	// The missing project may be among the unreadable records.
	if (!sweep && unreadable > 0) return known;
	return sweepFinished({...known, sweep: sweep ?? swept(startedSweep(list, readAt, false), answer)});
}

/** A cursor rejected this long after the last one has merely expired, which says nothing about the next. */
const maxRejectedMs = 10 * 60_000;

/** Reads the list again from its start. Stops the list if the last restart led nowhere. */
export function cursorRejected(list: ProjectList, cursor: string, at: LocalTime): ProjectList {
	const {sweep, restarted, rows} = list;
	if (sweep && cursor !== sweep.next) return {...list, sweep: {...sweep, isRejected: true}};
	const isAgain = restarted !== undefined && rows.length <= restarted.count && at - restarted.at < maxRejectedMs;
	if (sweep?.isRejected || isAgain) return {...list, sweep: undefined, stopped: 'rejected cursor'};
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

/** Lets reading go on after a stop, if more pages may follow and fit. */
export const reopened = (list: ProjectList): ProjectList =>
	list.stopped === 'nothing new' || list.stopped === 'rejected cursor' ? {...list, stopped: undefined} : list;

/** Records that were read alone, or came with the answer to a write, by project id. A record is newer than a page requested before it, and stays when the list lacks the project. The entry of a gone project has no record. */
export type ProjectRecords = ReadonlyMap<string, ProjectRecord>;

export type ProjectRecord = {readonly project: Project | undefined; readonly readAt: LocalTime};

export type WithProjects = {
	readonly projects: {
		readonly records: ProjectRecords;
		readonly list: ProjectList;
		readonly names: ReadonlyMap<string, SafeText>;
	};
};

/** Takes the record or the row, whichever was requested later. */
export function knownProject({projects: {records, list}}: WithProjects, projectId: string): Project | undefined {
	const record = records.get(projectId);
	const row = rowWithId(list, projectId);
	if (!row || !record?.project) return row ?? record?.project;
	return isOlderThan(record.readAt, pageOfProject(list, projectId)?.readAt) ? row : record.project;
}

export const projectOrName = (state: WithProjects, id: string, name = state.projects.names.get(id)): Project =>
	knownProject(state, id) ?? {...emptyProject, id, name: name === undefined ? undefined : serviceText(name)};

export const projectNameOf = (state: WithProjects, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));

export const isRecordGone = (records: ProjectRecords, id: string): boolean =>
	records.has(id) && records.get(id)?.project === undefined;

export const isRecordGoneSince = (records: ProjectRecords, id: string, readAt: LocalTime): boolean =>
	isRecordGone(records, id) && isOlderThan(readAt, records.get(id)?.readAt);

/** A project is gone if its record is gone, or if the whole list lacks it and no record was read since. */
export const isGoneOrUnlisted = ({projects: {records, list}}: WithProjects, id: string): boolean =>
	indexOfId(list, id) === undefined && (records.has(id) ? isRecordGone(records, id) : hasAllProjects(list));
