import type {Clock, LocalTime} from '../clock.ts';
import {beatMs, createFollowerSide, type FollowerSide, maxSilenceMs, type Parting} from './follower-side.ts';
import type {GroupIdentity} from './group-identity.ts';
import type {Claim, Link, MeetingPlace} from './meeting-place.ts';
import {createReaderSide} from './reader-side.ts';

/**
What a window does in its group.

- `joining`: it looks for the others.
- `reader`: it reads for all.
- `follower`: it sees what the reader reads.
- `alone`: it cannot share, and reads for itself.
*/
export type Role = 'joining' | 'reader' | 'follower' | 'alone';

export type WindowListener = {
	/** Called after each change of the role, and when a follower joins this reader. */
	readonly onRole: (role: Role) => void;
	/** `from`: which window has sent a message to this reader. */
	readonly onMessage: (body: unknown, from: string) => void;
	/** A window that may have sent messages to this reader has left. */
	readonly onLeave: (id: string) => void;
};

type Options = WindowListener & {
	readonly place: MeetingPlace;
	readonly identity: GroupIdentity;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
};

/** This window and the others of the same user that use the same service with the same key. One of them reads. */
export type WindowGroup = {
	/** A reader that did not run for a while is `joining` until it knows that it was not replaced. */
	readonly role: () => Role;
	/** Whether this window is alone because another one has a different version of landfall. */
	readonly hasOtherVersion: () => boolean;
	/** Sends to the reader only. */
	readonly tell: (body: unknown) => void;
	/** Sends to all other windows. */
	readonly share: (body: unknown) => void;
	/** How many other windows follow this one. */
	readonly followerCount: () => number;
	/** Lets another window read, and follows it. Call it with false to be able to read again. */
	readonly rest: (isResting: boolean) => void;
	readonly stop: () => void;
};

/** How long a follower waits for each one before it to replace the reader. */
const turnMs = 200;

/** The pause before a window that is alone looks for others again. */
const aloneMs = 5000;

/** How often a reader without followers looks whether it was replaced, once it has read for `newReaderMs`. Before that, others may replace the same reader. */
const soloBeatMs = 1000;
const newReaderMs = 5000;

type Reading = {
	readonly claim: Claim;
	readonly side: ReturnType<typeof createReaderSide>;
	readonly since: LocalTime;
	heldAt: LocalTime;
	/** The pause after `heldAt` until it looks again. */
	pauseMs: number;
};

/** Joins the group, and stays in it until `stop`. */
export function joinWindowGroup({place, identity, clock, newId, onRole, onMessage, onLeave}: Options): WindowGroup {
	let role: Role = 'joining';
	let hasOtherVersion = false;
	let reading: Reading | undefined;
	let following: FollowerSide | undefined;
	let cancelTimer = () => {};
	let isResting = false;
	/** Changes with every attempt, so that the result of an earlier one is recognized. */
	let attempt = 0;

	function become(next: Role) {
		role = next;
		onRole(next);
	}

	function leave() {
		attempt++;
		cancelTimer();
		following?.close();
		reading?.side.close();
		reading?.claim.release();
		[following, reading] = [undefined, undefined];
	}

	function retryAfter(delayMs: number, retry: () => void) {
		cancelTimer();
		cancelTimer = clock.after(delayMs, retry);
	}

	function stayAlone(parting?: Parting) {
		hasOtherVersion = parting === 'other version';
		become('alone');
		retryAfter(aloneMs, join);
	}

	function onEnd(parting: Parting, turn: number) {
		const wasWelcome = role === 'follower';
		following = undefined;
		if (parting === 'other version' || parting === 'stranger') return stayAlone(parting);
		become('joining');
		if (turn > 0 || (parting === 'closed' && !wasWelcome)) return retryAfter(Math.max(1, turn) * turnMs, join);
		if (parting === 'silent') void claim(true);
		else join();
	}

	function follow(link: Link) {
		following = createFollowerSide(link, {
			identity,
			clock,
			newId,
			onWelcome: () => become('follower'),
			onMessage: body => onMessage(body, ''),
			onEnd,
		});
	}

	/** Gives signs of life for as long as no other window has taken the name. */
	async function beat(current: Reading) {
		const isHeld = await current.claim.isHeld();
		if (reading !== current) return;
		if (!isHeld) {
			leave();
			become('joining');
			return join();
		}

		const wasLate = isLate(current);
		current.heldAt = clock.now();
		const isCalm = current.side.count() === 0 && current.heldAt - current.since > newReaderMs;
		current.pauseMs = isCalm ? soloBeatMs : beatMs;
		current.side.beat();
		retryAfter(current.pauseMs, () => void beat(current));
		if (wasLate) onRole(role);
	}

	async function claim(replaces: boolean) {
		const mine = ++attempt;
		if (isResting) return stayAlone();
		const side = createReaderSide({
			identity,
			clock,
			newId,
			onMessage,
			onJoin() {
				const current = reading;
				if (current) retryAfter(beatMs, () => void beat(current));
				onRole(role);
			},

			onLeave,
		});
		const claimed = await place.claim(side.accept, replaces);
		if (mine !== attempt) return typeof claimed === 'object' && 'release' in claimed && claimed.release();
		if (claimed === 'taken') return retryAfter(turnMs, join);
		if ('fault' in claimed) return stayAlone();
		const now = clock.now();
		reading = {claim: claimed, side, since: now, heldAt: now, pauseMs: beatMs};
		become('reader');
		void beat(reading);
	}

	async function meet() {
		const mine = ++attempt;
		const link = await place.connect();
		if (mine !== attempt) return typeof link === 'object' && 'close' in link && link.close();
		if (link === 'nobody' || link === 'gone') return claim(link === 'gone');
		if ('fault' in link) return stayAlone();
		follow(link);
	}

	const join = () => void meet();

	const isLate = ({heldAt, pauseMs}: Reading): boolean =>
		Math.abs(clock.now() - heldAt) >= pauseMs + maxSilenceMs - beatMs;

	join();
	return {
		role: () => (reading && isLate(reading) ? 'joining' : role),
		hasOtherVersion: () => role === 'alone' && hasOtherVersion,
		followerCount: () => reading?.side.count() ?? 0,
		tell: body => following?.tell(body),

		share(body) {
			following?.share(body);
			reading?.side.share(body);
		},

		rest(next) {
			if (next === isResting) return;
			isResting = next;
			if (next ? !reading : role !== 'alone') return;
			leave();
			become('joining');
			retryAfter(next ? 2 * turnMs : 0, join);
		},

		stop: leave,
	};
}
