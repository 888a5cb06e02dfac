import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/http.ts';
import {createSystemClock} from '../../src/clock.ts';

/** The same pages through landfall's own client. Prints pages a second. */
const [baseUrl = '', apiKey = '', pages = '100'] = process.argv.slice(2);
const clock = createSystemClock();
const client = createClient({
	transport: createHttpTransport({clock, environment: {}}),
	baseUrl,
	apiKey,
	clock,
	isReadOnly: true,
	onCall: () => {},
});
const {signal} = new AbortController();

let {nextCursor: cursor} = await client.listProjects({limit: 100}, signal);
const startedAt = performance.now();
for (let page = 0; page < Number(pages) && cursor !== undefined; page++) {
	({nextCursor: cursor} = await client.listProjects({limit: 100, cursor}, signal));
}

console.log(Number(pages) / ((performance.now() - startedAt) / 1000));
process.exit(0);
