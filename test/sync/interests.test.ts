import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {readKey} from '../../src/model/read-request.ts';
import {openDialog, openPalette} from '../../src/state/dialogs.ts';
import {windowInterests} from '../../src/state/interests.ts';
import {
	goToActivity,
	goToBoard,
	goToProjects,
	goToVersions,
	openCreate,
	openDeployment,
	openEdit,
	openProject,
} from '../../src/state/navigation.ts';
import type {State} from '../../src/state/state.ts';
import {withWatches} from '../../src/state/watches.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import {simulate} from '../kit/fixtures/poller-simulation.ts';
import {bareProject} from '../present/records.ts';

const project = {...bareProject, id: 'p3'};

/** What is opened on the list of projects. */
const opened: ReadonlyArray<readonly [what: string, open: (state: State) => State]> = [
	['the list', state => state],
	['the versions', goToVersions],
	['the activity', state => goToActivity(state, [])],
	['the deployments of a project', state => openProject(state, project, 0)],
	['a deployment', state => openDeployment(state, 'p3', 'd-p3')],
	['the form of a new project', openCreate],
	['the form of a project', state => openEdit(state, project, 0)],
	['the menu of themes', state => openDialog(state, {name: 'theme', before: state.preferences.theme})],
	['the palette', state => openPalette(state, undefined)],
];

/** A state on the list in which pages are being read again, a project far below is watched, and deployments are in progress. */
function createBusyState() {
	const sim = simulate({projects: 300, movesEveryMs: 20 * second});
	const watch = {projectId: 'p277', deploymentId: undefined, project: plain`p277`, isMine: false};
	sim.change(state => goToBoard(withWatches(state, [watch])));
	let found: State | undefined;
	sim.run(10 * minute, () => {
		if (sim.state().projects.list.sweep) found = sim.state();
	});
	if (!found) throw new Error('No page was read again.');
	return {state: found, now: sim.now()};
}

const {state: busy, now} = createBusyState();

/** The reads that are wanted, and how old each may become. */
const wantedIn = (state: State) =>
	new Map(
		windowInterests(state, {now, hasRested: true})
			.filter(({rank}) => rank === 'followed')
			.map(({read, maxAgeMs}) => [readKey(read), maxAgeMs]),
	);

const onBoard = wantedIn(goToBoard(busy));

test.each(opened)(
	'over or instead of %s, everything that the board follows is wanted',
	{tags: ['fault-92']},
	(_what, open) => {
		const wanted = wantedIn(open(goToProjects(busy)));
		// A page, the watched project, and what is in progress anywhere.
		expect(onBoard.size).toBeGreaterThan(20);
		expect([...wanted.keys()]).toEqual(expect.arrayContaining([...onBoard.keys()]));
		const watched = readKey({kind: 'deployments', projectId: 'p277'});
		expect(wanted.get(watched)).toBe(onBoard.get(watched));
		expect(wanted.get('projects 200')).toBe(onBoard.get('projects 200'));
	},
);
