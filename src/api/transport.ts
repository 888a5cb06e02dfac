/** A request as sent over the wire. `url` is absolute; the key is in `headers`. */
export type WireRequest = {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** The outcome of a request: how far it got, and the response. Failures are part of it, so a transport never rejects. */
export type WireAnswer =
	| {
			readonly outcome: 'answered';
			readonly status: number;
			/** Keyed by lower-case name. */
			readonly headers: ReadonlyMap<string, string>;
			readonly body: string;
			/** False if the body ended before its announced length, or was aborted. */
			readonly isComplete: boolean;
			/** Why the body cannot be used although a response arrived. */
			readonly flaw?: 'stalled' | 'too-large' | 'encoded' | 'not-utf8';
	  }
	/** No byte of the request reached the service. `code` is Node's error code or `TIMEOUT`; `proxy` is the host and port of a proxy that refused. */
	| {readonly outcome: 'not-sent'; readonly code: string; readonly isTimeout: boolean; readonly proxy?: string}
	/** At least part of the request may have been sent, but there was no complete response. `hasBegun` means that its first bytes arrived. */
	| {readonly outcome: 'lost'; readonly code: string; readonly isTimeout: boolean; readonly hasBegun?: boolean}
	| {readonly outcome: 'aborted'};

/** Sends one request to the service, over the network or in process. Never rejects. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;
