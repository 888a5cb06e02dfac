import type {Clock} from '../clock.ts';
import {createFollowerSide, type FollowerSide} from './follower-side.ts';
import {createGroupIdentity, type GroupIdentity} from './group-identity.ts';
import {createLocalSocket} from './local-socket.ts';
import type {MeetingPlace} from './meeting-place.ts';

type Options = {
	readonly place: MeetingPlace;
	readonly identity: GroupIdentity;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
};

/** A process that sends messages to the windows on its service and then leaves. It never reads for them. */
export type Guest = {
	/** Sends to all windows, once they have let it in. */
	readonly share: (body: unknown) => void;
	/** Resolves once everything is sent, or the windows do not let it in. */
	readonly leave: () => Promise<void>;
};

/** How long a leaving guest waits to be let in. */
const maxWaitMs = 100;

/** Visits the windows of a group, if there are any. */
export function visitWindows({place, identity, clock, newId}: Options): Guest {
	const unsent: unknown[] = [];
	let isWelcome = false;
	let side: FollowerSide | undefined;
	const decided = Promise.withResolvers<void>();

	function send() {
		for (const body of unsent.splice(0)) side?.share(body);
	}

	async function visit() {
		const link = await place.connect();
		if (typeof link !== 'object' || 'fault' in link) return decided.resolve();
		side = createFollowerSide(link, {
			identity,
			clock,
			newId,
			onMessage() {},
			onEnd() {
				side = undefined;
				decided.resolve();
			},
			onWelcome() {
				isWelcome = true;
				send();
				decided.resolve();
			},
		});
	}

	void visit();
	return {
		share(body) {
			unsent.push(body);
			if (isWelcome) send();
		},

		async leave() {
			const cancel = clock.after(maxWaitMs, decided.resolve);
			await decided.promise;
			cancel();
			side?.close();
			side = undefined;
		},
	};
}

type GuestOptions = Pick<Options, 'clock' | 'newId'> & {
	/** Where the sockets are. */
	readonly directory: string;
	readonly baseUrl: string;
	/** Neither stored nor sent. */
	readonly apiKey: string;
	readonly process: Pick<NodeJS.Process, 'platform' | 'getuid'>;
};

/** Visits the windows of this user that use a service with the same key. */
export function openGuest({directory, baseUrl, apiKey, clock, newId, process}: GuestOptions): Guest {
	const identity = createGroupIdentity(baseUrl, apiKey);
	const {platform} = process;
	const userId = process.getuid?.();
	const place = createLocalSocket({directory, name: identity.name, id: newId(), platform, userId});
	return visitWindows({place, identity, clock, newId});
}
