import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {deploymentsAt, pageAt, type Read, readKey, recordAt} from '../../src/model/read-request.ts';
import {withFocus} from '../../src/state/absence.ts';
import {moveTo} from '../../src/state/lists.ts';
import {goToActivity, goToBoard, goToWall, openDeployment, openEdit, openProject} from '../../src/state/navigation.ts';
import {withFilter, withLoadAll} from '../../src/state/projects.ts';
import {refresh} from '../../src/state/requests.ts';
import type {State} from '../../src/state/state.ts';
import {watching} from '../kit/fixtures/changed.ts';
import {hour, minute, second} from '../kit/fixtures/moment.ts';
import {type Availability, simulate, startsAt} from '../kit/fixtures/poller-simulation.ts';
import {bareDeployment, deployment} from '../present/records.ts';

type Change = (state: State, now: number) => State;

const row = ({projects: {list}}: State, id: string) => list.rows.find(each => each.id === id) ?? expect.unreachable();
const open =
	(id: string): Change =>
	(state, now) =>
		openProject(state, row(state, id), now);
const edit: Change = (state, now) => openEdit(state, row(state, 'p0'), now);
const openOf = (deploymentId: string) => (state: State) => openDeployment(state, 'p0', deploymentId);
const leave: Change = (state, now) => withFocus(state, false, now);
const activity: Change = state => goToActivity(state, []);
const refreshed: Change = (state, now) => refresh(state, now, true);
const loadAll: Change = (state, now) => withLoadAll(state, 'all', now);

/** All other deployments have concluded. */
const beganAt = new Map<string, number | undefined>([
	...['p0', 'p5', 'p25', ...Array.from({length: 38}, (_, index) => `p${400 + index}`)].map(
		id => [id, startsAt] as const,
	),
	['p1', startsAt - 15 * minute],
	['p2', undefined],
]);
const newestIn = (projectId: string): Deployment =>
	beganAt.has(projectId)
		? {...bareDeployment, id: `d-${projectId}`, projectId, createdAt: beganAt.get(projectId)}
		: deployment({id: `d-${projectId}`, projectId, createdAt: startsAt - hour});

/** Reads that neither the budget nor discovery influences. */
const unlimited = {projects: 30, rpm: 600, subject: {discovers: false}, newestIn};

test.each<[what: string, everyS: number, read: Read, ...changes: readonly Change[]]>([
	['the list on the screen', 10, pageAt(undefined)],
	['the list without focus', 30, pageAt(undefined), leave],
	['the selected row in progress', 3, deploymentsAt('p0')],
	['another row in progress', 15, deploymentsAt('p5')],
	['another row in progress, without focus,', 15, deploymentsAt('p5'), leave],
	['another row', 60, deploymentsAt('p6')],
	['a row of the board in progress', 15, deploymentsAt('p5'), goToBoard],
	['any row of the wall in progress', 15, deploymentsAt('p25'), goToWall],
	['what is in progress off the screen', 30, deploymentsAt('p25')],
	['what is watched and in progress', 4.5, deploymentsAt('p25'), watching('p25')],
	['what is watched', 60, deploymentsAt('p26'), watching('p26')],
	['the open project', 10, deploymentsAt('p3'), open('p3')],
	['the open project in progress', 3, deploymentsAt('p0'), open('p0')],
	['the open project in progress for a quarter of an hour', 6.9, deploymentsAt('p1'), open('p1')],
	['the open project in progress for nobody knows how long', 3, deploymentsAt('p2'), open('p2')],
	['the record of the open project', 10, recordAt('p0'), open('p0')],
	['the project in an open form', 10, recordAt('p0'), edit],
	['the list behind an open deployment', 3, deploymentsAt('p0'), openOf('d-p0')],
])('%s is read every %d s', (_what, everyS, read, ...changes) => {
	const sim = simulate(unlimited);
	sim.run(10 * second);
	for (const change of changes) sim.change(change);
	sim.run(20 * second);
	const oldestS = (sim.oldestDuring(2 * minute, [read])[0] ?? 0) / second;
	expect(oldestS).toBeGreaterThan(everyS - 0.5);
	expect(oldestS).toBeLessThan(everyS + 1.5);
});

test('a running row on the screen is read within 30 s while 40 others run', () => {
	const sim = simulate({projects: 500, newestIn});
	sim.change(loadAll);
	sim.run(minute);
	expect(sim.oldestDuring(2 * minute, [deploymentsAt('p5')])[0]).toBeLessThan(30 * second);
});

test.each<[when: string, change: Change, ...reads: readonly string[]]>([
	['a project is opened', open('p0'), 'deployments p0', 'project p0'],
	['a deployment is opened', openOf('d-p0'), readKey(recordAt('p0', 'd-p0'))],
	['the cursor comes near the end of the loaded rows', state => moveTo(state, 101), 'projects 200'],
	['all pages are loaded', loadAll, 'projects 200', 'projects 300'],
	['the list is refreshed', refreshed, 'projects', ...Array.from({length: 19}, (_, index) => `deployments p${index}`)],
	['the board is refreshed', (state, now) => refreshed(goToBoard(state), now), 'projects'],
	['the activity is refreshed', (state, now) => refreshed(activity(state, now), now), 'projects'],
])('what is needed is read at once when %s', (_when, change, ...reads) => {
	const sim = simulate({projects: 350});
	sim.run(minute);
	sim.change(change);
	const asked = sim.startsDuring(2 * second).filter(({pace}) => pace === 'asked');
	expect(new Set(asked.map(({key}) => key))).toEqual(new Set(reads));
});

test.each([
	[
		'looks at deployments reads the lists it needs at once',
		5,
		'latest:failed',
		{key: 'deployments p40', pace: 'asked'},
	],
	['matches little loads further pages within the budget', 60, 'zzz', {key: 'projects 200', pace: 'turn'}],
])('a filter that %s', (_what, afterS, query, start) => {
	const sim = simulate({projects: 500});
	sim.run(afterS * second);
	sim.change((state, now) => withFilter(state, {query, sort: undefined}, now));
	expect(sim.startsDuring(2 * second)).toContainEqual(expect.objectContaining(start));
});

test('once a row has moved, the list is read again to its end within three seconds', () => {
	const sim = simulate({projects: 250, movesEveryMs: 2 * minute});
	sim.change(loadAll);
	sim.run(2 * minute);
	const starts = sim.startsDuring(15 * second);
	const [first, last] = ['projects', 'projects 200'].map(page => starts.find(({key}) => key === page)?.at);
	expect(Number(last) - Number(first)).toBeLessThan(3 * second);
});

test('a watched deployment is read alone if its list lacks it, and so is a project in progress', () => {
	const sim = simulate(unlimited);
	sim.run(30 * second);
	sim.change(watching('p26', 'older'));
	sim.keepProjects(20);
	const read = sim.startsDuring(15 * second).map(({key}) => key);
	expect(read).toEqual(expect.arrayContaining([readKey(recordAt('p26', 'older')), 'project p25']));
});

const outages = ['unreachable', {status: 503}] as const;

test.each(outages)('what failed in an outage (%j) is read within 10 s after it', outage => {
	const isOut = (at: number) => at >= startsAt + minute && at < startsAt + 4 * minute;
	const sim = simulate({...unlimited, availability: at => (isOut(at) ? outage : 'works')});
	sim.run(2 * minute);
	sim.change(open('p0'));
	sim.run(2 * minute);
	const read = sim.startsDuring(10 * second).map(({key}) => key);
	expect(read).toEqual(expect.arrayContaining(['project p0', 'deployments p0', 'deployments p5', 'deployments p25']));
});

test('without focus, the activity screen reads only what is in progress', () => {
	const sim = simulate({projects: 30, newestIn});
	sim.run(minute);
	sim.change(activity);
	sim.change(leave);
	const read = new Set(sim.startsDuring(10 * minute).map(({key}) => key));
	expect(read).toEqual(new Set(['p0', 'p1', 'p2', 'p5', 'p25'].map(id => `deployments ${id}`)));
});

test.each<[what: string, change: Change, notFound: Read, read: string]>([
	['project has its page', open('p0'), recordAt('p0'), 'projects'],
	['deployment has its list', openOf('gone'), recordAt('p0', 'gone'), 'deployments p0'],
])('a %s read again when it is not found, which shows whether it is gone', (_what, change, notFound, read) => {
	const availability: Availability = (_now, request) =>
		readKey(request) === readKey(notFound) ? {status: 404} : 'works';
	const sim = simulate({...unlimited, availability});
	sim.run(30 * second);
	sim.change(change);
	expect(sim.startsDuring(2 * second)).toContainEqual(expect.objectContaining({key: read, pace: 'turn'}));
});
