import {encodeDeployment} from '../../api/decode/decode.ts';
import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../clock.ts';
import {type Context, textOrNothing, versionText} from '../../present/column.ts';
import {shortTime} from '../../present/format.ts';
import {type Line, lineWidth, type SafeSpan, space} from '../../present/line.ts';
import {shapeOf, wordTone} from '../../present/outcome.ts';
import {tookSpan} from '../../present/took.ts';
import {type Outcome, outcomeNames, outcomeOf, outcomeWord, type Pins} from '../../status-words.ts';
import {cells, plain, type SafeText, safe} from '../../text.ts';
import type {CommandContext} from '../headless/context.ts';
import type {ObservedChange} from './observations.ts';
import type {Verdict} from './verdict.ts';

/** What a verdict is about. */
export type Judged = {
	readonly projectId: string;
	readonly project: SafeText;
	/** Undefined if none was selected. */
	readonly deploymentId: string | undefined;
	/** As last read. Undefined if it was never read. */
	readonly deployment: Deployment | undefined;
	/** When that was, by the service's clock. */
	readonly readAt: ServiceTime | undefined;
};

/**
Prints what happens to deployments: a readable line on a terminal, a JSON document per line with `--json`, otherwise fields separated by tabs.

The fields are always: time, project id, deployment id, environment, version, status, conclusion, event, outcome, the time of the read before, and the reason for a verdict. Times are UTC, by the service's clock.
*/
export type Report = {
	readonly change: (change: ObservedChange, project: SafeText) => void;
	readonly verdict: (verdict: Verdict, judged: Judged) => void;
};

const iso = (at: ServiceTime | undefined): string | null =>
	at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();

/** The fields of one line, of which tabs separate each from the next. */
const fieldsOf = (
	at: ServiceTime,
	{projectId, deploymentId, deployment}: Omit<Judged, 'project' | 'readAt'>,
	more: readonly unknown[],
): readonly unknown[] => [
	iso(at),
	projectId,
	deploymentId,
	deployment?.environmentId?.exact,
	deployment?.uploadVersion,
	deployment?.status?.exact,
	deployment?.conclusion?.exact,
	...more,
];

/** Returns the outcome as far as it is certain: a deployment is in progress until it has concluded, whatever its status word means elsewhere. */
function observedOutcome(deployment: Deployment, pins: Pins): Outcome {
	const outcome = outcomeOf(deployment, pins);
	return isConcluded(deployment) || outcome === 'waiting' ? outcome : 'running';
}

/** Joins the parts that are defined with spaces. */
const joined = (parts: ReadonlyArray<SafeSpan | undefined>): Line =>
	parts.flatMap((part, index) => (part === undefined || part.text === '' ? [] : index === 0 ? [part] : [space, part]));

/** `docs v12 production` */
const nameSpans = (project: SafeText, deployment: Deployment | undefined): Line =>
	joined([
		{text: project, tone: 'name'},
		{text: versionText(deployment?.uploadVersion) ?? plain``, tone: 'strong'},
		{text: deployment?.environmentId?.shown ?? plain``, tone: 'quiet'},
	]);

const wordOf = (deployment: Deployment, context: Context): SafeSpan =>
	textOrNothing(outcomeWord(deployment), context, wordTone(outcomeOf(deployment, context.pins)));

/** The line for a change. The id is left out where it would not fit. */
function changeLine(
	{event, deployment, seenBy}: ObservedChange,
	project: SafeText,
	width: number,
	context: Context,
): Line {
	const line: Line = [
		{text: shortTime(seenBy, context.now, context), tone: 'quiet'},
		space,
		shapeOf(outcomeOf(deployment, context.pins), context),
		space,
		...nameSpans(project, deployment),
		space,
		space,
		wordOf(deployment, context),
		space,
		tookSpan(deployment, context),
		...(event === 'changed again' ? [{text: plain` changed again`, tone: 'bad'} as const] : []),
	];
	const id: SafeSpan = {text: safe(deployment.id), tone: 'quiet', link: deployment.url?.exact};
	return lineWidth(line) + cells(id.text) + 2 <= width ? [...line, space, space, id] : line;
}

function verdictLine({name, reason, exitCode}: Verdict, {project, deployment}: Judged): Line {
	const tone = exitCode === 0 ? 'good' : exitCode === 1 ? 'bad' : 'strong';
	return [...nameSpans(project, deployment), {text: plain` ${name}`, tone}, {text: plain`: ${reason}`, tone: 'plain'}];
}

export function createReport({output, rowContext}: Pick<CommandContext, 'output' | 'rowContext'>): Report {
	return {
		change(change, project) {
			const {event, deployment, seenAfter, seenBy} = change;
			const context = rowContext();
			const outcome = outcomeNames[observedOutcome(deployment, context.pins)];
			if (output.isJson) {
				const own = {event, outcome, project, seen_after: iso(seenAfter), seen_by: iso(seenBy)};
				output.event({...encodeDeployment(deployment), _landfall: own});
			} else if (output.isTable) output.paint(changeLine(change, project, output.width, context));
			else {
				const {projectId, id: deploymentId} = deployment;
				output.fields(fieldsOf(seenBy, {projectId, deploymentId, deployment}, [event, outcome, iso(seenAfter), '']));
			}
		},

		verdict(verdict, judged) {
			const {exitCode, name, reason} = verdict;
			const {projectId, project, deploymentId, deployment, readAt} = judged;
			const {now} = rowContext();
			if (output.isJson) {
				const ageMs = readAt === undefined ? null : Math.max(0, Math.round(now - readAt));
				const own = {
					event: 'verdict',
					outcome: name,
					exit_code: exitCode,
					reason,
					project,
					read_at: iso(readAt),
					age_ms: ageMs,
				};
				const record = deployment ? encodeDeployment(deployment) : {id: deploymentId ?? null, project_id: projectId};
				output.event({...record, _landfall: own});
			} else if (output.isTable) output.paint(verdictLine(verdict, judged));
			else output.fields(fieldsOf(now, judged, ['verdict', name, iso(readAt), reason]));
		},
	};
}
