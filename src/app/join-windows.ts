import type {Clock} from '../clock.ts';
import type {JoinWindows} from '../store/model/login.ts';

type WindowOptions = {
	/** Where the sockets are. */
	readonly directory: string;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
	readonly process: Pick<NodeJS.Process, 'platform' | 'getuid'>;
};

/** Returns how to join the other windows on a service. The code for it is loaded when it is needed, after the first screen. */
export const createJoinWindows =
	(options: WindowOptions) =>
	(baseUrl: string, apiKey: string): JoinWindows =>
	async listener => {
		const {openWindowGroup} = await import('../windows/open-group.ts');
		return openWindowGroup({...options, baseUrl, apiKey}, listener);
	};
