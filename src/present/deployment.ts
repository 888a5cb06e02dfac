import {type Deployment, isConcluded} from '../api/types.ts';
import {outcomeOf, outcomeWord} from '../lexicon.ts';
import {plain, type SafeText, safe} from '../text.ts';
import {
	type Cell,
	type Column,
	type Context,
	momentText,
	momentWidth,
	saidCell,
	textOrNothing,
	versionText,
} from './column.ts';
import {driftFields, type Field, momentField, textField} from './fields.ts';
import {duration, elapsed} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';

const space: SafeSpan = {text: plain` `, tone: 'plain'};

const outcomeCell = (deployment: Deployment, context: Context): Cell => {
	const outcome = outcomeOf(deployment, context.pins);
	return [shapeOf(outcome, context), space, textOrNothing(outcomeWord(deployment), context, toneOf(outcome))];
};

/**
How long a deployment took, or how long it has been going on.

Both ends of what it took are the service's; landfall's own clock only counts what is still going on. Undefined where the service does not say.
*/
export function tookText(deployment: Deployment, {now}: Context): SafeText | undefined {
	const {createdAt, concludedAt} = deployment;
	if (createdAt === undefined) return undefined;
	if (!isConcluded(deployment)) return elapsed(now - createdAt);
	return concludedAt === undefined || concludedAt < createdAt ? undefined : duration(concludedAt - createdAt);
}

const tookSpan = (deployment: Deployment, context: Context): SafeSpan =>
	textOrNothing(tookText(deployment, context), context, isConcluded(deployment) ? 'plain' : 'busy');

export const deploymentColumns: ReadonlyArray<Column<Deployment>> = [
	{title: '  OUTCOME', width: 'rest', minWidth: 14, maxWidth: 26, keep: 9, cell: outcomeCell},
	{
		title: 'ENVIRONMENT',
		width: 'rest',
		minWidth: 11,
		maxWidth: 24,
		keep: 7,
		cell: ({environmentId}, context) => saidCell(environmentId, context),
	},
	{
		title: 'VERSION',
		width: 7,
		keep: 8,
		align: 'right',
		cell: ({uploadVersion}, context) => [textOrNothing(versionText(uploadVersion), context)],
	},
	{title: 'TOOK', width: 8, keep: 6, align: 'right', cell: (row, context) => [tookSpan(row, context)]},
	{
		title: 'STARTED',
		width: momentWidth,
		keep: 5,
		cell: ({createdAt}, context) => [textOrNothing(momentText(createdAt, context), context, 'quiet')],
	},
	{
		title: 'ID',
		width: 'rest',
		minWidth: 12,
		maxWidth: 36,
		keep: 1,
		cell: ({id}, context) => [textOrNothing(safe(id), context, 'quiet')],
	},
];

/** A deployment in two lines of exactly `width` cells, for a screen too narrow for columns. */
export function deploymentCard(deployment: Deployment, width: number, context: Context): readonly [Line, Line] {
	const tookWidth = Math.min(9, Math.max(0, width));
	const started = textOrNothing(momentText(deployment.createdAt, context), context, 'quiet');
	const version = textOrNothing(versionText(deployment.uploadVersion), context);
	const environment = textOrNothing(deployment.environmentId?.shown, context);
	return [
		[
			...fitSpans(outcomeCell(deployment, context), width - tookWidth),
			...fitSpans([tookSpan(deployment, context)], tookWidth, 'right'),
		],
		fitSpans([space, space, version, space, space, started, space, space, environment], width),
	];
}

/** Every field of a deployment, for a pane that shows one. */
export const deploymentFields = (deployment: Deployment, context: Context): readonly Field[] => [
	textField('status', deployment.status?.shown, context),
	{
		label: 'conclusion',
		value: textOrNothing(deployment.conclusion?.shown, context, toneOf(outcomeOf(deployment, context.pins))),
	},
	textField('environment', deployment.environmentId?.shown, context),
	textField('upload version', versionText(deployment.uploadVersion), context),
	textField('url', deployment.url?.shown, context),
	momentField('created', deployment.createdAt, context),
	momentField('concluded', deployment.concludedAt, context),
	{label: isConcluded(deployment) ? 'took' : 'going on for', value: tookSpan(deployment, context)},
	textField('id', safe(deployment.id), context),
	textField('project id', safe(deployment.projectId), context),
	textField('request id', deployment.requestId?.shown, context),
	...driftFields(deployment.drift),
];
