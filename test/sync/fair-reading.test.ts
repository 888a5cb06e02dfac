import fc from 'fast-check';
import {expect, test} from 'vitest';
import {boardRows} from '../../src/state/board-rows.ts';
import {selectedId} from '../../src/state/lists.ts';
import {goBack, goToBoard, goToProjects, goToVersions, goToWall, openProject} from '../../src/state/navigation.ts';
import {withRules} from '../../src/state/preferences.ts';
import {selectedProject, sortProjects, withFilter} from '../../src/state/projects.ts';
import {refresh} from '../../src/state/requests.ts';
import {listsProjects} from '../../src/state/screen.ts';
import {currentScreen, openProjectIds, type State} from '../../src/state/state.ts';
import type {Session} from '../../src/sync/session.ts';
import {createWindows} from '../kit/app/session.ts';
import {watching} from '../kit/fixtures/changed.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {type Answer, createTeam, type Team} from '../kit/services/team.ts';

const projects = Array.from({length: 12}, (_, index) => `p${index}`);
const minuteMs = 60_000;

const answer = (body: object): Answer => ({status: 200, headers: {}, body: JSON.stringify(body)});

/** Lasting failures of reads of a project: its list, its deployments, its record. */
const faults = {
	none: [],
	'lists missing': [404],
	'lists failing': [500],
	'lists forbidden': [403],
	'lists unreadable': [answer({deployments: 7})],
	'lists empty': [answer({deployments: []})],
	'lists outdated': [],
	'deployments missing': [undefined, 404],
	'deployments failing': [undefined, 500],
	'everything missing': [404, 404, 404],
} as const;

type Trouble = keyof typeof faults;
const troubles = Object.keys(faults) as readonly Trouble[];

function readTroubles(troubleOf: (projectId: string) => Trouble) {
	const first = new Map<string, Answer>();
	return (path: string, answered: () => Answer) => {
		const [, , , projectId = '', collection, deploymentId] = path.split('/');
		const trouble = troubleOf(projectId);
		const [list, deployment, project] = faults[trouble];
		if (deploymentId !== undefined) return deployment;
		if (collection === undefined) return project;
		if (trouble !== 'lists outdated') return list;
		if (!first.has(path)) first.set(path, answered());
		return first.get(path);
	};
}

type Moment = {readonly store: Session['store']; readonly team: Team; readonly id: string};

const actions = {
	open({store, id}: Moment) {
		const project = store.get().projects.list.rows.find(row => row.id === id);
		if (project) store.change((state, now) => openProject(state, project, now));
	},
	back: ({store}: Moment) => store.change(goBack),
	list: ({store}: Moment) => store.change(goToProjects),
	board: ({store}: Moment) => store.change(goToBoard),
	wall: ({store}: Moment) => store.change(goToWall),
	versions: ({store}: Moment) => store.change(goToVersions),
	watch: ({store, id}: Moment) => store.change(watching(id)),
	'watch deployment': ({store, id}: Moment) => store.change(watching(id, `${id}-1`)),
	filter: ({store}: Moment) =>
		store.change((state, now) => withFilter(goToProjects(state), {query: 'outcome:failure', sort: undefined}, now)),
	sort: ({store}: Moment) =>
		store.change((state, now) => sortProjects(goToProjects(state), {by: 'behind', isDescending: true}, now)),
	'follow all': ({store}: Moment) =>
		store.change(state => withRules(state, {...state.preferences.rules, scope: 'any'})),
	refresh: ({store}: Moment) => store.change((state, now) => refresh(state, now, true)),
	deploy: ({team, id}: Moment) => void team.deploy(id, {id: `${id}-1`}),
	forget: ({team, id}: Moment) => void team.forget(`${id}-1`),
	remove: ({team, id}: Moment) => void team.remove(id),
} as const;

type Step = {readonly window: 0 | 1; readonly action: keyof typeof actions; readonly project: number};

/** The open and the selected projects. */
const lookedAt = (state: State) => [
	...openProjectIds(state),
	(listsProjects(currentScreen(state))
		? selectedProject(state)?.id
		: boardRows(state).get(selectedId(state))?.projectId) ?? '-',
];

/** The reads of the ten minutes after these steps. */
async function readsAfter(trouble: readonly Trouble[], steps: readonly Step[]) {
	const clock = createTestClock();
	const troubleOf = (id: string) => trouble[projects.indexOf(id)] ?? 'none';
	const team = createTeam({clock, projects, readFault: readTroubles(troubleOf)});
	const {open} = createWindows(clock, {handle: team.handle});
	const windows = [(await open()).session, (await open()).session] as const;
	await clock.advance(500);
	for (const {window, action, project} of steps) {
		actions[action]({store: windows[window].store, team, id: projects[project] ?? ''});
		await clock.advance(1500);
	}

	const before = team.requests.length;
	await clock.advance(10 * minuteMs);
	const lines = team.requests.slice(before);
	const looked = windows.flatMap(({store}) => lookedAt(store.get()));
	for (const {stop} of windows) stop();
	const isRead = (id: string) => lines.some(line => line.includes(`/projects/${id}/`));
	const unread = [...team.names().keys()].filter(id => troubleOf(id) === 'none' && !isRead(id));
	return {lines, looked, unread};
}

const step: fc.Arbitrary<Step> = fc.record({
	window: fc.constantFrom(0, 1),
	action: fc.constantFrom(...(Object.keys(actions) as Array<keyof typeof actions>)),
	project: fc.nat(projects.length - 1),
});

test('no read takes most of the requests, and every project is read, whatever fails and whatever people do', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(...troubles), {maxLength: 4}),
			fc.array(step, {maxLength: 14}),
			async (trouble, steps) => {
				const {lines, looked, unread} = await readsAfter(trouble, steps);
				const deployed = steps.flatMap(({action, project}) => (action === 'deploy' ? `p${project}` : []));
				for (const [line, same] of Map.groupBy(lines, each => each)) {
					// The open project may take all.
					if (looked.some(id => line.includes(`/projects/${id}/`))) continue;
					// A third of the requests always goes to all projects in turn. If little else is in progress, the rest goes there, too, or to the page that tells of all.
					const isTelling = line.includes('/projects?') || deployed.some(id => line.includes(`/projects/${id}/`));
					expect(same.length, line).toBeLessThanOrEqual(lines.length * (isTelling ? 2 / 3 : 1 / 2) + 1);
				}

				// After answers with a 500, all reads are slower: ten minutes are too short then.
				if (!trouble.some(each => each.endsWith('failing'))) expect(unread).toEqual([]);
			},
		),
		{numRuns: Number(process.env.LANDFALL_FAIR_RUNS ?? 4)},
	);
});
