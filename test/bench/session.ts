import {createClient} from '../../src/api/client.ts';
import type {Transport} from '../../src/api/transport/transport.ts';
import type {Clock} from '../../src/clock.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {type Session, startSession} from '../../src/store/session.ts';
import {plain} from '../../src/text.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {withoutNetwork} from '../kit/app/session.ts';

type BenchSession = {
	readonly clock: Clock;
	readonly transport: Transport;
	readonly apiKey: string;
	/** How many background reads per minute it may make. */
	readonly budget: number;
};

/** Starts a session without screens at 120×40 whose demo is the service behind `transport`. */
export function openBenchSession({clock, transport, apiKey, budget}: BenchSession): Session {
	const journal = openJournal({path: undefined, now: clock.now});
	const baseUrl = 'http://demo.invalid';
	return startSession({
		clock,
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		size: {columns: 120, rows: 40},
		requestsPerMinute: budget,
		preferences: noPreferences,
		profiles: [],
		access: (onRequestEnd, _quietUntil, onRequestSent) => ({
			enterDemo: async () => ({
				client: createClient({transport, baseUrl, apiKey, clock, onRequestEnd, onRequestSent}),
				name: plain`demo`,
				host: plain`built-in service`,
				baseUrl,
				isReadOnly: false,
			}),
			...withoutNetwork(),
		}),
	});
}
