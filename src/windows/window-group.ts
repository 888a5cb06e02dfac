import type {Clock} from '../clock.ts';
import {findReader} from './find-reader.ts';
import {createFollowerSide, type DisconnectReason, type FollowerSide} from './follower-side.ts';
import type {GroupIdentity} from './group-identity.ts';
import type {Link, MeetingPlace} from './meeting-place.ts';
import {createReaderSide} from './reader-side.ts';
import {type Reading, startReading} from './reading.ts';

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
	/** `from` is the id of the window that sent the message to this reader. */
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
	/** A reader that was replaced while it was not running is `joining` as soon as it continues. */
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

/** Schedules the attempts to join, and knows which of them is the latest. */
function createAttempts(clock: Clock) {
	let latest = 0;
	let cancelTimer = () => {};
	return {
		/** Begins an attempt. Returns whether it is still the latest one. */
		begin(): () => boolean {
			const mine = ++latest;
			return () => mine === latest;
		},

		after(delayMs: number, then: () => void) {
			cancelTimer();
			cancelTimer = clock.after(delayMs, then);
		},

		stop() {
			latest++;
			cancelTimer();
		},
	};
}

/** The place of this window in its group. If it loses its place, it looks for another. */
function createMember({place, onRole, onMessage, onLeave, ...own}: Options, mayRead: () => boolean) {
	const attempts = createAttempts(own.clock);
	let role: Role = 'joining';
	let hasOtherVersion = false;
	let reading: Reading | undefined;
	let following: FollowerSide | undefined;

	function become(next: Role) {
		role = next;
		onRole(next);
	}

	function leave() {
		attempts.stop();
		following?.close();
		reading?.close();
		[following, reading] = [undefined, undefined];
	}

	/** Leaves its place, and joins again after a pause. */
	function restart(delayMs: number) {
		leave();
		become('joining');
		attempts.after(delayMs, join);
	}

	function stayAlone(reason?: DisconnectReason) {
		hasOtherVersion = reason === 'other version';
		become('alone');
		attempts.after(aloneMs, join);
	}

	function onEnd(reason: DisconnectReason, turn: number) {
		const wasWelcome = role === 'follower';
		following = undefined;
		if (reason === 'other version' || reason === 'stranger') return stayAlone(reason);
		become('joining');
		if (turn > 0 || (reason === 'closed' && !wasWelcome)) return attempts.after(Math.max(1, turn) * turnMs, join);
		void meet(reason === 'silent');
	}

	function follow(link: Link) {
		const onWelcome = () => become('follower');
		following = createFollowerSide(link, {...own, onWelcome, onMessage: body => onMessage(body, ''), onEnd});
	}

	function onJoin() {
		reading?.beatSoon();
		onRole(role);
	}

	/** Follows the reader, or becomes the reader if there is none. With `replaces`, also takes over from a reader that gives no sign of life. */
	async function meet(replaces = false) {
		const isCurrent = attempts.begin();
		const createSide = () => createReaderSide({...own, onMessage, onJoin, onLeave});
		const found = await findReader(place, {replaces, mayRead, isCurrent, createSide});
		if (found === 'outdated') return;
		if (found === 'taken') return attempts.after(turnMs, join);
		if (found === 'alone') return stayAlone();
		if ('link' in found) return follow(found.link);
		const {clock} = own;
		reading = startReading({...found, clock, onReplaced: () => restart(0)});
		become('reader');
	}

	const join = () => void meet();

	return {
		join,
		restart,
		leave,
		role: () => (reading?.isHeld() === false ? 'joining' : role),
		hasOtherVersion: () => role === 'alone' && hasOtherVersion,
		reading: () => reading,
		following: () => following,
	};
}

/** Joins the group, and stays in it until `stop`. */
export function joinWindowGroup(options: Options): WindowGroup {
	let isResting = false;
	const member = createMember(options, () => !isResting);
	member.join();
	return {
		role: member.role,
		hasOtherVersion: member.hasOtherVersion,
		followerCount: () => member.reading()?.side.count() ?? 0,
		tell: body => member.following()?.tell(body),

		share(body) {
			member.following()?.share(body);
			member.reading()?.side.share(body);
		},

		rest(next) {
			if (next === isResting) return;
			isResting = next;
			if (next) {
				// Another window replaces this reader meanwhile.
				if (member.reading()) member.restart(2 * turnMs);
			} else if (member.role() === 'alone') member.restart(0);
		},

		stop: member.leave,
	};
}
