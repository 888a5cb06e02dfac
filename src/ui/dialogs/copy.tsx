import {curlFor} from '../../api/curl.ts';
import {encodeChanges, encodeDeployment, encodeProject} from '../../api/decode.ts';
import {nothing} from '../../base/duration.ts';
import {pasteable, plain, type SafeText, safe, shellWord, visibleJson} from '../../base/text.ts';
import {type Sort, typedSort} from '../../model/arrangement.ts';
import {emptyBody} from '../../model/confirmation.ts';
import type {ConnectedService} from '../../model/connection.ts';
import {isUnfiltered} from '../../model/project-filter.ts';
import {watchKey} from '../../model/watches.ts';
import type {Done} from '../../model/write-intent.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {KeyTarget} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {hasMarks} from '../keys/list-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
function CopyDialog() {
	const {
		state,
		keyContext: {store, copy},
	} = useView();
	const [target, ...others] = copiedTargets(state);
	if (!target) return null;
	const count = others.length + 1;
	const source = hasMarks(state)
		? plain`${count} marked ${count === 1 ? plain`project` : plain`projects`}`
		: target.deploymentId === undefined
			? plain`this project`
			: plain`this deployment`;

	const items = copyItems(state);
	function choose({label, lines}: CopyItem) {
		if (!lines) return notify(store, plain`No ${label} to copy`, 'quiet');
		store.change(withoutDialog);
		copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
	}

	return (
		<DialogBox title={plain`Copy from ${source}`}>
			<Menu
				items={items.map(({label, lines}) => ({label, detail: lines ? safe(lines.join(' ')) : nothing}))}
				onSelect={index => items[index] && choose(items[index])}
			/>
		</DialogBox>
	);
}

export const copyDialog = {
	title: 'Copy',
	component: CopyDialog,
	keys: [...menuKeys('copy'), {...closeDialog, keys: ['esc', 'Y', 'q'], label: 'cancel'}],
};

/** The marked projects, else the selected record, as they were chosen when the menu opened. */
function copiedTargets(state: State): readonly KeyTarget[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => targetAbout(state, projectId, deploymentId))
		: [];
}

type CopyItem = {
	readonly label: SafeText;
	/** A line for each record. Undefined if one of them has no such text. */
	readonly lines: readonly SafeText[] | undefined;
};

/** Everything that can be copied: of each record, then the commands that list the same and change the same again. */
function copyItems(state: State): readonly CopyItem[] {
	const {connection, presence, writes} = state;
	const targets = copiedTargets(state);
	const ofEach = (label: SafeText, textOf: (target: KeyTarget) => string | undefined): CopyItem => {
		const texts = targets.map(textOf).filter(text => text !== undefined);
		return {label, lines: texts.length < targets.length ? undefined : texts.map(pasteable)};
	};
	const ofAll = (label: SafeText, text: string | undefined): readonly CopyItem[] =>
		text === undefined ? [] : [{label, lines: [pasteable(text)]}];
	const isWatched = (projectId: string) => presence.watches.has(watchKey({projectId, deploymentId: undefined}));
	const last = writes.last?.ref.connectionId === connection?.id ? writes.last : undefined;
	return [
		ofEach(plain`id`, ({projectId, deploymentId}) => deploymentId ?? projectId),
		ofEach(
			plain`url`,
			({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
		),
		ofEach(
			plain`curl`,
			({projectId, deploymentId}) => connection && curlFor(connection.baseUrl, projectId, deploymentId),
		),
		ofEach(plain`JSON`, jsonOf),
		ofEach(
			plain`command`,
			({projectId, deploymentId}) =>
				connection && subjectCommand(connection, projectId, deploymentId, isWatched(projectId)),
		),
		...ofAll(plain`list`, connection && shownListCommand(connection, state)),
		...ofAll(plain`again`, connection && last && writeCommand(connection, last)),
	];
}

function jsonOf({project, deployment, deploymentId}: KeyTarget): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

/** The command that lists what the current screen lists. Undefined if it lists all projects, or none. */
function shownListCommand(target: Target, state: State): string | undefined {
	const {filtered} = state.projects;
	const screen = currentScreen(state);
	if (screen.name === 'deployments') return deploymentsCommand(target, screen.projectId);
	if (!listsProjects(screen) || !filtered || isUnfiltered(filtered)) return undefined;
	// The command looks at newest deployments, and would list others than the cells of the versions do.
	const isOfCells = screen.name === 'versions' && /\b(?:env|outcome):/i.test(filtered.query);
	return isOfCells ? undefined : listCommand(target, filtered.query, filtered.sort);
}

type Target = Pick<ConnectedService, 'baseUrl'> & Partial<Pick<ConnectedService, 'profile' | 'isDemo'>>;

type Option = readonly [name: string, value: string];

/** The options whose value may begin with a minus. */
const takesMinus: readonly string[] = ['sort', 'json'];

/** As a separate word, a value that begins with a minus would be taken for an option. */
const optionWords = ([name, value]: Option): string =>
	`--${name}${value.startsWith('-') && !takesMinus.includes(name) ? '=' : ' '}${shellWord(value)}`;

function targetOption({profile, baseUrl, isDemo}: Target): string {
	if (isDemo) return '--demo';
	return optionWords(profile === undefined ? ['base-url', baseUrl] : ['profile', profile]);
}

/** Builds a command that does the same on any machine with the key. Undefined if an argument or value cannot be written in a line. */
function commandLine(
	target: Target,
	[command, ...given]: readonly string[],
	options: readonly Option[] = [],
): string | undefined {
	// An id may begin with a minus, and - would be standard input.
	if (given.includes('') || given.includes('-') || options.some(([, value]) => value === '')) return undefined;
	const hasMinus = given.some(word => word.startsWith('-'));
	const words = given.map(shellWord);
	const others = [...options.map(optionWords), targetOption(target)];
	const line = ['landfall', command, ...(hasMinus ? [...others, '--', ...words] : [...words, ...others])].join(' ');
	return pasteable(line) === line ? line : undefined;
}

export const listCommand = (target: Target, query: string, sort: Sort | undefined): string | undefined =>
	commandLine(
		target,
		['ls'],
		[
			...(query.trim() === '' ? [] : [['filter', query.trim()] as const]),
			...(sort ? [['sort', typedSort(sort)] as const] : []),
		],
	);

export const deploymentsCommand = (target: Target, projectId: string): string | undefined =>
	commandLine(target, ['ls', 'deployments', projectId]);

export function subjectCommand(
	target: Target,
	projectId: string,
	deploymentId: string | undefined,
	isWatched: boolean,
): string | undefined {
	if (deploymentId !== undefined) return commandLine(target, ['wait', projectId, deploymentId]);
	return commandLine(target, [isWatched ? 'watch' : 'get', projectId]);
}

const piped = (text: string, command: string | undefined): string | undefined =>
	command === undefined || pasteable(text) !== text ? undefined : `printf %s ${shellWord(text)} | ${command}`;

export function writeCommand(target: Target, done: Done): string | undefined {
	const {projectId} = done.ref;
	switch (done.kind) {
		case 'created':
			return commandLine(target, ['create', done.name]);
		case 'deleted':
			return commandLine(target, ['delete', projectId]);
		case 'saved': {
			const {name, slug, url, uploadMode} = done.sent;
			const changes = Object.entries({name, slug, url, 'upload-mode': uploadMode});
			const options = changes.flatMap(([key, value]): Option[] => (value === undefined ? [] : [[key, value]]));
			if (!options.some(([, value]) => value === '')) return commandLine(target, ['edit', projectId], options);
			const body = JSON.stringify(encodeChanges(done.sent));
			return piped(body, commandLine(target, ['edit', projectId], [['json', '-']]));
		}

		case 'deployed':
			if (done.body === emptyBody) return commandLine(target, ['deploy', projectId]);
			// Its input is the body, so it cannot ask: for a protected project, the user has to add --yes.
			return piped(done.body, commandLine(target, ['deploy', projectId], [['json', '-']]));

		case 'executed':
			return undefined;
	}
}
