import type {Project} from '../../api/types.ts';
import {memo} from '../../base/memo.ts';
import type {Sort} from '../../model/arrangement.ts';
import {type LearnedEnvironment, noVersions} from '../../model/deployed-versions.ts';
import {environmentKey} from '../../model/deployment-table.ts';
import {environmentWindow, type VersionsRow, versionColumns} from '../../present/version-columns.ts';
import {deploymentsOf, selectedEnvironment, versionsOf} from '../../state/deployments.ts';
import {currentSort} from '../../state/lists.ts';
import {openProject, selectEnvironment} from '../../state/navigation.ts';
import {selectedProject} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';
import {Lines} from '../components/lines.tsx';
import type {Binding, DrawContext} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {clearOrBack} from '../keys/filter-keys.ts';
import {comparing, movementBindings} from '../keys/list-keys.ts';
import {projectBindings, recordBindings} from '../keys/record-keys.ts';
import {type DrawnList, listLines, type RowStyle} from '../lines/list-lines.ts';
import {drawNoMatch, projectRowStyle, projectWindow, toProjectRow} from './project-lines.ts';
import {ProjectsOrReason, projectListBindings, projectsScreen} from './projects-screen.tsx';

const VersionsScreen = () => (
	<ProjectsOrReason>
		<Lines draw={drawVersions} flexGrow={1} />
	</ProjectsOrReason>
);

function environmentBeside(state: State, offset: number): LearnedEnvironment | undefined {
	const {environments} = versionsOf(state);
	const key = selectedEnvironment(state);
	return environments[environments.findIndex(other => other.key === key) + offset];
}

const selectColumn = (by: 1 | -1) =>
	changing(state => {
		const environment = environmentBeside(state, by);
		return environment ? selectEnvironment(state, environment.key) : state;
	});

const openInEnvironment = changing((state, now) => {
	const project = selectedProject(state);
	if (!project) return state;
	const key = environmentBeside(state, 0)?.key;
	const newest = deploymentsOf(state, project.id).recent.find(deployment => environmentKey(deployment) === key);
	return openProject(state, project, now, newest?.id);
});

/** What is live in the selected environment and in the next one. */
const compareEnvironments = comparing((state, {projectId}) => {
	const [here, next] = [environmentBeside(state, 0), environmentBeside(state, 1)];
	if (!here || !next) return 'There is no next environment';
	const {deployed, isRead} = versionsOf(state).projects.get(projectId) ?? noVersions;
	if (!isRead) return 'The deployments of this project are not read yet';
	const [first, second] = [deployed.get(here.key)?.live, deployed.get(next.key)?.live];
	if (first && second) return [first, second];
	return `No success in ${(first ? next : here).text?.shown ?? 'this environment'} is known`;
});

const versionsBindings: readonly Binding[] = [
	{...clearOrBack, id: 'versions.back'},
	{
		id: 'versions.open-project',
		isHinted: true,
		unavailable: state => (selectedProject(state) ? undefined : 'No project selected'),
		run: openInEnvironment,
	},
	{id: 'previous-environment', run: selectColumn(-1)},
	{id: 'next-environment', isHinted: true, run: selectColumn(1)},
	compareEnvironments,
	...projectListBindings.map(binding => (binding.id === 'sort' ? {...binding, isHinted: true} : binding)),
	...projectBindings,
	...recordBindings,
	...movementBindings,
];

const versionsStyle = memo(
	(
		environments: readonly LearnedEnvironment[],
		key: string | undefined,
		width: number,
		sort: Sort | undefined,
	): RowStyle<VersionsRow> => ({
		...projectRowStyle,
		columns: versionColumns(environmentWindow(environments, key, width - 2), sort),
	}),
);

function versionsList(drawing: DrawContext, width: number): DrawnList<VersionsRow> | undefined {
	const {state, context} = drawing;
	const shown = projectWindow(drawing, width);
	if (shown.count === 0 && !shown.placement.heldBecause) return undefined;
	const {projects, environments} = versionsOf(state);
	const projectRowOf = toProjectRow(state, context.localNow, false);
	const selected = selectedProject(state);
	const rowOf = (project: Project | undefined) => {
		const row = projectRowOf(project);
		const versions = projects.get(project?.id ?? '') ?? noVersions;
		return row && {...row, versions, isSelected: project === selected};
	};
	return {
		...shown,
		style: versionsStyle(environments, selectedEnvironment(state), width, currentSort(state)),
		rowAt: index => rowOf(shown.rows[index]),
		heldRow: rowOf(shown.heldRow),
	};
}

const drawVersions = listLines(versionsList, drawNoMatch);

export const versionsScreen = {
	title: 'Versions',
	mainScreen: 'versions',
	selects: projectsScreen.selects,
	position: projectsScreen.position,
	status: projectsScreen.status,
	keys: versionsBindings,
	component: VersionsScreen,
} as const;
