import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/transport/http.ts';
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

// As landfall reads a whole list: the next page is on its way while the rows of the last one are read.
let page = await client.listProjects({limit: 100}, signal);
let rows = 0;
const startedAt = performance.now();
for (let count = 0; count < Number(pages) && page.nextCursor !== undefined; count++) {
	const coming = client.listProjects({limit: 100, cursor: page.nextCursor}, signal);
	rows += page.projects.length;
	page = await coming;
}

if (rows !== Number(pages) * 100) throw new Error(`${rows} rows in ${pages} pages`);
console.log(Number(pages) / ((performance.now() - startedAt) / 1000));
process.exit(0);
