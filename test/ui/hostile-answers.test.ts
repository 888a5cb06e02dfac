import {afterEach, expect, test} from 'vitest';
import {isSending} from '../../src/ui/keys/common-keys.ts';
import {hostileSample, openHostile} from '../kit/app/hostile-app.ts';
import type {OpenApp} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const seed = Number(process.env.LANDFALL_HOSTILE_SEED ?? 5);

/** Responses that each hold a hostile text in one of their parts. */
const answers: ReadonlyArray<
	readonly [part: string, of: (text: string) => readonly [number, object | string, object?]]
> = [
	['a message', text => [422, {message: text}]],
	['the message of an error', text => [400, {error: {message: text, code: text}}]],
	['a code', text => [409, {error: {code: text}}]],
	['a title and a detail', text => [403, {title: text, detail: text}]],
	['an invalid field', text => [422, {errors: {[text]: [text]}}]],
	['a plain text', text => [500, text]],
	['the title of a page', text => [502, `<html><head><title>${text}</title></head><body>${text}</body></html>`]],
	['a page instead of data', text => [200, `<!doctype html><title>${text}</title>`]],
	['a request id', text => [404, {request_id: text}]],
	['a request id in a header', text => [503, '', {'x-request-id': text}]],
	['a content type', text => [200, 'no JSON', {'content-type': text}]],
	['a redirect', text => [302, '', {location: text}]],
	['the host of a redirect', text => [307, '', {location: `https://${text}.example/`}]],
	['a Retry-After', text => [429, '', {'retry-after': text, date: text}]],
	['a list that is a string', text => [200, {projects: text, request_id: text}]],
	['an unknown status', text => [599, {message: text}, {'x-request-id': text}]],
];

/** The question or form on which each kind of write is sent, and the key that sends it. */
const writes: ReadonlyArray<readonly [keys: readonly string[], send: string]> = [
	[['t'], 'y'],
	[['a', 'x'], 'enter'],
	[['e', 'x'], 'enter'],
];

test('no part of an error response can control the terminal', {
	tags: ['fault-62'],
}, async () => {
	const {service, effects, ...hostile} = await openHostile(seed, 160);
	({app} = hostile);
	await app.see('1 of 40');
	const texts = hostileSample(seed, answers.length);
	let shown = 0;
	for (const [at, text] of texts.entries()) {
		const [part, answerOf] = answers[at % answers.length] ?? ['', () => [500, '']];
		const [status, body, headers = {}] = answerOf(`zq ${text}`);
		const answer = {
			status,
			headers: {'content-type': 'application/json', ...headers},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		};
		// Reads: the list and a raw record.
		service.failWith(answer);
		await app.press('R');
		await app.press('i');
		shown += /zq|points to|status|\(\d{3}\)/.test(app.screen()) ? 1 : 0;
		await app.press('esc');
		// A write. The reads before it succeed.
		const [keys, send] = writes[at % writes.length] ?? [[], ''];
		service.failWith(answer, method => method !== 'GET');
		await app.clock.advance(1000);
		await app.press(...keys);
		await app.readQuestion();
		await app.press(send);
		// A write refused because the service is busy is sent twice more.
		const isSent = () => !isSending(app.session.store.get());
		for (let second = 0; second < 10 && !isSent(); second++) await app.clock.advance(1000);
		expect(isSent(), part).toBe(true);
		await app.press('u');
		await app.readQuestion();
		await app.press('c');
		await app.clock.advance(1000);
		await app.press('x', 'esc', 'esc', 'esc', '1');
	}

	expect(shown).toBeGreaterThan(texts.length / 2);
	for (const name of ['raw record', 'deploy', 'create', 'edit', 'unconfirmed change'])
		expect(hostile.visited).toContain(name);
	// A bulk action whose writes are all refused, then a refused key.
	service.failWith({status: 422, headers: {}, body: JSON.stringify({message: texts[0]})}, method => method !== 'GET');
	await app.press('1', ' ', 'j', ' ', 'j', 't');
	await app.readQuestion();
	await app.type('2');
	await app.press('enter');
	await app.clock.advance(5000);
	await app.press('esc', '3', 'j', '1');
	service.failWith({status: 401, headers: {}, body: JSON.stringify({message: `zq ${texts[1]}`})});
	await app.press('R');
	await app.see('refused the key (401)');
	effects.expectOnlyOwn(app.terminal.writes);
});
