import {afterEach, expect, test} from 'vitest';
import {createTestClock} from '../kit/clock.ts';
import {type OpenApp, openDemo} from '../kit/open.ts';
import {createTeam} from '../kit/team.ts';

let app: OpenApp;
afterEach(() => app.close());

test('the header no longer waits for a record as soon as the dialog that needs it is closed', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({
		clock,
		handle: request =>
			request.target === '/v1/projects/api'
				? {status: 500, headers: {}, body: '{"error":{"message":"broken"}}'}
				: team.handle(request),
	});
	await app.see('of 2');
	await app.press('i');
	for (let second = 0; second < 8; second++) await clock.advance(1000);
	await app.see(/as of .* (next try|trying again)/);
	const at = clock.now();
	await app.press('esc');
	await app.see(/ live · /);
	expect(Math.floor(clock.now() / 1000)).toBe(Math.floor(at / 1000));
});
