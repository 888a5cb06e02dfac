/** A request to the service. `target` is path and query; header names are in lower case. */
export type Request = {
	readonly method: string;
	readonly target: string;
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
};

/** Response headers, with lower-case names. */
type Headers = Readonly<Record<string, string>>;

export type Response = {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
};

/** Why a request is rejected. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	readonly status: number;
	readonly code: string;
	readonly headers: Headers;

	constructor(status: number, code: string, message: string, headers: Headers = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.headers = headers;
	}
}

export type Reply = ReturnType<typeof createReply>;

/** Creates the response to one request. */
export function createReply(requestId: string, now: number) {
	const headers = {date: new Date(now).toUTCString(), 'x-request-id': requestId, 'cache-control': 'no-store'};
	const json = (status: number, value: object, more?: Headers): Response => ({
		status,
		headers: {...headers, 'content-type': 'application/json; charset=utf-8', ...more},
		body: JSON.stringify({...value, request_id: requestId}),
	});

	return {
		requestId,
		/** Adds the request id to the record. */
		record: (status: number, record: object) => json(status, record),
		nothing: (): Response => ({status: 204, headers, body: ''}),
		refusal: ({status, code, message, headers: more}: Refusal) => json(status, {error: {code, message}}, more),
	};
}
