import type {RequestRecord, SentRequest} from '../../../api/request-record.ts';
import type {Clock, LocalTime} from '../../../clock.ts';
import type {Clients} from '../../effects/clients.ts';
import type {State} from '../../state/state.ts';
import type {Store} from '../../store.ts';
import {noOtherWindows, type OtherWindows, type WindowNeeds} from '../other-windows.ts';
import {hasRested, readsForWindow} from '../poll-plan.ts';
import {isAway, viewsOf} from '../reading-views.ts';
import {openList} from './event-here.ts';
import type {Membership, MembershipOptions} from './membership.ts';
import type {MadeRead} from './shared-message.ts';

type SharingOptions = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	/** The `--rpm` of this window. */
	readonly requestsPerMinute: number;
	/** Whether this window reads by itself. Otherwise it has nothing to share, and does not join the others. */
	readonly isReading: boolean;
};

/** What this window shares with others on the same service, so that all of them together read as much as one. */
export type Sharing = {
	/** What the others need, and whether this window reads for them. */
	readonly others: () => OtherWindows;
	/** Tells the reader what this window needs, unless it reads itself. `stillSince`: when the user last moved the selection. */
	readonly reportNeeds: (stillSince: LocalTime) => void;
	/** Shares what this window has read. */
	readonly share: (read: MadeRead) => void;
	/** Shares that this window has made a request. */
	readonly shareRequest: (record: RequestRecord) => void;
	/** Shares that this window is sending a request. */
	readonly shareSent: (sent: SentRequest) => void;
	/** Calls the listener when the answer of `others` may have changed. Returns a function that ends that. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly stop: () => void;
};

/** The minimum time between two messages about what this window needs. */
const needsPauseMs = 50;

/** The delay between the first answer, which is painted first, and joining the other windows. */
const joinPauseMs = 30;

function needsOf(state: State, activity: Parameters<typeof readsForWindow>[1], perMinute: number): WindowNeeds {
	const {isPaused} = state.polling;
	return {
		perMinute,
		isAway: isPaused || isAway(state),
		openList: openList(state),
		views: viewsOf(state, !isPaused && hasRested(activity)),
		reads: readsForWindow(state, activity),
	};
}

export function startSharing({store, connections, clock, requestsPerMinute, isReading}: SharingOptions): Sharing {
	const listeners = new Set<() => void>();
	/** What it takes to join the others. Undefined if nothing is shared. */
	let entry: MembershipOptions | undefined;
	let member: Membership | undefined;
	let isAnswered = false;
	let stillSince = clock.now();
	let cancelJoin = () => {};
	let cancelReport: (() => void) | undefined;

	function leave() {
		cancelJoin();
		cancelReport?.();
		cancelReport = undefined;
		member?.leave();
		[entry, member] = [undefined, undefined];
	}

	/** Starts over for another service. */
	function enter({connection}: State) {
		leave();
		isAnswered = false;
		if (!connection) return;
		store.dispatch({type: 'budget-shared', perMinute: requestsPerMinute});
		const joinWindows = connections.joinWindowsOf(connection.id);
		if (!joinWindows || !isReading) return;
		const onChange = () => {
			for (const listener of listeners) listener();
		};
		entry = {store, clock, connection, joinWindows, requestsPerMinute, onChange};
	}

	/** Joins the others. The first screen does not need the code for that. */
	async function join(options: MembershipOptions) {
		const {createMembership} = await import('./membership.ts');
		if (entry !== options) return;
		member = createMembership(options);
		await member.join();
	}

	function sendNeeds() {
		cancelReport = undefined;
		if (member?.isFollower()) member.sendNeeds(needsOf(store.get(), {now: clock.now(), stillSince}, requestsPerMinute));
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		if (before.connection?.id !== after.connection?.id) enter(after);
		if (event.type === 'pause-toggled') member?.rest(after.polling.isPaused);
		const options = entry;
		// Nobody waits for the first answer, or failure, of a window that nobody looks at.
		const isSeen = after.presence.isFocused;
		if (!options || isAnswered || (isSeen && !('request' in event))) return;
		isAnswered = true;
		cancelJoin = clock.after(isSeen ? joinPauseMs : 0, () => void join(options));
	});
	enter(store.get());

	return {
		others: () => member?.others() ?? (entry ? {...noOtherWindows, isReader: false} : noOtherWindows),

		reportNeeds(since) {
			stillSince = since;
			if (member?.isFollower()) cancelReport ??= clock.after(needsPauseMs, sendNeeds);
		},

		share: read => member?.share(read),
		shareRequest: record => member?.shareRequest(record),
		shareSent: sent => member?.shareSent(sent),

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		stop() {
			unsubscribe();
			leave();
		},
	};
}
