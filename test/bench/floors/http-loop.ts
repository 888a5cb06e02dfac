/** The floor for reading pages: a bare node:http loop on a keep-alive connection. Prints the pages per second. */
const [address = '', apiKey = '', pages = '100'] = process.argv.slice(2);
const http = process.getBuiltinModule('node:http');
const agent = new http.Agent({keepAlive: true, maxSockets: 1});
const {hostname, port} = new URL(address);

const read = (cursor: string | undefined): Promise<string | undefined> =>
	new Promise((resolve, reject) => {
		const path = `/v1/projects?limit=100${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
		const headers = {authorization: `Bearer ${apiKey}`};
		const request = http.request({agent, hostname, port, path, headers}, response => {
			const chunks: Buffer[] = [];
			response.on('data', chunk => chunks.push(chunk));
			response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()).next_cursor));
		});
		request.on('error', reject);
		request.end();
	});

let cursor = await read(undefined);
const startedAt = performance.now();
for (let page = 0; page < Number(pages) && cursor !== undefined; page++) cursor = await read(cursor);
console.log(Number(pages) / ((performance.now() - startedAt) / 1000));
process.exit(0);
