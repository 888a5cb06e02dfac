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
import {type Cell, droppedInOrder, momentCell, momentColumn, type RowContext, textCell} from './table.ts';

const kindTones: Readonly<Record<ActivityKind, Tone>> = {
	added: 'accent',
	saved: 'accent',
	deleted: 'accent',
	deployed: 'accent',
	sent: 'accent',
	'not accepted': 'bad',
	'not sent': 'bad',
	'no answer': 'bad',
	'found out': 'accent',
	concluded: 'plain',
	'changed again': 'bad',
	away: 'busy',
	'new word': 'plain',
};

const conclusions: ReadonlySet<ActivityKind> = new Set(['concluded', 'changed again']);

export type ActivityRow = {
	readonly entry: ActivityEntry;
	readonly deployment: Deployment | undefined;
	readonly isGone: boolean;
};

const outcomeOfEntry = ({word}: ActivityEntry, {wordMeanings}: RowContext): Outcome =>
	outcomeOf({status: word, conclusion: word, concludedAt: undefined}, wordMeanings);

const ownChanges: Partial<Readonly<Record<ActivityKind, SafeText>>> = {
	added: plain`Added`,
	saved: plain`Saved`,
	deleted: plain`Deleted`,
	sent: plain`Sent`,
};

export function activityText({kind, project, word, version, message}: ActivityEntry): SafeText {
	const suffix = message === '' ? plain`` : plain` · ${message}`;
	const change = ownChanges[kind];
	if (change) return plain`${change} ${project}${suffix}`;
	if (kind === 'deployed') return versionText(version) ?? plain`Deploying ${project}`;
	if (kind === 'new word') return word?.shown ?? plain``;
	if (!conclusions.has(kind)) return message;
	return plain`${safe([word?.shown ?? 'no status', versionText(version) ?? []].flat().join(' '))}${suffix}`;
}

function activityProjectCell({entry, isGone}: ActivityRow, context: RowContext): Cell {
	const {kind, projectId, project} = entry;
	const madeHere = signSpan('made here', kindTones[kind], context);
	return [
		conclusions.has(kind) ? shapeOf(outcomeOfEntry(entry, context), context) : madeHere,
		space,
		...(isGone ? [{...signSpan('gone', 'quiet', context), spoken: plain`gone`}, space] : []),
		{text: projectId === '' ? project : projectTitle({id: projectId}, project), tone: 'name'},
	];
}

function eventCell({entry}: ActivityRow, context: RowContext): Cell {
	const {kind, message} = entry;
	const detail: SafeSpan = {
		text: ownChanges[kind] ? message : activityText(entry),
		tone: conclusions.has(kind) ? toneOf(outcomeOfEntry(entry, context)) : 'plain',
	};
	// The sign says that a deployment has concluded.
	return kind === 'concluded' || kind === 'away'
		? [detail]
		: [{text: safe(kind), tone: kindTones[kind]}, space, detail];
}

const tookCell = ({deployment}: ActivityRow): Cell => {
	const ms = deployment && tookMs(deployment);
	return ms === undefined ? [] : [{text: duration(ms), tone: 'plain'}];
};

export const activityColumns = droppedInOrder<ActivityRow>(
	[
		{name: 'project', title: '  PROJECT', width: [19, 26], cell: activityProjectCell},
		{name: 'event', width: [14, 80], cell: eventCell},
		{
			name: 'environment',
			width: [11, 20],
			cell: ({deployment}, context) => (deployment?.environmentId ? textCell(deployment.environmentId, context) : []),
		},
		{name: 'took', width: 7, align: 'right', cell: tookCell},
		{
			name: 'when',
			...momentColumn,
			cell: ({entry: {at}}, context) => momentCell(at, context.localNow, context),
		},
	],
	['took', 'when', 'environment', 'event', 'project'],
);
