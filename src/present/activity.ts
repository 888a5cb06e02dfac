import {type SafeText, safe, serviceText} from '../base/text.ts';
import type {ActivityEntry, ActivityKind} from '../model/activity-entry.ts';
import {projectTitle} from '../model/project-title.ts';
import {type Outcome, outcomeOf} from '../model/status-words.ts';
import {type SafeSpan, space, type Tone} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import {type Cell, type Column, momentCell, momentColumn, type RowContext, signIn} from './table.ts';

const tones: Readonly<Record<ActivityKind, Tone>> = {
	added: 'accent',
	saved: 'accent',
	deleted: 'accent',
	deployed: 'accent',
	'not accepted': 'bad',
	'no answer': 'bad',
	'found out': 'accent',
	concluded: 'plain',
	'changed again': 'bad',
	away: 'busy',
	'new word': 'plain',
};

const conclusions: ReadonlySet<ActivityKind> = new Set(['concluded', 'changed again']);

/** The outcome of a deployment, from the status word before the version in the journal entry. */
function outcomeOfEntry(text: SafeText, {wordMeanings}: RowContext): Outcome {
	const word = safe(text.replace(/ v\d+$/, ''));
	const status = serviceText(word);
	return outcomeOf({status, conclusion: status, concludedAt: undefined}, wordMeanings);
}

/** The sign of an entry: the outcome of a conclusion, or an arrow for a change made here. */
function shapeSpan({kind, text}: ActivityEntry, context: RowContext): SafeSpan {
	if (conclusions.has(kind)) return shapeOf(outcomeOfEntry(text, context), context);
	return {text: signIn({unicode: '›', ascii: '>', spoken: ''}, context), tone: tones[kind]};
}

const kindCell = (entry: ActivityEntry, context: RowContext): Cell => [
	shapeSpan(entry, context),
	space,
	{text: safe(entry.kind), tone: tones[entry.kind]},
];

function textTone({kind, text}: ActivityEntry, context: RowContext): Tone {
	return conclusions.has(kind) ? toneOf(outcomeOfEntry(text, context)) : 'plain';
}

const projectCell = ({projectId, project}: ActivityEntry): Cell => [
	{text: projectId === '' ? project : projectTitle({id: projectId}, project), tone: 'name'},
];

const whenColumn: Omit<Column<ActivityEntry>, 'keep'> = {
	title: 'WHEN',
	...momentColumn,
	cell: ({at}, context, width) => momentCell(at, context.localNow, context, width),
};

const detailCell = (entry: ActivityEntry, context: RowContext): Cell => [
	{text: entry.text, tone: textTone(entry, context)},
];

export const activityColumns: ReadonlyArray<Column<ActivityEntry>> = [
	{title: '  EVENT', width: 16, keep: 8, cell: kindCell},
	{title: 'PROJECT', width: [12, 32], keep: 7, cell: projectCell},
	{...whenColumn, keep: 6},
	{title: 'DETAIL', width: [12, 80], keep: 5, cell: detailCell},
];

/** The columns for a narrow screen, where the sign alone says that a deployment has concluded. */
export const narrowActivityColumns: ReadonlyArray<Column<ActivityEntry>> = [
	{
		title: '  PROJECT',
		width: [14, 34],
		keep: 7,
		cell: (entry, context) => [shapeSpan(entry, context), space, ...projectCell(entry)],
	},
	{...whenColumn, keep: 6},
	{
		title: 'EVENT',
		width: [11, 80],
		keep: 5,
		isEssential: true,
		cell: (entry, context) =>
			entry.kind === 'concluded'
				? detailCell(entry, context)
				: [{text: safe(entry.kind), tone: tones[entry.kind]}, space, ...detailCell(entry, context)],
	},
];
