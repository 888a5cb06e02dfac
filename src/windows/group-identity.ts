import {createHmac} from 'node:crypto';

/** What the windows of one service and API key have in common. Reveals neither. */
export type GroupIdentity = {
	/** Where they meet. Safe in a file name. */
	readonly name: string;
	/** Shows that this window knows the API key. `challenge` must be fresh. */
	readonly prove: (challenge: string) => string;
};

export function createGroupIdentity(baseUrl: string, apiKey: string): GroupIdentity {
	const secret = createHmac('sha256', apiKey).update(`landfall windows ${baseUrl}`).digest();
	const derive = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
	return {name: derive('name').slice(0, 16), prove: challenge => derive(`proof ${challenge}`)};
}
