/** `target` is path and query. Header names are in lower case. */
export type Request = {
	readonly method: string;
	readonly target: string;
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
};

type Headers = Readonly<Record<string, string>>;

export type Response = {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
};

export class Rejection extends Error {
	override readonly name = 'Rejection';
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

export function respond(
	requestId: string,
	now: number,
	{status, body, headers: more}: {readonly status: number; readonly body?: object; readonly headers?: Headers},
): Response {
	const headers = {date: new Date(now).toUTCString(), 'x-request-id': requestId, 'cache-control': 'no-store', ...more};
	if (!body) return {status, headers, body: ''};
	return {
		status,
		headers: {...headers, 'content-type': 'application/json; charset=utf-8'},
		body: JSON.stringify({...body, request_id: requestId}),
	};
}

export const respondRejected = (
	requestId: string,
	now: number,
	{status, code, message, headers}: Rejection,
): Response => respond(requestId, now, {status, body: {error: {code, message}}, headers});
