import {encodeDeployment} from '../api/decode.ts';
import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {cells, plain, type SafeText, safe} from '../base/text.ts';
import {outcomeNames, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {tookSpan} from '../present/deployment.ts';
import {shortTime} from '../present/format.ts';
import {type Line, lineWidth, type SafeSpan, space} from '../present/line.ts';
import {shapeOf, wordTone} from '../present/outcome.ts';
import {type RowContext, textOrNothing, versionText} from '../present/table.ts';
import type {CommandContext} from './context.ts';
import type {ObservedChange} from './observations.ts';
import {type Awaited, type ProjectWait, rowOf, type Verdict} from './project-wait.ts';

const iso = (at: ServiceTime | undefined): string | null =>
	at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();

/** `docs v12 production` */
export function nameSpans(project: SafeText, deployment: Deployment | undefined): Line {
	const version = versionText(deployment?.uploadVersion);
	const environment = deployment?.environmentId?.shown;
	return [
		{text: project, tone: 'name'},
		...(version ? [{text: plain` ${version}`, tone: 'strong'} as const] : []),
		...(environment ? [{text: plain` ${environment}`, tone: 'quiet'} as const] : []),
	];
}

/** The line for a change. The id is left out where it would not fit. */
function changeLine(
	{event, deployment, seenBy}: ObservedChange,
	project: SafeText,
	width: number,
	context: RowContext,
): Line {
	const outcome = outcomeOf(deployment, context.wordMeanings);
	const line: Line = [
		{text: shortTime(seenBy, context.now, context), tone: 'quiet'},
		space,
		shapeOf(outcome, context),
		space,
		...nameSpans(project, deployment),
		space,
		space,
		textOrNothing(outcomeWord(deployment), context, wordTone(outcome)),
		space,
		tookSpan(deployment, context),
		...(event === 'changed again' ? [{text: plain` changed again`, tone: 'bad'} as const] : []),
	];
	const id: SafeSpan = {text: safe(deployment.id), tone: 'quiet', link: deployment.url?.exact};
	return lineWidth(line) + cells(id.text) + 2 <= width ? [...line, space, space, id] : line;
}

/**
Prints what happens to deployments: a readable line on a terminal, a JSON document per line with `--json`, otherwise fields separated by tabs.

The fields are always: time, project id, deployment id, environment, version, status, conclusion, event, outcome, the time of the read before, and the reason for a verdict. Times are UTC, by the service's clock.
*/
export function createReport({output, rowContext}: Pick<CommandContext, 'output' | 'rowContext'>) {
	const printFields = (
		at: ServiceTime,
		{projectId, id, ...deployment}: Pick<Deployment, 'projectId'> & Partial<Deployment>,
		more: readonly unknown[],
	) =>
		output.fields([
			iso(at),
			projectId,
			id,
			deployment.environmentId?.exact,
			deployment.uploadVersion,
			deployment.status?.exact,
			deployment.conclusion?.exact,
			...more,
		]);

	return {
		change(change: ObservedChange, project: SafeText): void {
			const {event, deployment, seenAfter, seenBy} = change;
			const context = rowContext();
			const known = outcomeOf(deployment, context.wordMeanings);
			// It is in progress until it has concluded, whatever its status word means elsewhere.
			const outcome = outcomeNames[isConcluded(deployment) || known === 'waiting' ? known : 'running'];
			if (output.isJson) {
				const own = {event, outcome, project, seen_after: iso(seenAfter), seen_by: iso(seenBy)};
				output.event({...encodeDeployment(deployment), _landfall: own});
			} else if (output.isTable) output.paint(changeLine(change, project, output.width, context));
			else printFields(seenBy, deployment, [event, outcome, iso(seenAfter), '']);
		},

		verdict({exitCode, name, reason}: Verdict, wait: ProjectWait, each: Awaited): void {
			const {projectId, project} = wait;
			const {deployment, seenAt} = rowOf(wait, each) ?? {};
			const id = each.kind === 'deployment' ? each.id : undefined;
			const {now} = rowContext();
			if (output.isJson) {
				const own = {
					event: 'verdict',
					outcome: name,
					exit_code: exitCode,
					reason,
					project,
					read_at: iso(seenAt),
					age_ms: seenAt === undefined ? null : Math.max(0, Math.round(now - seenAt)),
				};
				const record = deployment ? encodeDeployment(deployment) : {id: id ?? null, project_id: projectId};
				output.event({...record, _landfall: own});
			} else if (output.isTable) {
				output.paint([
					...nameSpans(project, deployment),
					{text: plain` ${name}`, tone: exitCode === 0 ? 'good' : exitCode === 1 ? 'bad' : 'strong'},
					{text: plain`: ${reason}`, tone: 'plain'},
				]);
			} else {
				const fields = deployment ?? {projectId, ...(id !== undefined && {id})};
				printFields(now, fields, ['verdict', name, iso(seenAt), reason]);
			}
		},
	};
}
