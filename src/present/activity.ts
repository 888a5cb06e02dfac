import type {Entry, EntryKind} from '../journal/entries.ts';
import {projectTitle} from '../project-title.ts';
import {type Outcome, outcomeOf} from '../status-words.ts';
import {plain, type SafeText, safe, serviceText} from '../text.ts';
import {type Cell, type Column, type Context, momentColumn, momentText, textOrNothing} from './column.ts';
import {fitSpans, type Line, type SafeSpan, space, type Tone} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';

const gap: SafeSpan = {text: plain`  `, tone: 'plain'};

const tones: Readonly<Record<EntryKind, Tone>> = {
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

const conclusions: ReadonlySet<EntryKind> = new Set(['concluded', 'changed again']);

/** The outcome of a deployment, from the status word before the version in the journal entry. */
function outcomeOfEntry(text: SafeText, {pins}: Context): Outcome {
	const word = safe(text.replace(/ v\d+$/, ''));
	const status = serviceText(word);
	return outcomeOf({status, conclusion: status, concludedAt: undefined}, pins);
}

/** The sign of an entry: the outcome of a conclusion, or an arrow for a change made here. */
function shapeSpan({kind, text}: Entry, context: Context): SafeSpan {
	if (!conclusions.has(kind))
		return {text: context.isSpoken ? plain`` : safe(context.isAscii ? '>' : '›'), tone: tones[kind]};
	return shapeOf(outcomeOfEntry(text, context), context);
}

const kindCell = (entry: Entry, context: Context): Cell => [
	shapeSpan(entry, context),
	space,
	{text: safe(entry.kind), tone: tones[entry.kind]},
];

function textTone({kind, text}: Entry, context: Context): Tone {
	return conclusions.has(kind) ? toneOf(outcomeOfEntry(text, context)) : 'plain';
}

const whenSpan = ({at}: Entry, context: Context, width?: number): SafeSpan =>
	textOrNothing(momentText(at, context.localNow, context, width), context, 'quiet');

const projectSpan = ({projectId, project}: Entry): SafeSpan => ({
	text: projectId === '' ? project : projectTitle({id: projectId}, project),
	tone: 'name',
});

export const activityColumns: ReadonlyArray<Column<Entry>> = [
	{title: '  EVENT', width: 16, keep: 8, cell: kindCell},
	{
		title: 'PROJECT',
		width: 'content',
		minWidth: 12,
		maxWidth: 32,
		keep: 7,
		cell: entry => [projectSpan(entry)],
	},
	{title: 'WHEN', ...momentColumn, keep: 6, cell: (entry, context, width) => [whenSpan(entry, context, width)]},
	{
		title: 'DETAIL',
		width: 'content',
		minWidth: 12,
		maxWidth: 80,
		keep: 5,
		cell: (entry, context) => [{text: entry.text, tone: textTone(entry, context)}],
	},
];

/** Returns an entry as two lines of exactly `width` cells, for a screen too narrow for columns. */
export const activityCard = (entry: Entry, width: number, context: Context): readonly [Line, Line] => [
	fitSpans([...kindCell(entry, context), gap, projectSpan(entry)], width),
	fitSpans([gap, whenSpan(entry, context), gap, {text: entry.text, tone: textTone(entry, context)}], width),
];
