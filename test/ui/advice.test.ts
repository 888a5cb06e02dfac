import {afterEach, expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import type {Transport} from '../../src/api/transport/transport.ts';
import type {Service} from '../../src/store/model/login.ts';
import {plain, type SafeText} from '../../src/text.ts';
import {type OpenApp, open, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Opens landfall on a service whose responses are cut off once `drop` is called. */
async function openOn(name: SafeText) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['docs', 'web']});
	const intact = createInProcessTransport(team.handle, {clock});
	let isDropping = false;
	const transport: Transport = (request, signal) =>
		isDropping
			? Promise.resolve({outcome: 'lost', code: 'ECONNRESET', isTimeout: false, hasBegun: true})
			: intact(request, signal);
	const baseUrl = 'http://localhost:8080';
	const service: Service = {
		client: createClient({transport, baseUrl, apiKey: 'abcde', clock}),
		name,
		host: plain`localhost:8080`,
		baseUrl,
		isReadOnly: false,
	};
	app = await open({clock, access: {enterDemo: async () => service}, isInDemo: true});
	await app.see('1 of 2');
	return {
		drop: () => {
			isDropping = true;
		},
	};
}

test('the footer reports a response that is cut off and that the read is retried', {tags: ['fault-98']}, async () => {
	const service = await openOn(plain`work`);
	await app.clock.advance(3000);
	service.drop();
	await app.press('r');
	await app.clock.advance(100);
	await app.see('The connection was lost mid-response. Retrying.');
	await app.see(/next try in|trying again/);
	await app.press('P');
	await app.see('paused');
	expect(app.screen()).not.toContain('Retrying');
});

test("the footer keeps the service's words and its own apart", async () => {
	const clock = createTestClock();
	let isBusy = false;
	const busy = {status: 503, headers: {'content-type': 'application/json'}, body: '{"message":"under maintenance"}'};
	const team = createTeam({clock, projects: ['docs'], readFault: () => (isBusy ? busy : undefined)});
	app = await openDemo({handle: team.handle, clock});
	await app.see('1 of 1');
	isBusy = true;
	await app.press('r');
	await clock.advance(20_000);
	await app.see('under maintenance. Retrying.');
});

test('a question names a profile only once if its name equals its host', async () => {
	await openOn(plain`localhost:8080`);
	for (const keys of ['D', 't', [' ', 'j', ' ', 'D']].map(key => [key].flat())) {
		await app.press(...keys);
		const screen = await app.see(/│ .*localhost:8080/);
		const box = screen.split('\n').filter(line => line.includes('│'));
		expect(box.join('\n').match(/localhost:8080/g)).toHaveLength(1);
		await app.press('esc');
	}
});

test('a question names a profile together with its host', async () => {
	await openOn(plain`work`);
	await app.press('D');
	await app.see('work · localhost:8080 · docs');
	await app.press('esc', ' ', 'j', ' ', 'D');
	await app.see('work · localhost:8080');
});
