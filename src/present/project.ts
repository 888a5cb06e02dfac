import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {projectTitle} from '../model/project-title.ts';
import {projectOutcome} from '../model/status-words.ts';
import {latestUploadOf, versionOf} from '../model/upload-version.ts';
import {tookText} from './deployment.ts';
import {also, type Field, flawFields, linkField, momentField, requestIdField, textField} from './fields.ts';
import {markedSpan, type SafeSpan, space, type Tone} from './line.ts';
import {outcomesColumn, signOf, toneOf, wordSpan, wordTone} from './outcome.ts';
import {signSpan} from './signs.ts';
import {
	type Cell,
	type Column,
	chosenColumns,
	dateColumn,
	linkCell,
	momentColumn,
	momentText,
	type RowContext,
	readColumn,
	textCell,
	textColumn,
	textOrNothing,
	versionColumn,
	withPriority,
} from './table.ts';

/** A project in a list, and what is known about it besides its own record. */
export type ProjectView = {
	readonly project: Project;
	/** Whether its deployments were read, and the newest of them, if it has any. */
	readonly isRead: boolean;
	readonly newest: Deployment | undefined;
	readonly recent: readonly Deployment[];
	/** Shown instead of the newest deployment while the service refuses it. */
	readonly unavailable?: SafeText | undefined;
	/** Whether the row was last read long enough ago to be dimmed. */
	readonly isStale?: boolean;
	/** When the older of its project and its deployments was read, by the local clock. */
	readonly readAt?: LocalTime | undefined;
	readonly isMarked?: boolean;
	readonly isWatched?: boolean;
	readonly isBeingDeleted?: boolean;
};

/** A name with the parts highlighted that match the filter. */
function highlighted(text: SafeText, {ranges}: RowContext, tone: Tone): readonly SafeSpan[] {
	return markedSpan({text, tone}, ranges?.(text) ?? [], 0, 'accent');
}

/** The sign before a project is the outcome of its newest deployment, if it is loaded. */
function titleCell(row: ProjectView, context: RowContext): Cell {
	const {project, newest, isMarked, isWatched} = row;
	const isKnown = row.isRead || row.unavailable !== undefined;
	return [
		newest ? signOf(newest, context) : signSpan(isKnown ? 'no deployment' : 'no deployment read', 'quiet', context),
		space,
		...(isMarked ? [signSpan('marked', 'accent', context), space] : []),
		...(isWatched ? [signSpan('watched', 'accent', context), space] : []),
		...highlighted(projectTitle(project), context, 'name'),
	];
}

function newestWord({isRead, newest, unavailable}: ProjectView, context: RowContext): Cell {
	if (unavailable !== undefined) return [{text: unavailable, tone: 'quiet'}];
	if (!isRead) return [signSpan('not read', 'quiet', context)];
	return [newest ? wordSpan(newest, context) : textOrNothing(undefined, context)];
}

type NewestText = (deployment: Deployment, context: RowContext, width?: number) => SafeText | undefined;

/** Returns a cell function for the newest deployment. The cell is empty if there is none. */
const ofNewest =
	(cell: NewestText, tone: Tone): Column<ProjectView>['cell'] =>
	({newest, unavailable}, context, width) => {
		const text = newest && unavailable === undefined ? cell(newest, context, width) : undefined;
		return text === undefined ? [] : [{text, tone}];
	};

const newestEnd = ofNewest(
	({concludedAt, createdAt}, context, width) => momentText(concludedAt ?? createdAt, context.now, context, width),
	'quiet',
);

const isRunning = ({newest}: ProjectView): boolean => newest !== undefined && !isConcluded(newest);

const newestTook: Column<ProjectView>['cell'] = (row, context) =>
	ofNewest(tookText, isRunning(row) ? 'busy' : 'quiet')(row, context);

const hostAndPath = (url: SafeText): SafeText => safe(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

/** Names have more room before the columns that tell projects apart the least. */
const titleColumn = {width: [19, 34], keep: 20, ample: {width: 26, keep: 12.5}} as const;

const stripColumn = outcomesColumn(12);

const projectAgeColumn: Column<ProjectView> = readColumn(6);

const newestColumns: ReadonlyArray<Column<ProjectView>> = [
	{name: 'deployment', width: [10, 16], keep: 19, cell: newestWord},
	{name: 'version', width: 7, keep: 17, align: 'right', cell: ofNewest(versionOf, 'plain')},
	{name: 'environment', width: [11, 18], keep: 18, cell: ofNewest(({environmentId}) => environmentId?.shown, 'quiet')},
	{name: 'took', width: 7, keep: 13, align: 'right', cell: newestTook},
	{
		name: 'when',
		...momentColumn,
		keep: 16,
		cell: (row, ...rest) => (isRunning(row) ? [] : newestEnd(row, ...rest)),
		cellAlone: (row, ...rest) => (isRunning(row) ? newestTook : newestEnd)(row, ...rest),
	},
];

/** What tells a project and its newest deployment from others stays the longest. */
export const projectColumns: ReadonlyArray<Column<ProjectView>> = [
	{...titleColumn, name: 'project', title: '  PROJECT', cell: titleCell},
	versionColumn('upload', 15, ({project}: ProjectView) => latestUploadOf(project)),
	{
		name: 'status',
		width: [8, 16],
		keep: 14,
		cell: ({project: {status}, isBeingDeleted}, context) => {
			if (isBeingDeleted) return [{text: plain`deleting`, tone: 'busy'}];
			const outcome = projectOutcome(status);
			// The usual status is dimmed.
			return textCell(status, context, outcome === 'good' ? 'quiet' : wordTone(outcome));
		},
	},
	...newestColumns,
	stripColumn,
	dateColumn('updated', 11, ({project}) => project.updatedAt),
	projectAgeColumn,
	dateColumn('created', 10, ({project}) => project.createdAt),
	textColumn('mode', [5, 12], 4, ({project}) => project.uploadMode?.shown, 'quiet'),
	{
		name: 'slug',
		width: [12, 28],
		keep: 3,
		cell: ({project: {slug}}, context) => (slug ? highlighted(slug.shown, context, 'quiet') : textCell(slug, context)),
	},
	{
		name: 'url',
		width: [16, 48],
		keep: 2,
		cell: ({project: {url}}, context) => linkCell(url && hostAndPath(url.shown), url, context),
	},
	{name: 'id', width: [16, 24], keep: 5, cell: ({project: {id, url}}, context) => linkCell(safe(id), url, context)},
];

/** Whether a status says more than that the project is in use. */
export const isUnusualStatus = ({status}: Project): boolean => !['good', 'unknown'].includes(projectOutcome(status));

/** The columns of the list: those with these names, if any are given, else the last outcomes only if there is room. `hasUnusual`: whether any project has an unusual status, which is more important then than when something happened. */
export const listColumns = (
	hasStrip: boolean,
	names?: readonly string[],
	hasUnusual = false,
): ReadonlyArray<Column<ProjectView>> =>
	chosenColumns(
		projectColumns
			.filter(column => column !== stripColumn || hasStrip || names !== undefined)
			.map(column => (hasUnusual && column.name === 'status' ? withPriority(column, 16.5) : column)),
		names,
	);

/** The columns of projects that were just read with their deployments. */
export const newestRecordColumns = projectColumns.filter(column => column !== projectAgeColumn);

/** The columns of projects that were just read without deployments. */
export const recordColumns: ReadonlyArray<Column<ProjectView>> = [
	{...titleColumn, name: 'project', cell: ({project}) => [{text: projectTitle(project), tone: 'name'}]},
	...newestRecordColumns.slice(1).filter(column => column !== stripColumn && !newestColumns.includes(column)),
];

export const projectFields = (project: Project, context: RowContext): readonly Field[] => [
	also(textField('name', project.name?.shown, context), 'title', 'row', 'form'),
	also(textField('slug', project.slug?.shown, context), 'form'),
	also(linkField('url', project.url?.shown, project.url, context), 'form'),
	{
		label: 'status',
		value: textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status))),
		alsoIn: ['row'],
	},
	also(textField('upload mode', project.uploadMode?.shown, context), 'form'),
	also(textField('latest upload', latestUploadOf(project), context), 'row'),
	momentField('created', project.createdAt, context),
	momentField('updated', project.updatedAt, context),
	linkField('id', safe(project.id), project.url, context),
	also(requestIdField(project.requestId?.shown, context), 'form'),
	...flawFields(project.flaws),
];
