import type {Client} from '../../api/client.ts';
import {Aborted} from '../../api/errors.ts';
import type {Clock} from '../../clock.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Store} from '../store.ts';
import type {CountedRead, Priority} from './planned-read.ts';
import {readEvent, readOptionsOf} from './read-event.ts';
import {eventHere} from './sharing/event-here.ts';
import type {MadeRead} from './sharing/shared-message.ts';

type Flight = CountedRead & {readonly controller: AbortController};

/** The reads in flight, by their keys. Each dispatches an event with its result or failure, unless it is aborted. */
export type ReadsInFlight = {
	readonly start: (client: Client, read: CountedRead) => void;
	readonly priorities: () => ReadonlyMap<string, Priority>;
	/** Aborts the reads that `isWanted` rejects. Returns whether there were any. */
	readonly keepOnly: (isWanted: (key: string, priority: Priority) => boolean) => boolean;
};

type ReadsInFlightOptions = {
	readonly store: Store;
	readonly clock: Clock;
	/** Called when a read has ended, however it did, after its event. */
	readonly onEnd: (request: ReadRequest) => void;
	/** Receives every answer, for other windows. */
	readonly share: (read: MadeRead) => void;
};

export function createReadsInFlight({store, clock, onEnd, share}: ReadsInFlightOptions): ReadsInFlight {
	const flights = new Map<string, Flight>();

	function finish(key: string, flight: Flight) {
		if (flights.get(key) === flight) flights.delete(key);
	}

	async function run(client: Client, key: string, flight: Flight): Promise<void> {
		const {request, priority, isBackground, controller} = flight;
		const {signal} = controller;
		const askedAt = clock.now();
		const {limit, attempt} = readOptionsOf(request, store.get(), askedAt);
		const onAnswer = (answer: MadeRead['answer']) => share({request, limit, attempt, askedAt, at: clock.now(), answer});
		try {
			const event = await readEvent(client, request, {limit, attempt, isBackground, onAnswer}, clock, signal);
			finish(key, flight);
			const here = priority === 'awaited' ? event : eventHere(event, store.get());
			if (here && !signal.aborted) store.dispatch(here);
		} catch (error) {
			finish(key, flight);
			if (!signal.aborted && !(error instanceof Aborted)) throw error;
		}
	}

	return {
		priorities: () => new Map([...flights].map(([key, {priority}]) => [key, priority])),

		start(client, read) {
			const {request} = read;
			const key = readKey(request);
			const flight = {...read, controller: new AbortController()};
			flights.set(key, flight);
			void run(client, key, flight).finally(() => {
				if (!flight.controller.signal.aborted) onEnd(request);
			});
		},

		keepOnly(isWanted) {
			const before = flights.size;
			for (const [key, {request, priority, controller}] of flights) {
				if (isWanted(key, priority)) continue;
				flights.delete(key);
				controller.abort();
				onEnd(request);
			}

			return flights.size < before;
		},
	};
}
