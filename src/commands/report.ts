import {encodeDeployment} from '../api/decode.ts';
import type {Deployment} from '../api/types.ts';
import {type Clock, type LocalTime, type ServiceTime, toLocalTime} from '../base/clock.ts';
import {duration, wholeDuration} from '../base/duration.ts';
import {durationText} from '../base/duration-option.ts';
import {addPeriod, cells, plain, type SafeText, safe} from '../base/text.ts';
import {usualOf} from '../model/durations.ts';
import {outcomeNames, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {suggestedCommand} from '../model/suggested-commands.ts';
import {versionOf} from '../model/upload-version.ts';
import {progressText, tookSpan} from '../present/deployment.ts';
import {clockTime, shortTime} from '../present/format.ts';
import {type Line, lineText, lineWidth, type SafeSpan, space} from '../present/line.ts';
import {shapeOf, wordTone} from '../present/outcome.ts';
import {type RowContext, textOrNothing} from '../present/table.ts';
import {type CommandContext, serviceOptions} from './context.ts';
import type {ObservedChange} from './observations.ts';
import {type HeadlessOptions, type judging, type Values, waitDefaults} from './options.ts';
import type {Output} from './output.ts';
import {awaitedRow, type Outage, readAtOf, type Verdict, type Wait} from './project-wait.ts';

const iso = (at: ServiceTime | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

function nameSpans(project: SafeText, deployment: Deployment | undefined): Line {
	const version = versionOf(deployment);
	const environment = deployment?.environmentId?.shown;
	return [
		{text: project, tone: 'name'},
		...(version ? [{text: plain` ${version}`, tone: 'strong'} as const] : []),
		...(environment ? [{text: plain` ${environment}`, tone: 'quiet'} as const] : []),
	];
}

function urlSpan(deployment: Deployment | undefined): Line {
	const url = deployment?.url;
	return url ? [{text: plain` · ${url.shown}`, tone: 'quiet', link: url.exact}] : [];
}

function changeLine(
	{event, deployment, seenBy}: ObservedChange,
	project: SafeText,
	width: number,
	context: RowContext,
): Line {
	const outcome = outcomeOf(deployment, context.wordMeanings);
	const line: Line = [
		{text: shortTime(seenBy, context.now), tone: 'quiet'},
		space,
		shapeOf(outcome, context),
		space,
		...nameSpans(project, deployment),
		space,
		space,
		textOrNothing(outcomeWord(deployment), context, wordTone(outcome)),
		space,
		tookSpan(deployment, context),
		...(event === 'changed again' || event === 'stuck' ? [{text: safe(` ${event}`), tone: 'bad'} as const] : []),
	];
	const id: SafeSpan = {text: safe(deployment.id), tone: 'quiet', link: deployment.url?.exact};
	return lineWidth(line) + cells(id.text) + 2 <= width ? [...line, space, space, id] : line;
}

/** Prints a readable line on a terminal, JSON with `--json`, otherwise tab-separated fields in the order of docs/commands.md. Times are UTC, by the service's clock. */
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
			const outcome = outcomeNames[outcomeOf(deployment, context.wordMeanings)];
			if (output.isJson) {
				const landfallFields = {event, outcome, project, seen_after: iso(seenAfter), seen_by: iso(seenBy)};
				output.document({...encodeDeployment(deployment), _landfall: landfallFields}, true);
			} else if (output.isTable) output.paint(changeLine(change, project, output.width, context));
			else printFields(seenBy, deployment, [event, outcome, iso(seenAfter), '', project]);
		},

		verdict({exitCode, name, reason}: Verdict, wait: Wait): void {
			const {projectId, project, id} = wait;
			const {deployment, seenAt} = awaitedRow(wait) ?? {};
			const {now} = rowContext();
			if (output.isJson) {
				const landfallFields = {
					event: 'verdict',
					outcome: name,
					exit_code: exitCode,
					reason,
					project,
					read_at: iso(seenAt),
					age_ms: seenAt === undefined ? null : Math.max(0, Math.round(now - seenAt)),
				};
				const record = deployment ? encodeDeployment(deployment) : {id: id ?? null, project_id: projectId};
				output.document({...record, _landfall: landfallFields}, true);
				return;
			}

			const sentence: Line = [
				...nameSpans(project, deployment),
				{text: plain` ${name}`, tone: exitCode === 0 ? 'good' : exitCode === 1 ? 'bad' : 'strong'},
				{text: plain`: ${reason}`, tone: 'plain'},
				...urlSpan(deployment),
			];
			if (output.isTable) {
				output.paint(sentence);
				return;
			}

			const fields = deployment ?? {projectId, ...(id !== undefined && {id})};
			printFields(now, fields, ['verdict', name, iso(seenAt), reason, project]);
			output.note(lineText(sentence));
		},
	};
}

const waitName = (wait: Wait): SafeText => lineText(nameSpans(wait.project, awaitedRow(wait)?.deployment));

function waitStatus(wait: Wait): SafeText {
	if (wait.id === undefined) return plain`waiting for a deployment`;
	const row = awaitedRow(wait);
	if (!row) return wait.isNotVisibleYet ? plain`not visible yet` : plain`not read`;
	return outcomeWord(row.deployment) ?? plain`in progress`;
}

const andMoreText = (count: number): SafeText => (count > 0 ? plain`, and ${count} more` : plain``);

/** `read 4s ago`. Always in seconds, because a ticking line shows that landfall is alive. */
export const readAgeText = (readAt: LocalTime | undefined, {localNow}: RowContext): SafeText =>
	readAt === undefined ? plain`not read yet` : plain`read ${duration(localNow - readAt)} ago`;

/** `offline since 14:02:08, retrying in 8s` */
export function offlineText(
	{error, since, nextAt}: Pick<Outage, 'error' | 'since' | 'nextAt'>,
	{localNow}: RowContext,
): SafeText {
	const isSoon = nextAt === undefined || nextAt <= localNow;
	const again = isSoon ? plain`` : plain`, retrying in ${wholeDuration(nextAt - localNow)}`;
	const when = plain`since ${clockTime(since)}${again}`;
	switch (error.kind) {
		case 'network':
		case 'timeout':
			return plain`offline ${when}`;
		case 'busy':
			return plain`asked to slow down ${when}`;
		case 'auth':
			return plain`key rejected ${when}`;
		default:
			return plain`no usable answer ${when}`;
	}
}

/** `building 42s of about 1m 10s · read 2s ago · docs v12 production` */
export function progressLine(wait: Wait, otherCount: number, context: RowContext): SafeText {
	const [status, others] = [waitStatus(wait), andMoreText(otherCount)];
	const [read, name] = [readAgeText(readAtOf(wait), context), waitName(wait)];
	const {outage, known} = wait;
	if (outage) return plain`${offlineText(outage, context)} · ${status}, ${read}${others} · ${name}`;
	const {deployment} = awaitedRow(wait) ?? {};
	if (!deployment) return plain`${status}${others} · ${read} · ${name}`;
	const usual = usualOf(known.recent, deployment, context.wordMeanings);
	return plain`${status} ${lineText(progressText(deployment, usual, context))}${others} · ${read} · ${name}`;
}

/** `still building after 12m 03s, read 2s ago` */
export function stillText(wait: Wait, startedAt: LocalTime, context: RowContext): SafeText {
	const {now, localNow} = context;
	const createdAt = awaitedRow(wait)?.deployment.createdAt;
	const began = createdAt === undefined ? startedAt : toLocalTime(createdAt, now - localNow);
	const spent = duration(Math.max(0, localNow - began));
	return plain`still ${waitStatus(wait)} after ${spent}, ${readAgeText(readAtOf(wait), context)}`;
}

export const stillSentence = (wait: Wait, otherCount: number, startedAt: LocalTime, context: RowContext): SafeText =>
	plain`${waitName(wait)}: ${stillText(wait, startedAt, context)}${andMoreText(otherCount)}`;

/** Shorter outages are not reported: after a failed list, its deployments are read one by one. */
const minOutageMs = 6000;

/** Reports outages in a log. `giveUpAfterMs`: how long the command retries. Undefined: forever. */
export function createOutageNotes(
	{clock, output}: Pick<CommandContext, 'output'> & {readonly clock: Pick<Clock, 'now'>},
	giveUpAfterMs?: number,
) {
	let notedSince: LocalTime | undefined;

	return {
		tick(outage: Pick<Outage, 'error' | 'since'> | undefined) {
			if (output.showsProgress) return;
			const now = clock.now();
			if (notedSince !== undefined && !outage) {
				output.note(plain`Reading again after ${duration(now - notedSince)}.`);
				notedSince = undefined;
			}

			if (notedSince === undefined && outage && now - outage.since >= minOutageMs) {
				notedSince = outage.since;
				const until = giveUpAfterMs === undefined ? plain`` : plain` for up to ${wholeDuration(giveUpAfterMs)}`;
				output.note(plain`${addPeriod(outage.error.message)} Retrying${until}.`);
			}
		},

		/** Ends the current outage without “Reading again”: the other projects may have been readable all along. */
		gaveUp(project: SafeText, reason: SafeText) {
			notedSince = undefined;
			output.note(plain`${project}: ${addPeriod(reason)} Gave up on it.`);
		},
	};
}

export type WaitOptions = HeadlessOptions & Values<typeof judging>;

/** Prints how to resume the command. Skips deployments with ids that cannot be typed. `leftMs`: the rest of `--timeout`, infinite without it. */
export function printResumption(
	waits: readonly Wait[],
	options: WaitOptions,
	leftMs: number,
	output: Pick<Output, 'note'>,
): void {
	const {okWords, badWords, giveUpAfterMs, rpm, isJson, isQuiet} = options;
	const deciding = {
		...serviceOptions(options),
		ok: okWords.join(','),
		bad: badWords.join(','),
		timeout: leftMs === Number.POSITIVE_INFINITY ? undefined : durationText(leftMs),
		'give-up-after': giveUpAfterMs === waitDefaults.giveUpAfterMs ? undefined : durationText(giveUpAfterMs),
		rpm,
		json: isJson,
		quiet: isQuiet,
	};
	const commands = waits.flatMap(({projectId, id, which}) => {
		const ids = id === undefined ? [projectId] : [projectId, id];
		const flags = id === undefined && which !== 'newest' && {[which]: true};
		return suggestedCommand('wait', ids, {...flags, ...deciding}) ?? [];
	});
	if (commands.length > 0) output.note(plain`To resume waiting:`);
	for (const command of commands) output.note(plain`  ${command}`);
}
