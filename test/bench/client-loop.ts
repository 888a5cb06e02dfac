import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/transport/http.ts';
import {createSystemClock} from '../../src/clock.ts';

/** Reads pages through landfall's client. Prints the pages per second. */
const [baseUrl = '', apiKey = '', pages = '100'] = process.argv.slice(2);
const clock = createSystemClock();
const client = createClient({
	transport: createHttpTransport({clock, environment: {}}),
	baseUrl,
	apiKey,
	clock,
	isReadOnly: () => true,
	onRequestEnd: () => {},
});
const {signal} = new AbortController();

// As when landfall loads a whole list, the next page is requested before the rows of the last one are used.
let page = await client.listProjects({limit: 100}, signal);
let rows = 0;
const startedAt = performance.now();
for (let count = 0; count < Number(pages) && page.nextCursor !== undefined; count++) {
	const nextPage = client.listProjects({limit: 100, cursor: page.nextCursor}, signal);
	rows += page.projects.length;
	page = await nextPage;
}

if (rows !== Number(pages) * 100) throw new Error(`${rows} rows in ${pages} pages`);
console.log(Number(pages) / ((performance.now() - startedAt) / 1000));
process.exit(0);
