import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

test.each([0, 100, 2000])(
	'with a latency of %d ms, the rows of a screen load at most six at once and eight per second, the selected row first',
	{tags: ['fault-96']},
	async latencyMs => {
		const clock = createTestClock();
		const ids = Array.from({length: 60}, (_, index) => `p${index}`);
		const team = createTeam({clock, projects: ids});
		const starts: Array<{readonly at: number; readonly id: string}> = [];
		app = await openDemo({
			clock,
			rows: 40,
			latencyMs,
			handle(request) {
				const id = /projects\/(\w+)\/deployments/.exec(request.target)?.[1];
				if (id !== undefined) starts.push({at: clock.now() - latencyMs / 2, id});
				return team.handle(request);
			},
		});
		await clock.advance(latencyMs);
		await app.see('1 of 60');
		await clock.advance(15_000);
		const visibleStarts = starts.filter(({id}) => ids.indexOf(id) < 36).slice(0, 36);
		expect(visibleStarts.slice(0, 3).map(({id}) => id)).toEqual(['p0', 'p1', 'p2']);
		for (const {at} of visibleStarts) {
			expect(visibleStarts.filter(other => other.at > at - 1000 && other.at <= at).length).toBeLessThanOrEqual(8);
			expect(
				visibleStarts.filter(other => other.at > at - Math.max(1, latencyMs) && other.at <= at).length,
			).toBeLessThanOrEqual(latencyMs > 0 ? 6 : 8);
		}

		expect(new Set(visibleStarts.map(({id}) => id)).size).toBe(36);
	},
);
