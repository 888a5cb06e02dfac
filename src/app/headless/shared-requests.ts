import {readdirSync} from 'node:fs';
import type {RequestRecord} from '../../api/request-record.ts';
import type {SharedMessage} from '../../store/polling/sharing/shared-message.ts';
import type {Guest} from '../../windows/guest.ts';
import type {createJoinWindows} from '../join-windows.ts';

type SharedRequests = {
	/** Watches for the service that is opened, in order to visit the windows on it. */
	readonly onOpen: (windowsOf: typeof createJoinWindows) => typeof createJoinWindows;
	/** Tells the windows about a request. */
	readonly tell: (record: RequestRecord) => void;
	/** Resolves once they know about all. */
	readonly end: () => Promise<void>;
};

/** Whether there may be windows. Without them, a command pays no more than a look into a directory. Windows has no sockets to see there. */
function mayHaveWindows(directory: string, platform: string): boolean {
	if (platform === 'win32') return true;
	try {
		return readdirSync(directory).length > 0;
	} catch {
		return false;
	}
}

/** Lets the windows on the same service pay back what a command requests that is no window itself, so that all of them together keep to one budget. */
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
