import type {Handle} from '../../../src/api/transport/in-process.ts';

/** A service that refuses some reads: `statusOf` gives the status for a path, or undefined to answer as `handle` does. */
export const refusing =
	(handle: Handle, statusOf: (path: string) => number | undefined): Handle =>
	request => {
		const status = request.method === 'GET' ? statusOf(request.target.replace(/\?.*/, '')) : undefined;
		if (status === undefined) return handle(request);
		const body = JSON.stringify({error: {message: 'no such thing'}, request_id: `req_${status}`});
		return {status, headers: {'content-type': 'application/json'}, body};
	};
