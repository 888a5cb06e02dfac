/** A request as it goes over the wire. `url` is absolute; the key is in `headers`. */
export type WireRequest = {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** How far a request got, and what came back. How far it got is part of the answer, so nothing is thrown. */
export type WireAnswer =
	| {
			readonly outcome: 'answered';
			readonly status: number;
			/** By their names in lower case. */
			readonly headers: ReadonlyMap<string, string>;
			readonly body: string;
			/** False when the body ended before its announced length, or was given up. */
			readonly isComplete: boolean;
			/** Why there is no body to read although an answer came. */
			readonly flaw?: 'stalled' | 'too-large' | 'encoded' | 'not-utf8';
	  }
	/** No byte of the request reached the service. `code` is Node's error code, or `TIMEOUT`; `proxy` the host and port of the proxy that was to open the way. */
	| {readonly outcome: 'not-sent'; readonly code: string; readonly isTimeout: boolean; readonly proxy?: string}
	/** The request, or the beginning of it, may have gone out; its answer did not come back. `hasBegun` if the first bytes of an answer did. */
	| {readonly outcome: 'lost'; readonly code: string; readonly isTimeout: boolean; readonly hasBegun?: boolean}
	| {readonly outcome: 'aborted'};

/** Carries one request to the service: over the network, or to the stand-in service in this process. Never throws. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;
