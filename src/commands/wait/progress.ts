import {type LocalTime, toLocalTime} from '../../clock.ts';
import {duration, wholeDuration} from '../../duration.ts';
import {progressText} from '../../present/charts/progress.ts';
import type {Context} from '../../present/column.ts';
import {clockTime} from '../../present/format.ts';
import {outcomeWord} from '../../status-words.ts';
import {usualOf} from '../../store/model/board.ts';
import {plain, type SafeText} from '../../text.ts';
import {openIds, type ProjectWait, readAtOf, readDeployment, type Trouble} from './project-wait.ts';

/** A moment while landfall waits. */
export type Moment = {
	readonly context: Context;
	/** When it began to wait, by the local clock. */
	readonly startedAt: LocalTime;
};

const noText = plain``;

const deploymentIn = (wait: ProjectWait, id: string | undefined) => readDeployment(wait, id)?.deployment;

/** `docs v12 production` */
function nameOf(wait: ProjectWait, id: string | undefined): SafeText {
	const {uploadVersion, environmentId} = deploymentIn(wait, id) ?? {};
	const version = uploadVersion === undefined ? noText : plain` v${uploadVersion}`;
	return plain`${wait.project}${version}${environmentId ? plain` ${environmentId.shown}` : noText}`;
}

/** Its status in the service's words. */
function statusOf(wait: ProjectWait, id: string | undefined): SafeText {
	if (id === undefined) return plain`waiting for a deployment`;
	const deployment = deploymentIn(wait, id);
	return deployment ? (outcomeWord(deployment) ?? plain`in progress`) : plain`not read`;
}

/** Counts whatever else is awaited. */
function othersText(waits: readonly ProjectWait[]): SafeText {
	const count = waits.reduce((sum, wait) => sum + Math.max(1, openIds(wait).length), 0) - 1;
	return count > 0 ? plain`, and ${count} more` : noText;
}

/** `read 4s ago`: to the second, because a line that ticks shows that landfall is alive. */
export const readText = (readAt: LocalTime | undefined, localNow: LocalTime): SafeText =>
	readAt === undefined ? plain`not read yet` : plain`read ${duration(localNow - readAt)} ago`;

const waitReadText = (wait: ProjectWait, {localNow}: Context): SafeText => readText(readAtOf(wait), localNow);

/** `offline since 14:02:08, trying again in 8s` */
export function troubleText(
	{error, since, nextAt}: Pick<Trouble, 'error' | 'since' | 'nextAt'>,
	{localNow, ...style}: Context,
): SafeText {
	const isSoon = nextAt === undefined || nextAt <= localNow;
	const again = isSoon ? noText : plain`, trying again in ${wholeDuration(nextAt - localNow)}`;
	const when = plain`since ${clockTime(since, style)}${again}`;
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

/** Returns the progress line: `building 0:42 of about 1:10 · read 2s ago · docs v12 production`. `waits` are those that are not over. */
export function progressLine(waits: readonly ProjectWait[], {context}: Moment): SafeText | undefined {
	const [wait] = waits;
	if (!wait) return undefined;
	const [id] = openIds(wait);
	const deployment = deploymentIn(wait, id);
	const name = nameOf(wait, id);
	const others = othersText(waits);
	const {trouble} = wait;
	if (trouble) {
		const last = plain`${statusOf(wait, id)}, ${waitReadText(wait, context)}${others}`;
		return plain`${troubleText(trouble, context)} · ${last} · ${name}`;
	}

	const table = new Map([[wait.projectId, wait.known]]);
	const spent = deployment ? progressText(deployment, usualOf(table, deployment, context.pins), context) : [];
	const spentText = spent.reduce((text, span) => plain`${text}${span.text}`, spent.length > 0 ? plain` ` : noText);
	const status = plain`${statusOf(wait, id)}${spentText}${others}`;
	return plain`${status} · ${waitReadText(wait, context)} · ${name}`;
}

/** Returns the progress of a deployment: `still building after 12m 03s, read 2s ago`. */
export function stillText(wait: ProjectWait, id: string | undefined, {context, startedAt}: Moment): SafeText {
	const createdAt = deploymentIn(wait, id)?.createdAt;
	const began = createdAt === undefined ? startedAt : toLocalTime(createdAt, context.now - context.localNow);
	const spent = duration(Math.max(0, context.localNow - began));
	return plain`still ${statusOf(wait, id)} after ${spent}, ${waitReadText(wait, context)}`;
}

/** Returns the sentence that appears in a log from time to time. `waits` are those that are not over. */
export function stillSentence(waits: readonly ProjectWait[], moment: Moment): SafeText | undefined {
	const [wait] = waits;
	if (!wait) return undefined;
	const [id] = openIds(wait);
	return plain`${nameOf(wait, id)}: ${stillText(wait, id, moment)}${othersText(waits)}`;
}
