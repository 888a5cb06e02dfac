import {readdirSync} from 'node:fs';
import type {RequestRecord} from '../../api/request-record.ts';
import type {SharedMessage} from '../../store/polling/sharing/shared-message.ts';
import type {Guest} from '../../windows/guest.ts';
import type {createJoinWindows} from '../join-windows.ts';

type SharedRequests = {
	/** Waits for the service to be opened, then visits the windows on it. */
	readonly onOpen: (windowsOf: typeof createJoinWindows) => typeof createJoinWindows;
	/** Tells the windows about a request. */
	readonly tell: (record: RequestRecord) => void;
	/** Resolves once the windows know about all requests. */
	readonly end: () => Promise<void>;
};

/** Whether there may be windows. Without any, this costs a command no more than listing a directory. On Windows there are no sockets to list. */
function mayHaveWindows(directory: string, platform: string): boolean {
	if (platform === 'win32') return true;
	try {
		return readdirSync(directory).length > 0;
	} catch {
		return false;
	}
}

/** Makes the windows on the same service pay back the requests of a command that is not a window itself, so that all of them together stay within one budget. */
export function shareRequests(): SharedRequests {
	let guest: Promise<Guest> | undefined;

	return {
		onOpen: windowsOf => options => {
			const joinWindows = windowsOf(options);
			return (baseUrl, apiKey) => {
				if (mayHaveWindows(options.directory, options.process.platform)) {
					guest ??= import('../../windows/guest.ts').then(({openGuest}) => openGuest({...options, baseUrl, apiKey}));
				}

				return joinWindows(baseUrl, apiKey);
			};
		},

		tell(record) {
			const message: SharedMessage = {kind: 'request', record};
			void guest?.then(({share}) => share(message));
		},

		async end() {
			await (await guest)?.leave();
		},
	};
}
