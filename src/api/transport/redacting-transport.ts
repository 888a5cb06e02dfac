import {createEraser} from '../../redaction.ts';
import type {Transport} from '../transport.ts';

/** Returns a transport that removes the key from every response, in case the service echoes it. The only place where responses are redacted. */
export function createRedactingTransport(transport: Transport, apiKey: string): Transport {
	const erase = createEraser(apiKey);
	return async (request, signal) => {
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const headers = new Map([...answer.headers].map(([name, value]) => [name, erase(value)] as const));
		return {...answer, headers, body: erase(answer.body, !answer.isComplete)};
	};
}
