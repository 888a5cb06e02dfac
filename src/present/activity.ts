import type {Deployment} from '../api/types.ts';
import {duration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {ActivityEntry, ActivityKind} from '../model/activity-entry.ts';
import {tookMs} from '../model/durations.ts';
import {projectTitle} from '../model/project-title.ts';
import {type Outcome, outcomeOf} from '../model/status-words.ts';
import {versionText} from '../model/upload-version.ts';
import {type SafeSpan, space, type Tone} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import {signSpan} from './signs.ts';
import {type Cell, type Column, momentCell, momentColumn, type RowContext, textCell} from './table.ts';

const tones: Readonly<Record<ActivityKind, Tone>> = {
	added: 'accent',
	saved: 'accent',
	deleted: 'accent',
	deployed: 'accent',
	sent: 'accent',
	'not accepted': 'bad',
	'no answer': 'bad',
	'found out': 'accent',
	concluded: 'plain',
	'changed again': 'bad',
	away: 'busy',
	'new word': 'plain',
};

const conclusions: ReadonlySet<ActivityKind> = new Set(['concluded', 'changed again']);

/** An entry, and the deployment that it is about as far as it is known. */
export type ActivityRow = {
	readonly entry: ActivityEntry;
	readonly deployment: Deployment | undefined;
	/** Whether its project is gone. */
	readonly isGone: boolean;
};

const outcomeOfEntry = ({word}: ActivityEntry, {wordMeanings}: RowContext): Outcome =>
	outcomeOf({status: word, conclusion: word, concludedAt: undefined}, wordMeanings);

/** Says what happened. */
export function activityText({kind, project, word, version, message}: ActivityEntry): SafeText {
	const said = message === '' ? plain`` : plain` · ${message}`;
	switch (kind) {
		case 'added':
			return plain`Added ${project}${said}`;
		case 'saved':
			return plain`Saved ${project}${said}`;
		case 'deleted':
			return plain`Deleted ${project}`;
		case 'deployed':
			return versionText(version) ?? plain`Deploying ${project}`;
		case 'sent':
			return plain`Sent ${project}`;
		case 'concluded':
		case 'changed again':
			return plain`${safe([word?.shown ?? 'no status', versionText(version) ?? []].flat().join(' '))}${said}`;
		case 'new word':
			return word?.shown ?? plain``;
		case 'not accepted':
		case 'no answer':
		case 'found out':
		case 'away':
			return message;
	}
}

/** The sign of an entry: the outcome of a conclusion, or an arrow for a change made here. */
function shapeSpan(entry: ActivityEntry, context: RowContext): SafeSpan {
	const {kind} = entry;
	if (conclusions.has(kind)) return shapeOf(outcomeOfEntry(entry, context), context);
	return signSpan('made here', tones[kind], context);
}

const kindCell = ({entry}: ActivityRow, context: RowContext): Cell => [
	shapeSpan(entry, context),
	space,
	{text: safe(entry.kind), tone: tones[entry.kind]},
];

const projectCell = ({entry: {projectId, project}, isGone}: ActivityRow, context: RowContext): Cell => [
	...(isGone ? [{...signSpan('gone', 'quiet', context), spoken: plain`gone`}, space] : []),
	{text: projectId === '' ? project : projectTitle({id: projectId}, project), tone: 'name'},
];

const whenColumn: Column<ActivityRow> = {
	// Of what was seen to conclude, this is when it was noticed.
	name: 'when',
	...momentColumn,
	keep: 6,
	cell: ({entry: {at}}, context, width) => momentCell(at, context.localNow, context, width),
};

const detailCell = ({entry}: ActivityRow, context: RowContext): Cell => [
	{
		text: activityText(entry),
		tone: conclusions.has(entry.kind) ? toneOf(outcomeOfEntry(entry, context)) : 'plain',
	},
];

/** How long a concluded deployment took. One in progress is not what its entry is about. */
const tookCell = ({deployment}: ActivityRow): Cell => {
	const ms = deployment && tookMs(deployment);
	return ms === undefined ? [] : [{text: duration(ms), tone: 'plain'}];
};

const columnsWith = (maxNameWidth: number): ReadonlyArray<Column<ActivityRow>> => [
	{name: 'event', title: '  EVENT', width: 16, keep: 8, cell: kindCell},
	{name: 'project', width: [12, maxNameWidth], keep: 7, cell: projectCell},
	{name: 'detail', width: [12, 80], keep: 5, cell: detailCell},
	{
		name: 'environment',
		width: [11, 20],
		keep: 4,
		cell: ({deployment}, context) => (deployment?.environmentId ? textCell(deployment.environmentId, context) : []),
	},
	{name: 'took', width: 7, keep: 3, align: 'right', cell: tookCell},
	whenColumn,
];

export const activityColumns = columnsWith(32);

/** The columns for a screen on which long names would leave the details little room. */
export const mediumActivityColumns = columnsWith(24);

/** The columns for a narrow screen, where the sign alone says that a deployment has concluded. */
export const narrowActivityColumns: ReadonlyArray<Column<ActivityRow>> = [
	{
		name: 'project',
		title: '  PROJECT',
		width: [14, 34],
		keep: 7,
		cell: (row, context) => [shapeSpan(row.entry, context), space, ...projectCell(row, context)],
	},
	{
		name: 'event',
		width: [11, 80],
		keep: 5,
		essentialFrom: 0,
		cell: (row, context) => {
			const {kind} = row.entry;
			const detail = detailCell(row, context);
			return kind === 'concluded' ? detail : [{text: safe(kind), tone: tones[kind]}, space, ...detail];
		},
	},
	whenColumn,
];
