import {afterEach, expect, test} from 'vitest';
import type {ServiceTime} from '../../../src/clock.ts';
import {startReplay} from '../../../src/store/model/replay.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {layers} from '../../../src/ui/ink.tsx';
import {bindingGroups} from '../../../src/ui/keys/key-dispatch.ts';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {deployment} from '../../present/records.ts';

let app: Rendered;
afterEach(() => app.close());

const minute = 60_000;

/** Opens a replay of an hour in which twenty deployments failed, and pauses it at the first of them. */
async function open(options: {readonly columns?: number; readonly rows?: number; readonly isAscii?: boolean} = {}) {
	app = await renderApp(options);
	await app.see('1 of');
	const now = app.clock.now();
	const from: ServiceTime = Number(now) - 60 * minute;
	const observations = Array.from({length: 20}, (_, index) => {
		const concludedAt = from + (index + 1) * minute;
		const record = {
			id: `dep_${index}`,
			projectId: `prj_${index}`,
			createdAt: concludedAt - 30_000,
			concludedAt,
			conclusion: serviceText('failure'),
		};
		return {deployment: deployment(record), project: plain`project-${index + 1}`, seenAt: concludedAt};
	});
	const replay = startReplay({observations, changes: []}, {from, until: from + 60 * minute, now});
	app.session.store.dispatch({type: 'replay-opened', replay});
	await app.press('n');
	await app.see('failure');
}

test.each(sizes)('the replay fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(
		size.columns < 60 ? /^ ‖ \d\d:\d\d:\d\d {2}paused/m : /^ Replay {2}‖ \d\d:\d\d:\d\d {2}paused/m,
	);
	expect(app.frame()).toContain('leave');
});

test('the replay can be shown in ASCII', async () => {
	await open({isAscii: true});
	expect(app.frame()).toMatch(/= \d\d:\d\d:\d\d {2}paused .*x-/);
});

test('the board of a replay scrolls to its ends and not beyond', async () => {
	await open({rows: 12});
	await app.press(...'nnnnnnnnnnnnnn');
	await app.see('project-15');
	const first = app.frame();
	await app.press('G', 'j', 'j');
	expect(app.frame()).not.toBe(first);
	await app.press('g', 'k');
	expect(app.frame()).toBe(first);
});

test('no key of the replay leads to a write', async () => {
	await open();
	expect(
		bindingGroups(app.state(), layers)
			.flat()
			.filter(({isWrite}) => isWrite),
	).toEqual([]);
});
