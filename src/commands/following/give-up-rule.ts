import type {LocalTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {type ProjectWait, readAtOf, troubleOf} from './project-wait.ts';
import {type Verdict, verdictUnread} from './verdict.ts';

/** Without a known cause, reads may simply be rare, because other windows share a small budget. */
const minUnexplainedMs = 600_000;

/** The maximum pause between two background reads, as a multiple of the one with the whole budget: only a third of the budget is used, and less while something is paid back. */
const maxPauseFactor = 6;

/** Returns how long it may take to read this many projects once. */
const roundMs = (projectCount: number, {polling: {throttle}}: State): number =>
	throttle.perMinute === 0 ? 0 : (projectCount * maxPauseFactor * 60_000) / throttle.perMinute;

const unread: Verdict = {
	exitCode: exitCodes.unreachable,
	name: plain`unknown`,
	reason: plain`it could not be read for too long`,
};

const notAllowed: Verdict = {
	exitCode: exitCodes.usage,
	name: plain`unknown`,
	reason: plain`nothing was read for too long: another landfall window on this service was started with --rpm 0`,
};

/** Gives up on what could not be read for too long. */
export type GiveUpRule = {
	/** Returns the verdict if it is time to give up. `passedMs` is how long landfall has waited, except while the computer slept. */
	readonly verdictOn: (wait: ProjectWait, state: State, passedMs: number) => Verdict | undefined;
};

export function createGiveUpRule(giveUpAfterMs: number, projectCount: number): GiveUpRule {
	/** When each project was last read, by the local clock, and how long landfall had waited when that became known. */
	const reads = new Map<string, {readonly readAt: LocalTime | undefined; readonly passedMs: number}>();

	return {
		verdictOn(wait, state, passedMs) {
			const {projectId} = wait;
			const readAt = readAtOf(state, wait);
			const known = reads.get(projectId);
			if (!known || known.readAt !== readAt) reads.set(projectId, {readAt, passedMs: known ? passedMs : 0});
			const unreadMs = passedMs - (reads.get(projectId)?.passedMs ?? 0);
			const trouble = troubleOf(state, wait);
			if (trouble) return unreadMs >= giveUpAfterMs ? verdictUnread(trouble.error) : undefined;
			if (unreadMs < Math.max(giveUpAfterMs, minUnexplainedMs, roundMs(projectCount, state))) return undefined;
			return state.polling.throttle.perMinute === 0 ? notAllowed : unread;
		},
	};
}
