import {afterEach, expect, test} from 'vitest';
import type {Figures} from '../../../src/store/model/health/figures.ts';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const figures: Figures = {
	at: Date.UTC(2026, 5, 1, 12),
	residentBytes: 84_400_000,
	allowedBytes: undefined,
	frames: {count: 40, totalMs: 20, maxMs: 3.24},
	maxBlockMs: 12.4,
};

async function open(size: {readonly columns?: number; readonly rows?: number} = {}, changes?: Partial<Figures>) {
	app = await renderApp(size);
	await app.see('1 of 12');
	if (changes) {
		const measured = {...figures, ...changes};
		app.session.store.dispatch({type: 'health-measured', figures: measured, exceeded: []});
	}

	await app.press(':');
	await app.type('health');
	await app.press('enter');
	await app.see('─ Health ─');
}

test.each(sizes)(':health fits $columns×$rows, over the list', async size => {
	await open(size, {});
	expectToFit(app.lines(), size);
	const {title, inside} = boxIn(app.lines());
	expect(title).toBe('Health');
	expect(inside[0]).toMatch(/^memory +84 MB \(limit 500 MB\)/);
});

test(':health shows each figure with its limit, what is kept and what was dropped', async () => {
	await open({}, {});
	expect(boxIn(app.lines()).inside.join('\n')).toMatch(
		/^memory +84 MB \(limit 500 MB\)\nframes +0\.5 ms on average, 3\.2 ms at most \(limit 33 ms on average\)\nbusy +for 12 ms at a time \(limit 500 ms\)\nrequests +0 of \d+ failed in the last 5 minutes \(limit 50 %\)\nkeeps +12 projects on 1 of 1 pages, deployments of \d+ projects\ndropped +nothing$/,
	);
});

test(':health says what was dropped, and when', async () => {
	await open({}, {residentBytes: 600e6});
	const {store} = app.session;
	store.dispatch({type: 'memory-trimmed', part: 'records', at: app.clock.now()});
	await app.clock.advance(4000);
	store.dispatch({type: 'memory-trimmed', part: 'pages', at: app.clock.now()});
	await app.see(/memory +600 MB/);
	await app.see(/dropped +old requests and records \ds ago, rows far away 0s ago/);
});

test('before the first measurement, :health says so', async () => {
	await open();
	await app.see('Nothing has been measured yet.');
});

test.each(['esc', 'q', 'enter'])('%s closes :health', async key => {
	await open({}, {});
	await app.press(key);
	expect(app.frame()).not.toContain('─ Health ─');
});
