import type {Clock} from '../clock.ts';
import {createGroupIdentity} from './group-identity.ts';
import {createLocalSocket} from './local-socket.ts';
import {joinWindowGroup, type WindowGroup, type WindowListener} from './window-group.ts';

type GroupOptions = {
	/** Where the sockets are. */
	readonly directory: string;
	readonly baseUrl: string;
	/** Neither stored nor sent. */
	readonly apiKey: string;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
	readonly process: Pick<NodeJS.Process, 'platform' | 'getuid'>;
};

/** Joins the windows of this user that use a service with the same key. */
export function openWindowGroup(
	{directory, baseUrl, apiKey, clock, newId, process}: GroupOptions,
	listener: WindowListener,
): WindowGroup {
	const identity = createGroupIdentity(baseUrl, apiKey);
	const {platform} = process;
	const userId = process.getuid?.();
	const place = createLocalSocket({directory, name: identity.name, id: newId(), platform, userId});
	return joinWindowGroup({...listener, place, identity, clock, newId});
}
