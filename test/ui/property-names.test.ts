import {expect, test} from 'vitest';
import {createTestClock} from '../kit/clock.ts';
import {openDemo} from '../kit/open.ts';
import {createTeam} from '../kit/team.ts';

test('projects and deployments whose ids are names of object properties are shown like any others', async () => {
	const clock = createTestClock();
	const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
	const team = createTeam({clock, projects: ids});
	for (const id of ids) team.deploy(id, {status: `building ${id.length}`});
	const app = await openDemo({clock, handle: team.handle});
	await clock.advance(5000);
	for (const id of ids) {
		await app.see(`building ${id.length}`);
		await app.press('enter');
		await app.see(`service · ${id} `);
		await app.see(`building ${id.length}`);
		await app.press('esc', 'j');
	}

	expect(team.asked).toContain('GET /v1/projects/__proto__/deployments?limit=100');
	app.close();
});
