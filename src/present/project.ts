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
	droppedInOrder,
	linkCell,
	momentColumn,
	momentText,
	type RowContext,
	readColumn,
	textCell,
	textColumn,
	textOrNothing,
	versionColumn,
} from './table.ts';

export type ProjectRow = {
	readonly project: Project;
	/** Whether its deployments were read. */
	readonly isRead: boolean;
	readonly newest: Deployment | undefined;
	readonly recent: readonly Deployment[];
	/** The reason for a failed read of the deployments, in place of the newest one. */
	readonly failedRead?: SafeText | undefined;
	readonly isStale?: boolean;
	/** The older time of two: the read of the project and the read of its deployments. */
	readonly readAt?: LocalTime | undefined;
	readonly isMarked?: boolean;
	readonly isWatched?: boolean;
	readonly isBeingDeleted?: boolean;
};

function highlighted(text: SafeText, {filterMatches}: RowContext, tone: Tone): readonly SafeSpan[] {
	return markedSpan({text, tone}, filterMatches?.(text) ?? [], 0, 'accent');
}

function titleCell(row: ProjectRow, context: RowContext): Cell {
	const {project, newest, isMarked, isWatched} = row;
	const isKnown = row.isRead || row.failedRead !== undefined;
	return [
		newest ? signOf(newest, context) : signSpan(isKnown ? 'no deployment' : 'no deployment read', 'quiet', context),
		space,
		...(isMarked ? [signSpan('marked', 'accent', context), space] : []),
		...(isWatched ? [signSpan('watched', 'accent', context), space] : []),
		...highlighted(projectTitle(project), context, 'name'),
	];
}

function newestWord({isRead, newest, failedRead}: ProjectRow, context: RowContext): Cell {
	if (failedRead !== undefined) return [{text: failedRead, tone: 'quiet'}];
	if (!isRead) return [signSpan('not read', 'quiet', context)];
	return [newest ? wordSpan(newest, context) : textOrNothing(undefined, context)];
}

type NewestText = (deployment: Deployment, context: RowContext) => SafeText | undefined;

const ofNewest =
	(cell: NewestText, tone: Tone): Column<ProjectRow>['cell'] =>
	({newest, failedRead}, context) => {
		const text = newest && failedRead === undefined ? cell(newest, context) : undefined;
		return text === undefined ? [] : [{text, tone}];
	};

const newestEnd = ofNewest(
	({concludedAt, createdAt}, context) => momentText(concludedAt ?? createdAt, context.now, context),
	'quiet',
);

const isRunning = ({newest}: ProjectRow): boolean => newest !== undefined && !isConcluded(newest);

const newestTook: Column<ProjectRow>['cell'] = (row, ...rest) =>
	ofNewest(tookText, isRunning(row) ? 'busy' : 'quiet')(row, ...rest);

const hostAndPath = (url: SafeText): SafeText => safe(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

/** Facts that identify a project and its newest deployment stay the longest. */
const projectDropOrder = [
	'url',
	'slug',
	'mode',
	'id',
	'read',
	'created',
	'updated',
	'last 12',
	'took',
	'status',
	'upload',
	'when',
	'version',
	'environment',
	'deployment',
	'project',
];

/** Names get this width before columns that identify a project the least get any. */
const ample = {width: 26, keep: projectDropOrder.indexOf('last 12')};

export const projectColumns = droppedInOrder<ProjectRow>(
	[
		{name: 'project', title: '  PROJECT', width: [19, 34], ample, cell: titleCell},
		versionColumn('upload', ({project}: ProjectRow) => latestUploadOf(project)),
		{
			name: 'status',
			width: [8, 16],
			cell: ({project: {status}, isBeingDeleted}, context) => {
				if (isBeingDeleted) return [{text: plain`deleting`, tone: 'busy'}];
				const outcome = projectOutcome(status);
				// The usual status is quiet.
				return textCell(status, context, outcome === 'good' ? 'quiet' : wordTone(outcome));
			},
		},
		{name: 'deployment', width: [10, 16], cell: newestWord},
		{name: 'version', width: 7, align: 'right', cell: ofNewest(versionOf, 'plain')},
		{name: 'environment', width: [11, 18], cell: ofNewest(({environmentId}) => environmentId?.shown, 'quiet')},
		{name: 'took', width: 7, align: 'right', cell: newestTook},
		{
			name: 'when',
			...momentColumn,
			cell: (row, ...rest) => (isRunning(row) ? [] : newestEnd(row, ...rest)),
			cellAlone: (row, ...rest) => (isRunning(row) ? newestTook : newestEnd)(row, ...rest),
		},
		outcomesColumn,
		dateColumn('updated', ({project}) => project.updatedAt),
		readColumn,
		dateColumn('created', ({project}) => project.createdAt),
		textColumn('mode', [5, 12], ({project}) => project.uploadMode?.shown, 'quiet'),
		{
			name: 'slug',
			width: [12, 28],
			cell: ({project: {slug}}, context) =>
				slug ? highlighted(slug.shown, context, 'quiet') : textCell(slug, context),
		},
		{
			name: 'url',
			width: [16, 48],
			cell: ({project: {url}}, context) => linkCell(url && hostAndPath(url.shown), url, context),
		},
		{name: 'id', width: [16, 24], cell: ({project: {id, url}}, context) => linkCell(safe(id), url, context)},
	],
	projectDropOrder,
);

const withoutColumns = (names: readonly string[]) => projectColumns.filter(({name}) => !names.includes(name));

/** An unusual status is dropped later than the time of the newest deployment. */
const dropOrderWithStatus = projectDropOrder.flatMap(name => {
	if (name === 'status') return [];
	return name === 'when' ? ['when', 'status'] : [name];
});

export const isUnusualStatus = ({status}: Project): boolean => !['good', 'unknown'].includes(projectOutcome(status));

export function listColumns(
	hasStrip: boolean,
	names?: readonly string[],
	hasUnusual = false,
): ReadonlyArray<Column<ProjectRow>> {
	const columns = hasStrip || names ? projectColumns : withoutColumns(['last 12']);
	return chosenColumns(hasUnusual ? droppedInOrder(columns, dropOrderWithStatus) : columns, names);
}

export const columnsWithDeployments = withoutColumns(['read']);

const deploymentFacts = ['deployment', 'version', 'environment', 'took', 'when', 'last 12'];

export const columnsWithoutDeployments = withoutColumns(['read', ...deploymentFacts]).map(
	(column): Column<ProjectRow> =>
		column.name === 'project'
			? {...column, title: 'PROJECT', cell: ({project}) => [{text: projectTitle(project), tone: 'name'}]}
			: column,
);

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
