import {type LocalTime, toLocalTime, toServiceTime} from '../../clock.ts';
import {duration, wholeDuration} from '../../duration.ts';
import {progressText} from '../../present/charts/progress.ts';
import type {Context} from '../../present/column.ts';
import {clockTime} from '../../present/format.ts';
import {outcomeWord} from '../../status-words.ts';
import {usualOf} from '../../store/model/board.ts';
import {probingAt} from '../../store/state/retries.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText} from '../../text.ts';
import {lastRead, openIds, type ProjectWait, readAtOf, type Trouble, troubleOf} from './project-wait.ts';

/** A moment while landfall waits. */
export type Moment = {
	readonly state: State;
	readonly context: Context;
	/** When it began to wait, by the local clock. */
	readonly startedAt: LocalTime;
};

/** The context for texts about the state, which knows the service's clock. */
export const contextIn = ({polling: {skewMs}}: State, context: Context): Context => ({
	...context,
	now: toServiceTime(context.localNow, skewMs),
});

const noText = plain``;

const deploymentIn = (state: State, {projectId}: ProjectWait, id: string | undefined) =>
	id === undefined ? undefined : lastRead(state, projectId, id)?.deployment;

/** `docs v12 production` */
function nameOf(state: State, wait: ProjectWait, id: string | undefined): SafeText {
	const {uploadVersion, environmentId} = deploymentIn(state, wait, id) ?? {};
	const version = uploadVersion === undefined ? noText : plain` v${uploadVersion}`;
	return plain`${wait.project}${version}${environmentId ? plain` ${environmentId.shown}` : noText}`;
}

/** Its status in the service's words. */
function statusOf(state: State, wait: ProjectWait, id: string | undefined): SafeText {
	if (id === undefined) return plain`waiting for a deployment`;
	const deployment = deploymentIn(state, wait, id);
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

const waitReadText = (state: State, wait: ProjectWait, {localNow}: Context): SafeText =>
	readText(readAtOf(state, wait), localNow);

/** `offline since 14:02:08, trying again in 8s` */
export function troubleText({error, since}: Trouble, state: State, {localNow, ...style}: Context): SafeText {
	const at = probingAt(state);
	const again = at === undefined || at <= localNow ? noText : plain`, trying again in ${wholeDuration(at - localNow)}`;
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
export function progressLine(waits: readonly ProjectWait[], {state, context}: Moment): SafeText | undefined {
	const [wait] = waits;
	if (!wait) return undefined;
	const [id] = openIds(wait);
	const deployment = deploymentIn(state, wait, id);
	const name = nameOf(state, wait, id);
	const others = othersText(waits);
	const trouble = troubleOf(state, wait);
	if (trouble) {
		const last = plain`${statusOf(state, wait, id)}, ${waitReadText(state, wait, context)}${others}`;
		return plain`${troubleText(trouble, state, context)} · ${last} · ${name}`;
	}

	const spent = deployment
		? progressText(deployment, usualOf(state.deployments.table, deployment, state.interface.pins), context)
		: [];
	const spentText = spent.reduce((text, span) => plain`${text}${span.text}`, spent.length > 0 ? plain` ` : noText);
	const status = plain`${statusOf(state, wait, id)}${spentText}${others}`;
	return plain`${status} · ${waitReadText(state, wait, context)} · ${name}`;
}

/** Returns the progress of a deployment: `still building after 12m 03s, read 2s ago`. */
export function stillText(wait: ProjectWait, id: string | undefined, {state, context, startedAt}: Moment): SafeText {
	const createdAt = deploymentIn(state, wait, id)?.createdAt;
	const began = createdAt === undefined ? startedAt : toLocalTime(createdAt, state.polling.skewMs);
	const spent = duration(Math.max(0, context.localNow - began));
	return plain`still ${statusOf(state, wait, id)} after ${spent}, ${waitReadText(state, wait, context)}`;
}

/** Returns the sentence that appears in a log from time to time. `waits` are those that are not over. */
export function stillSentence(waits: readonly ProjectWait[], moment: Moment): SafeText | undefined {
	const [wait] = waits;
	if (!wait) return undefined;
	const [id] = openIds(wait);
	return plain`${nameOf(moment.state, wait, id)}: ${stillText(wait, id, moment)}${othersText(waits)}`;
}
