import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

test.each([
	{columns: 80, rows: 24, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3 projects$/},
	{columns: 80, rows: 24, isAscii: true, age: /^As of \d\d:\d\d:\d\d - looked at 3 of 3 projects$/},
	{columns: 40, rows: 12, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3$/},
	{columns: 200, rows: 50, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3 projects$/},
])(
	'at $columns×$rows (ASCII: $isAscii), the wall is the summary, its age and the board, and nothing else',
	async ({age, ...options}) => {
		const clock = createTestClock();
		const team = createTeam({clock, projects: ['api', 'docs', 'web']});
		app = await renderApp({...options, clock, handle: team.handle});
		await app.see('1 of 3');
		team.deploy('web', {status: 'building'});
		team.conclude(team.deploy('docs'), 'failure');
		app.session.store.dispatch({type: 'wall-opened'});
		await clock.advance(60_000);
		await app.see('looked at 3 of 3');
		expectToFit(app.lines(), options);
		const [first, second, ...board] = app
			.lines()
			.map(line => line.trim())
			.filter(line => line !== '');
		const [running, bad] = options.isAscii ? ['o', 'x'] : ['◐', '✖'];
		expect(first).toContain(`${running} 1 running`);
		expect(second).toMatch(age);
		const rows = board.filter(line => line.startsWith(`${running} `) || line.startsWith(`${bad} `));
		expect(rows.map(line => line.slice(2, 6))).toEqual(['web ', 'docs']);
		expect(app.frame()).not.toMatch(/[▌>↑↓]|1 of|esc|1 Projects/);
	},
);
