import type {HttpMethod} from '../base/http-methods.ts';
import type {Transport} from './transport.ts';

export type Handle = (request: {
	readonly method: HttpMethod;
	readonly target: string;
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}) => {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
};

/** As over a network, responses are asynchronous, and an aborted request may have been executed. */
export const createInProcessTransport =
	(handle: Handle): Transport =>
	async ({method, url, headers, body}, signal) => {
		await nextTurn();
		if (signal.aborted) return {outcome: 'aborted'};
		const answer = handle({method, target: url.pathname + url.search, headers: lowerCased(headers), body: body ?? ''});
		await nextTurn();
		if (signal.aborted) return {outcome: 'aborted'};
		return {outcome: 'answered', ...answer, headers: lowerCased(answer.headers), isComplete: true};
	};

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

const lowerCased = (headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
