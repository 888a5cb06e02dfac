import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {projectTitle} from '../model/project-title.ts';
import {outcomeOf, outcomeWord, projectOutcome} from '../model/status-words.ts';
import {tookText} from './deployment.ts';
import {type Field, flawFields, linkField, momentField, textField} from './fields.ts';
import {age} from './format.ts';
import {markedSpan, type SafeSpan, space, type Tone} from './line.ts';
import {outcomesColumn, shapeOf, toneOf, wordTone} from './outcome.ts';
import {
	type Cell,
	type Column,
	linkCell,
	momentCell,
	momentColumn,
	momentText,
	type RowContext,
	textCell,
	textOrNothing,
	versionText,
	watchMark,
} from './table.ts';

/** A project in a list, and what is known about it besides its own record. */
export type ProjectRow = {
	readonly project: Project;
	/** Undefined while it is not loaded. `deployment` is undefined if the project has none. */
	readonly latest: {readonly deployment: Deployment | undefined} | undefined;
	/** Its newest known deployments, newest first. */
	readonly recent: readonly Deployment[];
	/** Shown instead of the newest deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	/** Whether the row was last read long enough ago to be dimmed. */
	readonly isStale: boolean;
	/** When it was read, by the local clock. Set while the service fails, so that the row shows its age. */
	readonly readAt?: LocalTime | undefined;
	/** Whether the project has just disappeared from the list. */
	readonly isGone: boolean;
	readonly isMarked: boolean;
	/** Whether all its deployments are watched. */
	readonly isWatched: boolean;
};

const plainRow = {recent: [], unavailable: undefined, isStale: false, isGone: false, isMarked: false, isWatched: false};

/** Returns a row for measuring the columns of a project's own record. */
export const recordRow = (project: Project): ProjectRow => ({...plainRow, project, latest: undefined});

const noProject: Project = {
	id: '',
	name: undefined,
	slug: undefined,
	url: undefined,
	uploadMode: undefined,
	status: undefined,
	latestUploadVersion: undefined,
	createdAt: undefined,
	updatedAt: undefined,
	requestId: undefined,
	flaws: [],
};

/** Returns a row for measuring the columns of a project's newest deployment. */
export const latestRow = (latest: ProjectRow['latest']): ProjectRow => ({...plainRow, project: noProject, latest});

/** A name with the parts highlighted that match the filter. */
function highlighted(text: SafeText, {ranges}: RowContext, tone: Tone): readonly SafeSpan[] {
	return markedSpan({text, tone}, ranges?.(text) ?? [], 0, 'accent');
}

const mark = ({isAscii, isSpoken}: RowContext): SafeSpan => ({
	text: isSpoken ? plain`marked` : isAscii ? plain`*` : plain`•`,
	tone: 'accent',
});

/** How many cells a mark takes, with the blank behind it. */
export const markWidth = 2;

/** What stands between the sign and the name: the marks of the row. */
const marksOf = ({isMarked, isWatched}: ProjectRow, context: RowContext): Cell => [
	space,
	...(isMarked ? [mark(context), space] : []),
	...(isWatched ? [watchMark(context), space] : []),
];

/** The sign before a project: the outcome of its newest deployment, if it is loaded. */
function newestSign({latest, unavailable, isGone}: ProjectRow, context: RowContext): SafeSpan {
	if (context.isSpoken && (isGone || !latest?.deployment)) return {text: plain``, tone: 'quiet'};
	if (isGone) return {text: context.isAscii ? plain`x` : plain`×`, tone: 'quiet'};
	if (latest?.deployment) return shapeOf(outcomeOf(latest.deployment, context.wordMeanings), context);
	if (latest || unavailable !== undefined) return {...shapeOf('unknown', context), tone: 'quiet'};
	return {text: context.isAscii ? plain`:` : plain`·`, tone: 'quiet'};
}

const titleCell = (row: ProjectRow, context: RowContext): Cell => [
	newestSign(row, context),
	...marksOf(row, context),
	...(row.isGone ? [{text: plain`gone: `, tone: 'quiet' as const}] : []),
	...highlighted(projectTitle(row.project), context, 'name'),
];

/** A project's own status is dimmed if it is the usual one. */
function statusTone(status: Project['status']): Tone {
	const outcome = projectOutcome(status);
	return outcome === 'good' ? 'quiet' : wordTone(outcome);
}

const statusCell = ({project: {status}}: ProjectRow, context: RowContext): Cell =>
	textCell(status, context, statusTone(status));

/** The status word of a project's newest deployment, or why there is none. */
function newestWord({latest, unavailable}: ProjectRow, context: RowContext): Cell {
	if (unavailable !== undefined) return [{text: unavailable, tone: 'quiet'}];
	if (!latest) return context.isSpoken ? [] : [{text: context.isAscii ? plain`...` : plain`…`, tone: 'quiet'}];
	const {deployment} = latest;
	if (!deployment) return [textOrNothing(undefined, context)];
	return [textOrNothing(outcomeWord(deployment), context, wordTone(outcomeOf(deployment, context.wordMeanings)))];
}

type NewestText = (deployment: Deployment, context: RowContext, width?: number) => SafeText | undefined;

/** Returns a cell function for the newest deployment. The cell is empty if there is none. */
const ofNewest =
	(cell: NewestText, tone: Tone): Column<ProjectRow>['cell'] =>
	({latest, unavailable}, context, width) => {
		const text = latest?.deployment && unavailable === undefined ? cell(latest.deployment, context, width) : undefined;
		return text === undefined ? [] : [{text, tone}];
	};

const newestVersion = ofNewest(({uploadVersion}) => versionText(uploadVersion), 'plain');

/** When the newest deployment concluded. */
const newestEnd = ofNewest(
	({concludedAt, createdAt}, context, width) => momentText(concludedAt ?? createdAt, context.now, context, width),
	'quiet',
);

const isRunning = ({latest}: ProjectRow): boolean => !!latest?.deployment && !isConcluded(latest.deployment);

const newestTook: Column<ProjectRow>['cell'] = (row, context) =>
	ofNewest(tookText, isRunning(row) ? 'busy' : 'quiet')(row, context);

/** A URL without its scheme and trailing slash. */
const hostAndPath = (url: SafeText): SafeText => safe(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

const idCell = ({project: {id, url}}: ProjectRow, context: RowContext): Cell => linkCell(safe(id), url, context);

const titleColumn = {width: [16, 34], keep: 14, isEssential: true} as const;

const stripColumn = outcomesColumn(4.5);

/** The columns of a project's newest deployment. */
const newestColumns: ReadonlyArray<Column<ProjectRow>> = [
	{title: 'LAST DEPLOYMENT', shortTitle: 'LATEST', width: [9, 16], keep: 13, isEssential: true, cell: newestWord},
	{title: '', width: [4, 7], keep: 11, align: 'right', cell: newestVersion},
	{title: '', width: [10, 18], keep: 7, cell: ofNewest(({environmentId}) => environmentId?.shown, 'quiet')},
	{title: '', width: 7, keep: 8, align: 'right', cell: newestTook},
	{
		title: '',
		...momentColumn,
		keep: 9,
		cell: (row, ...rest) => (isRunning(row) ? [] : newestEnd(row, ...rest)),
		cellAlone: (row, ...rest) => (isRunning(row) ? newestTook : newestEnd)(row, ...rest),
	},
];

export const projectColumns: ReadonlyArray<Column<ProjectRow>> = [
	{...titleColumn, title: '  PROJECT', cell: titleCell},
	{
		title: 'VERSION',
		width: 7,
		keep: 12,
		align: 'right',
		cell: ({project: {latestUploadVersion}}, context) => [textOrNothing(versionText(latestUploadVersion), context)],
	},
	{title: 'STATUS', width: [6, 16], keep: 10, cell: statusCell},
	...newestColumns,
	stripColumn,
	{
		title: 'UPDATED',
		...momentColumn,
		keep: 6,
		cell: ({project: {updatedAt}}, context, width) => momentCell(updatedAt, context.now, context, width),
	},
	{
		title: 'CREATED',
		...momentColumn,
		keep: 5,
		cell: ({project: {createdAt}}, context, width) => momentCell(createdAt, context.now, context, width),
	},
	{
		title: 'MODE',
		width: [4, 12],
		keep: 3,
		cell: ({project: {uploadMode}}, context) => textCell(uploadMode, context, 'quiet'),
	},
	{
		title: 'SLUG',
		width: [12, 28],
		keep: 2,
		cell: ({project: {slug}}, context) => (slug ? highlighted(slug.shown, context, 'quiet') : textCell(slug, context)),
	},
	{
		title: 'URL',
		width: [16, 48],
		keep: 1,
		cell: ({project: {url}}, context) => linkCell(url && hostAndPath(url.shown), url, context),
	},
	{title: 'ID', width: [8, 24], keep: 4, cell: idCell},
];

/** How long ago a row was read, while the service fails. */
const readText = ({readAt}: ProjectRow, {localNow}: RowContext): SafeText | undefined =>
	readAt === undefined ? undefined : age(readAt, localNow);

const readColumn: Column<ProjectRow> = {
	title: 'READ',
	...momentColumn,
	keep: 13.5,
	isEssential: true,
	cell: (row, context) => [textOrNothing(readText(row, context), context, 'quiet')],
};

/** The columns of the list: with the last outcomes if there is room, and with the age of each row if the service fails. */
export const listColumns = (hasStrip: boolean, hasAge: boolean): ReadonlyArray<Column<ProjectRow>> =>
	projectColumns.flatMap(column => {
		if (column === stripColumn && !hasStrip) return [];
		return hasAge && column === newestColumns.at(-1) ? [column, readColumn] : [column];
	});

/** The columns of a project's own record, without its deployments. */
export const recordColumns: ReadonlyArray<Column<ProjectRow>> = [
	{...titleColumn, title: 'PROJECT', cell: ({project}) => [{text: projectTitle(project), tone: 'name'}]},
	...projectColumns.slice(1).filter(column => column !== stripColumn && !newestColumns.includes(column)),
];

/** Returns every field of a project, for the details pane. */
export const projectFields = (project: Project, context: RowContext): readonly Field[] => [
	textField('name', project.name?.shown, context),
	textField('slug', project.slug?.shown, context),
	linkField('url', project.url?.shown, project.url, context),
	{label: 'status', value: textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status)))},
	textField('upload mode', project.uploadMode?.shown, context),
	textField('latest upload', versionText(project.latestUploadVersion), context),
	momentField('created', project.createdAt, context),
	momentField('updated', project.updatedAt, context),
	linkField('id', safe(project.id), project.url, context),
	textField('request id', project.requestId?.shown, context),
	...flawFields(project.flaws),
];
