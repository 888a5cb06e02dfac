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
export type Refusal = {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly headers?: Headers;
};

/** A value read from a request, or why it is not valid. */
export type Read<Value> = {readonly value: Value} | {readonly refusal: Refusal};

export const refused = (status: number, code: string, message: string): {readonly refusal: Refusal} => ({
	refusal: {status, code, message},
});

/** Creates responses to one request. */
export type Reply = {
	/** Adds the request id to the record. */
	readonly record: (status: number, record: object) => Response;
	readonly nothing: () => Response;
	readonly refusal: (refusal: Refusal) => Response;
	readonly requestId: string;
};

export function createReply(requestId: string, now: number): Reply {
	const headers = {date: new Date(now).toUTCString(), 'x-request-id': requestId, 'cache-control': 'no-store'};
	const json = (status: number, value: unknown, more?: Headers): Response => ({
		status,
		headers: {...headers, 'content-type': 'application/json; charset=utf-8', ...more},
		body: JSON.stringify(value),
	});

	return {
		requestId,
		record: (status, record) => json(status, {...record, request_id: requestId}),
		nothing: () => ({status: 204, headers, body: ''}),
		refusal: ({status, code, message, headers: more}) =>
			json(status, {error: {code, message}, request_id: requestId}, more),
	};
}
