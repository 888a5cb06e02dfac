import {createServer, type RequestListener} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {certificateKey, goodCertificate} from '../kit/faults/certificates.ts';

/**
A caching proxy that responds at once: it forwards the first request for each URL, and then repeats the response.

Without it, clients would mostly wait for the sandbox to compute pages, and all would look equally fast. With `https` as the second argument it speaks TLS, with an untrusted certificate.
*/
const [origin = '', protocol = 'http'] = process.argv.slice(2);
const responses = new Map<string, {readonly body: Buffer; readonly headers: Readonly<Record<string, string>>}>();

const respond: RequestListener = async ({url = '', headers: {authorization = ''}}, response) => {
	try {
		let cached = responses.get(url);
		if (!cached) {
			const {ok, status, headers, ...rest} = await forward(url, authorization);
			if (!ok) throw new Error(`${status} to ${url}`);
			cached = {body: rest.body, headers};
			responses.set(url, cached);
		}

		response.writeHead(200, cached.headers);
		response.end(cached.body);
	} catch (error) {
		console.error(error);
		response.writeHead(502);
		response.end();
	}
};

const server =
	protocol === 'https'
		? createSecureServer({key: certificateKey, cert: goodCertificate}, respond)
		: createServer(respond);

async function forward(url: string, authorization: string) {
	const response = await fetch(origin + url, {headers: {authorization}});
	const body = Buffer.from(await response.arrayBuffer());
	const headers = {
		'content-type': response.headers.get('content-type') ?? 'application/json',
		'content-length': String(body.length),
		'x-request-id': response.headers.get('x-request-id') ?? '',
	};
	return {ok: response.ok, status: response.status, body, headers};
}

server.listen(0, 'localhost', () => {
	console.log(`address  ${protocol}://localhost:${(server.address() as AddressInfo).port}`);
});
