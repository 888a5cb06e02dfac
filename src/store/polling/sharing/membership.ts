import type {RequestRecord, SentRequest} from '../../../api/request-record.ts';
import type {Clock} from '../../../clock.ts';
import {plain} from '../../../text.ts';
import type {Role, WindowGroup} from '../../../windows/window-group.ts';
import {createNotify} from '../../effects/notify.ts';
import type {JoinWindows} from '../../model/login.ts';
import type {Store} from '../../store.ts';
import {noOtherWindows, type OtherWindows, unitedNeeds, type WindowNeeds} from '../other-windows.ts';
import {createFollowers} from './followers.ts';
import {createMessageHandler, createReadEnds} from './message-handler.ts';
import {encodeMessage, type MadeRead, type SharedMessage} from './shared-message.ts';

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
	readonly sendNeeds: (needs: WindowNeeds) => void;
	readonly share: (read: MadeRead) => void;
	readonly shareRequest: (record: RequestRecord) => void;
	readonly shareSent: (sent: SentRequest) => void;
	/** Lets another window read while this one is paused. */
	readonly rest: (isResting: boolean) => void;
	readonly leave: () => void;
};

/** How long a window waits to learn who reads before it reads for itself. */
const graceMs = {first: 300, later: 2000};

/** How long to wait for a role: until `delayMs` after the latest start. Calls `onEnd` then. */
function createGracePeriod(clock: Clock, onEnd: () => void) {
	let until = 0;
	let cancel = () => {};
	return {
		start(delayMs: number) {
			until = clock.now() + delayMs;
			cancel();
			cancel = clock.after(delayMs, onEnd);
		},

		isOver: () => clock.now() >= until,
		stop: () => cancel(),
	};
}

/** Returns a function that says once that another window cannot share because of its version. */
function createVersionNotice(context: Pick<MembershipOptions, 'store' | 'clock'>) {
	const notify = createNotify(context);
	let hasSaid = false;
	return () => {
		if (!hasSaid)
			notify(plain`Another window has a different version of landfall, so both read for themselves`, 'quiet');
		hasSaid = true;
	};
}

export function createMembership(options: MembershipOptions): Membership {
	const {store, clock, connection, joinWindows, onChange} = options;
	const ends = createReadEnds(clock);
	const grace = createGracePeriod(clock, onChange);
	const noticeVersion = createVersionNotice(options);
	let group: WindowGroup | undefined;
	let isLeft = false;
	/** The role when `others` was last called. */
	let lastRole: Role = 'joining';
	/** The needs that were last sent to the reader, as JSON. */
	let sentNeeds = '';

	const role = (): Role => group?.role() ?? 'joining';
	const send = (message: SharedMessage) => group?.share(encodeMessage(message));
	const followers = createFollowers(options, send);
	const onMessage = createMessageHandler(options, {ends, isLeft: () => isLeft, onNeeds: followers.add});

	function onRole() {
		if (isLeft) return;
		sentNeeds = '';
		if (group?.hasOtherVersion()) noticeVersion();
		if (role() !== 'reader') followers.clear();
		if (role() === 'reader' || role() === 'alone') followers.agreeOnBudget();
		onChange();
	}

	function onLeave(id: string) {
		if (!isLeft) followers.remove(id);
	}

	return {
		async join() {
			grace.start(graceMs.first);
			const joined = await joinWindows({onRole, onMessage, onLeave});
			if (isLeft) return joined.stop();
			group = joined;
			group.rest(store.get().polling.isPaused);
			onRole();
		},

		others() {
			const current = role();
			if (current === 'joining' && lastRole !== 'joining') grace.start(graceMs.later);
			lastRole = current;
			const isWaiting = current === 'joining' && !grace.isOver();
			if (current === 'follower' || isWaiting) return {...noOtherWindows, isReader: false};
			return {isReader: true, ...unitedNeeds(followers.needs(), ends.endedAt)};
		},

		isFollower: () => role() === 'follower',

		sendNeeds(needs) {
			const message = encodeMessage({kind: 'needs', needs});
			const json = JSON.stringify(message);
			if (json !== sentNeeds) group?.tell(message);
			sentNeeds = json;
		},

		share(read) {
			if (read.request.connectionId !== connection.id || read.request.kind === 'raw') return;
			ends.add(read);
			send({kind: 'answer', read});
		},

		shareRequest(record) {
			if (!record.isTrial) send({kind: 'request', record});
		},

		shareSent: sent => send({kind: 'sent', sent}),

		rest: isResting => group?.rest(isResting),

		leave() {
			isLeft = true;
			grace.stop();
			group?.stop();
		},
	};
}
