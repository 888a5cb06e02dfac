import {environmentKey} from '../../../store/model/deployments/deployment-table.ts';
import {versionsOf} from '../../../store/model/versions.ts';
import {recentDeployments} from '../../../store/state/deployments.ts';
import {goBack, openProject, selectEnvironment} from '../../../store/state/navigation.ts';
import {selectedProject} from '../../../store/state/projects.ts';
import type {State} from '../../../store/state/state.ts';
import type {Binding} from '../../contexts.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys} from '../../keys/record-keys.ts';
import {filterKeys, hasFilter, stopOrClear} from '../projects/keys.ts';
import {selectedEnvironmentKey} from './canvas.ts';

/** The environments and the index of the selected one, for keys. */
function columnsOf(state: State) {
	const {environments} = versionsOf(state);
	const key = selectedEnvironmentKey(state);
	return {
		environments,
		selected: Math.max(
			0,
			environments.findIndex(other => other.key === key),
		),
	};
}

const selectColumn =
	(by: 1 | -1): Binding['run'] =>
	(keyContext, state) => {
		const {environments, selected} = columnsOf(state);
		const next = environments[selected + by];
		if (next) keyContext.store.change(current => selectEnvironment(current, next.key));
	};

/** Opens the live view of the selected project, on the newest deployment to the selected environment. */
const openLiveView: Binding['run'] = (keyContext, state) => {
	const project = selectedProject(state);
	if (!project) return;
	const {environments, selected} = columnsOf(state);
	const key = environments[selected]?.key;
	const newest = recentDeployments(state, project.id).find(deployment => environmentKey(deployment) === key);
	keyContext.store.change((current, now) => openProject(current, project, now, newest?.id));
};

export const versionsKeys: readonly Binding[] = [
	{
		id: 'clear-or-back',
		keys: ['esc'],
		label: 'clear / back',
		isHinted: true,
		run(keyContext, state) {
			if (state.projects.loadAll || hasFilter(state)) stopOrClear(keyContext, state);
			else keyContext.store.change(goBack);
		},
	},
	{
		id: 'open-project',
		keys: ['enter'],
		label: 'deployments',
		isHinted: true,
		blocked: state => (selectedProject(state) ? undefined : 'No project selected'),
		run: openLiveView,
	},
	{keys: ['h', 'left'], label: 'previous environment', run: selectColumn(-1)},
	{keys: ['l', 'right'], label: 'next environment', isHinted: true, run: selectColumn(1)},
	...filterKeys.map(binding => (binding.keys.includes('s') ? {...binding, isHinted: true} : binding)),
	...projectKeys,
	...recordKeys,
	...movementBindings,
];
