import type {Client} from '../../api/client.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {Clock} from '../../clock.ts';
import {listLimit} from '../model/deployments/list-evidence.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Event} from '../reducers/reduce.ts';
import type {Store} from '../store.ts';
import type {ReadStart, Reason} from './next-reads.ts';

/** The page size of project lists: the service's maximum. */
const pageSize = 100;

/** Makes a read. Returns the event with its result. */
async function read(
	client: Client,
	request: ReadRequest,
	options: {readonly attempt: number; readonly isBackground: boolean},
	{clock, signal}: {readonly clock: Pick<Clock, 'now'>; readonly signal: AbortSignal},
): Promise<Event> {
	const askedAt = clock.now();
	switch (request.kind) {
		case 'projects': {
			const query = request.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: request.cursor};
			const page = await client.listProjects(query, signal, options);
			return {type: 'projects-arrived', request, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(request.projectId, signal, options);
			return {type: 'project-arrived', request, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const list = await client.listDeployments(request.projectId, {limit: listLimit}, signal, options);
			return {type: 'deployments-arrived', request, list, askedAt, at: clock.now()};
		}

		case 'raw': {
			const raw = await client.readRaw(request.source, signal, options);
			return {type: 'raw-arrived', request, raw, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(request.projectId, request.deploymentId, signal, options);
			return {type: 'deployment-arrived', request, deployment, askedAt, at: clock.now()};
		}
	}
}

/** A read that starts. `isBackground`: whether no key of the user asked for it. */
type StartedRead = Pick<ReadStart, 'request' | 'reason'> & {readonly isBackground: boolean};
type Flight = StartedRead & {readonly controller: AbortController};

/** The reads in flight, by their keys. Each dispatches an event with its result or failure, unless it is aborted. */
type ReadsInFlight = {
	readonly start: (client: Client, read: StartedRead) => void;
	/** Why they were started. */
	readonly reasons: () => ReadonlyMap<string, Reason>;
	/** Aborts the reads that `isWanted` rejects. */
	readonly keepOnly: (isWanted: (key: string, reason: Reason) => boolean) => void;
};

type ReadsInFlightOptions = {
	readonly store: Store;
	readonly clock: Clock;
	/** Called when a read has ended, however it did, after its event. */
	readonly onEnd: (request: ReadRequest) => void;
};

export function createReadsInFlight({store, clock, onEnd}: ReadsInFlightOptions): ReadsInFlight {
	const flights = new Map<string, Flight>();

	/** Returns the event with the result or failure of a read. Undefined once it is aborted. */
	async function eventOf(client: Client, key: string, {request, isBackground, controller: {signal}}: Flight) {
		const attempt = (store.get().polling.failures.get(key)?.count ?? 0) + 1;
		try {
			return await read(client, request, {attempt, isBackground}, {clock, signal});
		} catch (error) {
			if (signal.aborted || error instanceof Aborted) return undefined;
			if (error instanceof ApiError) return {type: 'read-failed', request, error, at: clock.now()} as const;
			throw error;
		}
	}

	async function run(client: Client, key: string, flight: Flight): Promise<void> {
		const {request, controller} = flight;
		try {
			const event = await eventOf(client, key, flight);
			if (flights.get(key) === flight) flights.delete(key);
			if (event && !controller.signal.aborted) store.dispatch(event);
		} finally {
			if (flights.get(key) === flight) flights.delete(key);
			if (!controller.signal.aborted) onEnd(request);
		}
	}

	return {
		reasons: () => new Map([...flights].map(([key, {reason}]) => [key, reason])),

		start(client, started) {
			const key = readKey(started.request);
			const flight = {...started, controller: new AbortController()};
			flights.set(key, flight);
			void run(client, key, flight);
		},

		keepOnly(isWanted) {
			for (const [key, {request, reason, controller}] of flights) {
				if (isWanted(key, reason)) continue;
				flights.delete(key);
				controller.abort();
				onEnd(request);
			}
		},
	};
}
