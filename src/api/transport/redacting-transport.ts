import {createEraser} from '../../redaction.ts';
import type {Transport} from './transport.ts';

/** A transport whose answers hold the key nowhere, whatever the service repeats: what nobody receives can neither be shown nor kept, nor copied. The one place where the key is taken out of answers. */
export function createRedactingTransport(transport: Transport, apiKey: string): Transport {
	const erase = createEraser(apiKey);
	return async (request, signal) => {
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const headers = new Map([...answer.headers].map(([name, value]) => [name, erase(value)] as const));
		return {...answer, headers, body: erase(answer.body, !answer.isComplete)};
	};
}
