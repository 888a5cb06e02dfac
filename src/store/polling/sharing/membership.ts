import type {RequestRecord} from '../../../api/request-record.ts';
import type {Clock, LocalTime} from '../../../clock.ts';
import {plain} from '../../../text.ts';
import type {Role, WindowGroup} from '../../../windows/window-group.ts';
import {createNotify} from '../../effects/notify.ts';
import type {JoinWindows} from '../../model/login.ts';
import {readKey} from '../../model/requests/read-request.ts';
import type {Store} from '../../store.ts';
import {noOtherWindows, type OtherWindows, unitedNeeds, type WindowNeeds} from '../other-windows.ts';
import {eventHere} from './event-here.ts';
import {createReplay} from './replay.ts';
import {decodeMessage, encodeMessage, type MadeRead, type SharedMessage} from './shared-message.ts';

export type MembershipOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly connection: {readonly id: number; readonly baseUrl: string};
	readonly joinWindows: JoinWindows;
	/** The `--rpm` of this window. */
	readonly requestsPerMinute: number;
	/** Called when the answer of `others` may have changed. */
	readonly onChange: () => void;
};

/** The place of one connection among the windows on its service. */
export type Membership = {
	/** Joins the others. Waits a moment to learn who reads. */
	readonly join: () => Promise<void>;
	readonly others: () => OtherWindows;
	readonly isFollower: () => boolean;
	/** Tells the reader what this window needs. */
	readonly tell: (needs: WindowNeeds) => void;
	readonly share: (read: MadeRead) => void;
	readonly shareRequest: (record: RequestRecord) => void;
	/** Lets another window read while this one is paused. */
	readonly rest: (isResting: boolean) => void;
	readonly leave: () => void;
};

/** How long a window waits to learn who reads before it reads for itself. */
const graceMs = {first: 300, later: 2000};

/** Longer than any window needs to see an answer. */
const keptEndMs = 5000;

/** Keeps when reads ended, as long as that matters. */
function createReadEnds(clock: Clock) {
	/** The oldest first. */
	const endedAt = new Map<string, LocalTime>();
	return {
		endedAt,

		add({need}: MadeRead) {
			const now = clock.now();
			const key = readKey(need);
			endedAt.delete(key);
			endedAt.set(key, now);
			for (const [other, at] of endedAt) {
				if (Math.abs(now - at) < keptEndMs) break;
				endedAt.delete(other);
			}
		},
	};
}

export function createMembership(options: MembershipOptions): Membership {
	const {store, clock, connection, joinWindows, requestsPerMinute, onChange} = options;
	const replay = createReplay(connection.baseUrl, clock.after);
	/** Of the followers, if this window reads. */
	const needsOf = new Map<string, WindowNeeds>();
	const ends = createReadEnds(clock);
	let group: WindowGroup | undefined;
	let isLeft = false;
	let hasSaid = false;
	/** The role when `others` was last called. */
	let lastRole: Role = 'joining';
	/** Until when to wait for a role. */
	let graceUntil = 0;
	let cancelGrace = () => {};
	/** What the reader was last told. */
	let told = '';

	const notify = createNotify({store, clock});
	const role = (): Role => group?.role() ?? 'joining';
	const send = (message: SharedMessage) => group?.share(encodeMessage(message));

	function startGrace(delayMs: number) {
		graceUntil = clock.now() + delayMs;
		cancelGrace();
		cancelGrace = clock.after(delayMs, onChange);
	}

	/** Agrees on the smallest budget of all windows, and tells it to them. */
	function agreeOnBudget() {
		const perMinute = Math.min(requestsPerMinute, ...[...needsOf.values()].map(needs => needs.perMinute));
		send({kind: 'budget', perMinute});
		store.dispatch({type: 'budget-shared', perMinute});
	}

	async function hearAnswer(read: MadeRead) {
		ends.add(read);
		const event = await replay(read);
		const here = isLeft ? undefined : eventHere(event, store.get());
		if (here) store.dispatch(here);
	}

	function hear(body: unknown, from: string) {
		const message = isLeft ? undefined : decodeMessage(body, connection.id);
		switch (message?.kind) {
			case 'answer':
				void hearAnswer(message.read);
				break;
			case 'request':
				store.dispatch({type: 'request-ended', record: message.record});
				break;
			case 'budget':
				store.dispatch({type: 'budget-shared', perMinute: message.perMinute});
				break;
			case 'needs': {
				const isAgreed = needsOf.get(from)?.perMinute === message.needs.perMinute;
				needsOf.set(from, message.needs);
				if (!isAgreed) agreeOnBudget();
				onChange();
			}
		}
	}

	/** Says once that another window cannot share because of its version. */
	function sayIfOtherVersion() {
		if (hasSaid || !group?.hasOtherVersion()) return;
		hasSaid = true;
		notify(plain`Another window has a different version of landfall, so both read for themselves`, 'quiet');
	}

	function onRole() {
		if (isLeft) return;
		told = '';
		sayIfOtherVersion();
		if (role() !== 'reader') needsOf.clear();
		if (role() === 'reader' || role() === 'alone') agreeOnBudget();
		onChange();
	}

	function onLeave(id: string) {
		needsOf.delete(id);
		if (isLeft) return;
		agreeOnBudget();
		onChange();
	}

	return {
		async join() {
			startGrace(graceMs.first);
			const joined = await joinWindows({onRole, onMessage: hear, onLeave});
			if (isLeft) return joined.stop();
			group = joined;
			group.rest(store.get().polling.isPaused);
			onRole();
		},

		others() {
			const current = role();
			if (current === 'joining' && lastRole !== 'joining') startGrace(graceMs.later);
			lastRole = current;
			const isWaiting = current === 'joining' && clock.now() < graceUntil;
			if (current === 'follower' || isWaiting) return {...noOtherWindows, isReader: false};
			return {isReader: true, ...unitedNeeds(needsOf.values(), ends.endedAt)};
		},

		isFollower: () => role() === 'follower',

		tell(needs) {
			const message = encodeMessage({kind: 'needs', needs});
			const line = JSON.stringify(message);
			if (line !== told) group?.tell(message);
			told = line;
		},

		share(read) {
			if (read.need.connectionId !== connection.id || read.need.kind === 'raw') return;
			ends.add(read);
			send({kind: 'answer', read});
		},

		shareRequest(record) {
			if (!record.isTrial) send({kind: 'request', record});
		},

		rest: isResting => group?.rest(isResting),

		leave() {
			isLeft = true;
			cancelGrace();
			group?.stop();
		},
	};
}
