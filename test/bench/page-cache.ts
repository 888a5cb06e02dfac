import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/**
A caching proxy that responds at once: it forwards the first request for each URL, and then repeats the response.

Without it, landfall would mostly wait for the sandbox to compute pages.
*/
const [origin = ''] = process.argv.slice(2);
const responses = new Map<string, {readonly body: Buffer; readonly headers: Readonly<Record<string, string>>}>();

async function forward(url: string, authorization: string) {
	const response = await fetch(origin + url, {headers: {authorization}});
	if (!response.ok) throw new Error(`${response.status} to ${url}`);
	const body = Buffer.from(await response.arrayBuffer());
	const headers = {
		'content-type': response.headers.get('content-type') ?? 'application/json',
		'content-length': String(body.length),
		'x-request-id': response.headers.get('x-request-id') ?? '',
	};
	return {body, headers};
}

const server = createServer(async ({url = '', headers: {authorization = ''}}, response) => {
	try {
		const cached = responses.get(url) ?? (await forward(url, authorization));
		responses.set(url, cached);
		response.writeHead(200, cached.headers);
		response.end(cached.body);
	} catch (error) {
		console.error(error);
		response.writeHead(502);
		response.end();
	}
});

server.listen(0, 'localhost', () => {
	console.log(`address  http://localhost:${(server.address() as AddressInfo).port}`);
});
