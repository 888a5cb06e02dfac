import type {LocalTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {type ProjectWait, readAtOf, troubleOf} from './project-wait.ts';
import {type Verdict, verdictUnread} from './verdict.ts';

/** Without a known cause, reads may simply be rare, because many windows divide a small budget. */
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

/** When a project was last read. The other times are how long landfall had waited then. */
type LastRead = {
	/** By the local clock. */
	readonly readAt: LocalTime | undefined;
	/** When that became known. */
	readonly passedMs: number;
	/** When it first could not be read again. */
	readonly failingMs?: number | undefined;
};

/** Gives up on what could not be read for too long since the first failure. */
export type GiveUpRule = {
	/** Returns the verdict if it is time to give up. `passedMs` is how long landfall has waited, except while the computer slept. */
	readonly verdictOn: (wait: ProjectWait, state: State, passedMs: number) => Verdict | undefined;
};

export function createGiveUpRule(giveUpAfterMs: number, projectCount: number): GiveUpRule {
	const reads = new Map<string, LastRead>();

	return {
		verdictOn(wait, state, passedMs) {
			const {projectId} = wait;
			const readAt = readAtOf(state, wait);
			const known = reads.get(projectId);
			const last = known && known.readAt === readAt ? known : {readAt, passedMs: known ? passedMs : 0};
			const trouble = troubleOf(state, wait);
			const failingMs = last.failingMs ?? (trouble && passedMs);
			reads.set(projectId, {...last, failingMs});
			if (trouble)
				return passedMs - (failingMs ?? passedMs) >= giveUpAfterMs ? verdictUnread(trouble.error) : undefined;
			const unreadMs = passedMs - last.passedMs;
			if (unreadMs < Math.max(giveUpAfterMs, minUnexplainedMs, roundMs(projectCount, state))) return undefined;
			return state.polling.throttle.perMinute === 0 ? notAllowed : unread;
		},
	};
}
