import type {Project} from '../../../api/types.ts';
import {projectAt} from '../../../store/project-list.ts';
import type {Dialog, State} from '../../../store/state.ts';
import {safe} from '../../../text.ts';
import type {Binding, Desk} from '../../desk.ts';
import {movement} from '../../movement.ts';

const picked = ({projects, position}: State): Project | undefined => projectAt(projects, position.index);

const withoutProject = (state: State): string | undefined => (picked(state) ? undefined : 'No project is picked');

const withoutRight = (state: State): string | undefined =>
	state.connection?.isReadOnly ? 'This connection is read-only' : withoutProject(state);

const withPicked =
	(act: (project: Project, desk: Desk) => void): Binding['run'] =>
	(desk, state) => {
		const project = picked(state);
		if (project) act(project, desk);
	};

/** The question about a project: what it will act on is fixed here. */
function question({id, name, slug}: Project) {
	const shown = name ?? slug ?? {exact: id, shown: safe(id)};
	return {projectId: id, project: shown, isSending: false, problem: undefined};
}

export const deployQuestion = (project: Project): Dialog => ({name: 'deploy', ...question(project)});
const deleteQuestion = (project: Project): Dialog => ({name: 'delete', typed: '', ...question(project)});

export const projectsKeys: readonly Binding[] = [
	{
		keys: ['enter', 'l', 'right'],
		label: 'deployments',
		isHinted: true,
		blocked: withoutProject,
		run: withPicked((project, {store, clock}) => store.dispatch({type: 'project-opened', project, at: clock.now()})),
	},
	{
		keys: ['e'],
		label: 'edit',
		isHinted: true,
		isWrite: true,
		blocked: withoutRight,
		run: withPicked((project, {store, clock}) => store.dispatch({type: 'edit-opened', project, at: clock.now()})),
	},
	{
		keys: ['a'],
		label: 'add',
		isHinted: true,
		isWrite: true,
		blocked: ({connection}) => (connection?.isReadOnly ? 'This connection is read-only' : undefined),
		run: ({store}) => store.dispatch({type: 'create-opened'}),
	},
	{
		keys: ['t'],
		label: 'deploy',
		isHinted: true,
		isWrite: true,
		blocked: withoutRight,
		run: withPicked((project, {store}) => store.dispatch({type: 'dialog-opened', dialog: deployQuestion(project)})),
	},
	{
		keys: ['D'],
		label: 'delete',
		isWrite: true,
		blocked: withoutRight,
		run: withPicked((project, {store}) => store.dispatch({type: 'dialog-opened', dialog: deleteQuestion(project)})),
	},
	...movement,
];
