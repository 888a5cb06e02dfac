import {existsSync} from 'node:fs';
import {createLocalSocket} from './local-socket.ts';

type SharingOptions = {
	/** Where the sockets are. */
	readonly directory: string;
	readonly id: string;
	readonly process: Pick<NodeJS.Process, 'platform' | 'getuid'>;
};

/** As long as the name of a group. */
const testName = 'test'.padEnd(16, '-');

/** Checks whether windows can meet by creating a socket and removing it. Returns why they cannot. Creates no directory. */
export async function findSharingFault({directory, id, process}: SharingOptions): Promise<string | undefined> {
	const {platform} = process;
	const place = createLocalSocket({directory, name: testName, id, platform, userId: process.getuid?.()});
	const link = await place.connect();
	if (typeof link === 'object' && 'fault' in link) return link.fault;
	if (typeof link === 'object') {
		link.close();
		return undefined;
	}

	if (platform !== 'win32' && !existsSync(directory)) return undefined;
	const claim = await place.claim(other => other.close(), true);
	if (claim === 'taken') return undefined;
	if ('fault' in claim) return claim.fault;
	claim.release();
	return undefined;
}
