import {createServer, type RequestListener} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {certificateKey, goodCertificate} from '../kit/faults/certificates.ts';

/**
A service that answers at once: it asks the service behind it once for each address, and gives the same bytes ever after.

Without it, whoever reads pages would mostly wait for them to be computed, and every client would look equally fast. With `https` behind the address it speaks that, with a certificate that somebody has to be told to trust.
*/
const [behind = '', protocol = 'http'] = process.argv.slice(2);
const answers = new Map<string, {readonly body: Buffer; readonly headers: Readonly<Record<string, string>>}>();

const answerCall: RequestListener = async ({url = '', headers: {authorization = ''}}, response) => {
	try {
		let answer = answers.get(url);
		if (!answer) {
			const {ok, status, headers, ...rest} = await ask(url, authorization);
			if (!ok) throw new Error(`${status} to ${url}`);
			answer = {body: rest.body, headers};
			answers.set(url, answer);
		}

		response.writeHead(200, answer.headers);
		response.end(answer.body);
	} catch (error) {
		console.error(error);
		response.writeHead(502);
		response.end();
	}
};

const server =
	protocol === 'https'
		? createSecureServer({key: certificateKey, cert: goodCertificate}, answerCall)
		: createServer(answerCall);

async function ask(url: string, authorization: string) {
	const response = await fetch(behind + url, {headers: {authorization}});
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
