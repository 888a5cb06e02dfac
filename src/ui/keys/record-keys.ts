import {isConcluded} from '../../api/types.ts';
import {watchKey} from '../../store/model/deployments/watches.ts';
import {openDeployment} from '../../store/reducers/navigation.ts';
import {toggleWatch} from '../../store/reducers/watches.ts';
import {openDialog} from '../../store/state/dialogs.ts';
import {keyOf} from '../../store/state/key-names.ts';
import type {State} from '../../store/state/state.ts';
import {notify} from '../../store/store.ts';
import {pasteable, plain, safe} from '../../text.ts';
import type {Binding, KeyContext, Subject} from '../contexts.ts';
import {hasMarks} from './marked-projects.ts';
import {sourceOf, wordOf} from './subject.ts';

const withoutSubject: Binding['blocked'] = (_state, subject) => (subject ? undefined : 'Nothing selected');

const withSubject =
	(act: (subject: Subject, keyContext: KeyContext, state: State) => void): Binding['run'] =>
	(keyContext, state, _key, subject) => {
		if (subject) act(subject, keyContext, state);
	};

/** What `w` watches: the selected deployment while it is running, else the whole project. */
function watchOfSubject({projectId, name, deployment}: Subject) {
	const isRunning = deployment !== undefined && !isConcluded(deployment);
	return {projectId, deploymentId: isRunning ? deployment.id : undefined, project: name, isMine: false};
}

function toggleWatchOf(subject: Subject, {store}: KeyContext, state: State) {
	const watch = watchOfSubject(subject);
	const isWatched = state.presence.watches.has(watchKey(watch));
	const what =
		watch.deploymentId === undefined
			? plain`all deployments of ${watch.project}`
			: plain`${watch.project} until it concludes`;
	store.change(current => toggleWatch(current, watch));
	const hint =
		state.presence.rules.scope === 'off'
			? plain`; press ${keyOf(state, 'notifications', plain`W`)} to turn on notifications`
			: plain``;
	const text = isWatched ? plain`No longer watching ${what}` : plain`Watching ${what}${hint}`;
	notify(store, text, 'quiet');
}

const urlOf = ({deployment, deploymentId, project}: Subject) =>
	deploymentId === undefined ? project?.url : deployment?.url;

export const watch: Binding = {
	id: 'watch',
	keys: ['w'],
	label: 'watch / unwatch',
	blocked: withoutSubject,
	run: withSubject(toggleWatchOf),
};

/** Opens the selected deployment. */
export const showDeployment: Binding = {
	id: 'open-deployment',
	keys: ['enter', 'l', 'right'],
	label: 'details',
	isHinted: true,
	blocked: (_state, subject) => (subject?.deploymentId === undefined ? 'No deployment selected' : undefined),
	run: withSubject(({projectId, deploymentId}, {store}) => {
		if (deploymentId !== undefined) store.change(state => openDeployment(state, projectId, deploymentId));
	}),
};

/** The keys that act on the selected record, on every screen that shows one. */
export const recordKeys: readonly Binding[] = [
	watch,
	{
		keys: ['i'],
		label: 'raw record',
		blocked: (state, subject) => (sourceOf(state, subject) ? undefined : 'Nothing selected'),
		run({store}, state, _key, subject) {
			const source = sourceOf(state, subject);
			if (source) store.change(state => openDialog(state, {name: 'raw record', source, top: 0}));
		},
	},
	{
		keys: ['y'],
		label: 'copy id',
		blocked: withoutSubject,
		run: withSubject(({projectId, deploymentId}, {copy}) => {
			const id = deploymentId ?? projectId;
			copy([pasteable(id)], safe(id));
		}),
	},
	{
		id: 'copy',
		keys: ['Y'],
		label: 'copy id, url, JSON or command',
		blocked: (state, subject) => (hasMarks(state) || subject ? undefined : 'Nothing selected'),
		run({store}, state, _key, subject) {
			const marked = [...state.projects.marks].map(projectId => ({projectId, deploymentId: undefined}));
			const selected = subject ? [{projectId: subject.projectId, deploymentId: subject.deploymentId}] : [];
			const records = hasMarks(state) ? marked : selected;
			store.change(current => openDialog(current, {name: 'copy', records}));
		},
	},
	{
		id: 'open-url',
		keys: ['o'],
		label: 'open url in browser',
		blocked(_state, subject) {
			if (!subject) return 'Nothing selected';
			return urlOf(subject) ? undefined : 'It has no url';
		},
		run: withSubject((subject, {browse}) => {
			const url = urlOf(subject);
			if (url) browse(url.exact);
		}),
	},
	{
		id: 'classify',
		keys: ['m'],
		label: 'classify this status',
		blocked: (state, subject) => (wordOf(state, subject) === undefined ? 'No status selected' : undefined),
		run({store}, state, _key, subject) {
			const word = wordOf(state, subject);
			if (word !== undefined) store.change(state => openDialog(state, {name: 'meaning', word}));
		},
	},
];
