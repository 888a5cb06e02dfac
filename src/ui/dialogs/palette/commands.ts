import type {Project} from '../../../api/types.ts';
import {projectTitle} from '../../../project-title.ts';
import {parseSort} from '../../../store/model/deployments/arrangement.ts';
import {projectPartOf} from '../../../store/model/projects/query.ts';
import type {Dialog} from '../../../store/state/dialog.ts';
import {openDialog, withoutDialog} from '../../../store/state/dialogs.ts';
import {openProfiles} from '../../../store/state/login.ts';
import {goToProjects, goToWall} from '../../../store/state/navigation.ts';
import {openFilter, sortProjects} from '../../../store/state/projects.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {editText} from '../../../store/state/text-editing.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import type {Binding, KeyContext, Layer, Layers, Subject} from '../../contexts.ts';
import {alwaysIn, anywhereIn} from '../../keys/common-keys.ts';
import {keyLabel} from '../../keys/key-label.ts';
import {subjectAbout} from '../../keys/subject.ts';
import {sortChoices} from '../sort/choices.ts';

/** A command in the palette. */
export type PaletteCommand = {
	/** What is typed to run it. Also identifies it among the recent commands. */
	readonly name: string;
	readonly label: SafeText;
	/** What it does, if the label does not say. */
	readonly about?: SafeText;
	/** The label of its key, empty if it has none. */
	readonly key: SafeText;
	/** Why it cannot be run now. Undefined if it can. */
	readonly reason: string | undefined;
	/** What must be typed after its name, in upper case. Undefined if nothing is missing. */
	readonly missing?: SafeText | undefined;
	readonly run: (keyContext: KeyContext) => void;
};

/** A command with an argument, which is typed after its name. */
type ArgumentCommand = {
	readonly name: string;
	/** A placeholder for the argument, in upper case. */
	readonly argument: SafeText;
	readonly about: SafeText;
	readonly run: (keyContext: KeyContext, argument: string) => void;
	/** Whether it also runs without an argument. */
	readonly isOptional?: boolean;
	/** Returns what is wrong with an argument. Undefined for a valid one. */
	readonly check?: (argument: string, state: State) => string | undefined;
	/** Returns the arguments to choose from, if there are only some. */
	readonly choices?: (state: State) => readonly string[];
};

const sortKeys = sortChoices.flatMap(({by}) => by ?? []);

const argumentCommands: readonly ArgumentCommand[] = [
	{
		name: 'filter',
		argument: plain`QUERY`,
		about: plain`filter the projects`,
		run({store}, query) {
			store.change(goToProjects);
			store.change(openFilter);
			store.change((state, now) => editText(state, {kind: 'replace', text: query}, now));
			store.change(withoutDialog);
		},
	},
	{
		name: 'sort',
		argument: plain`COLUMN`,
		about: plain`sort the projects by a column, -COLUMN: descending`,
		choices: () => sortKeys.flatMap(key => [key, `-${key}`]),
		check: text => (parseSort(text) ? undefined : `Sort by one of ${sortKeys.join(', ')}`),
		run({store}, text) {
			store.change(goToProjects);
			store.change((state, now) => sortProjects(state, parseSort(text), now));
		},
	},
	{
		name: 'open',
		argument: plain`NAME|ID`,
		about: plain`open a project by name, slug or id`,
		run: ({actions}, text) => void actions.openNamed(text),
	},
	{
		name: 'profile',
		argument: plain`NAME`,
		about: plain`open a saved profile, or list them`,
		isOptional: true,
		choices: ({interface: {profiles}}) => profiles.map(profile => profile.name),
		check: (text, {interface: {profiles}}) =>
			profiles.some(profile => profile.name === text) ? undefined : `There is no profile ${text}`,
		run: ({store, actions}, name) =>
			name === '' ? store.change(state => openProfiles(state)) : actions.switchTo({kind: 'profile', name}),
	},
];

/** The commands without a key. */
const keylessCommands = ({connection, interface: {theme}}: State): readonly PaletteCommand[] => [
	{
		name: 'wall',
		label: plain`wall`,
		about: plain`the board alone, for a screen on a wall`,
		key: plain``,
		reason: connection ? undefined : 'Not connected',
		run: ({store}) => store.change(goToWall),
	},
	{
		name: 'theme',
		label: plain`theme`,
		about: plain`choose the colours`,
		key: plain``,
		reason: undefined,
		run: ({store}) => store.change(state => openDialog(state, {name: 'theme', before: theme})),
	},
];

const withArgument = (
	{name, argument, about, isOptional, check, run}: ArgumentCommand,
	typed: string,
	state: State,
): PaletteCommand => {
	const text = typed.startsWith(`${name} `) ? typed.slice(name.length + 1).trim() : '';
	return {
		name: text === '' ? name : `${name} ${text}`,
		label: plain`${safe(name)} ${text === '' ? argument : safe(text)}`,
		...(text === '' && {about}),
		key: plain``,
		reason: text === '' ? undefined : check?.(text, state),
		missing: text === '' && !isOptional ? argument : undefined,
		run: keyContext => run(keyContext, text),
	};
};

const fromBinding = (
	binding: Binding,
	state: State,
	subject: Subject | undefined,
	elsewhere: string | undefined,
): PaletteCommand => {
	const {keys, label, blocked, run} = binding;
	const [key = ''] = keys;
	return {
		name: label,
		label: safe(label),
		key: safe(keyLabel(key)),
		reason: elsewhere ?? blocked?.(state, subject),
		run(keyContext) {
			const now = keyContext.store.get();
			run(keyContext, now, key, subject && subjectAbout(now, subject.projectId, subject.deploymentId));
		},
	};
};

/** Every command: those with arguments, the bindings of the screen below the palette, the global ones, and those of other screens, which are blocked here. */
function allCommands(
	state: State,
	layers: Layers,
	{typed, record}: Extract<Dialog, {name: 'palette'}>,
): readonly PaletteCommand[] {
	const below = withoutDialog(state);
	const {screens} = layers;
	const current = screens[currentScreen(state).name];
	const subject = record && subjectAbout(state, record.projectId, record.deploymentId);
	const available = [...(current?.keys ?? []), ...anywhereIn(layers), ...alwaysIn(layers)].map(binding =>
		fromBinding(binding, below, subject, undefined),
	);
	const seen = new Set(available.map(({name, key}) => `${name} ${key}`));
	const others = Object.values(screens)
		.filter((layer): layer is Layer => layer !== undefined && layer !== current && !layer.isTyping)
		.flatMap(({title, keys}) => keys.map(binding => fromBinding(binding, below, subject, `Only on ${title}`)))
		.filter(({name, key}) => {
			const isNew = !seen.has(`${name} ${key}`);
			seen.add(`${name} ${key}`);
			return isNew;
		});
	const own = [...argumentCommands.map(command => withArgument(command, typed, state)), ...keylessCommands(state)];
	return [...own, ...available, ...others];
}

/** How well a text matches what is typed: 0 for the whole text, 1 for a prefix, 2 for the start of a word, 3 for a substring, 4 for the letters in order. Undefined for no match. */
function rankOf(text: string, typed: string): number | undefined {
	const [whole, part] = [text.toLowerCase(), typed.toLowerCase()];
	if (whole === part) return 0;
	if (whole.startsWith(part)) return 1;
	if (whole.includes(` ${part}`)) return 2;
	if (whole.includes(part)) return 3;
	let at = 0;
	for (const letter of part.replaceAll(' ', '')) {
		at = whole.indexOf(letter, at) + 1;
		if (at === 0) return undefined;
	}

	return 4;
}

/** Returns a command with each argument that begins with what is typed, or contains it, or with what is typed if there is none. */
function withChoices(command: ArgumentCommand, typed: string, state: State): readonly PaletteCommand[] {
	const text = typed.slice(command.name.length + 1).trim();
	const ranked = (command.choices?.(state) ?? [])
		.map(choice => ({choice, rank: choice === text ? -1 : (rankOf(choice, text) ?? maxChoiceRank + 1)}))
		.filter(({rank}) => rank <= maxChoiceRank)
		.sort((a, b) => a.rank - b.rank);
	return ranked.length > 0
		? ranked.map(({choice}) => withArgument(command, `${command.name} ${choice}`, state))
		: [withArgument(command, typed, state)];
}

/** Letters in order are too little to choose an argument by. */
const maxChoiceRank = 3;

const openCommand = (project: Project): PaletteCommand => ({
	name: `open ${project.id}`,
	label: plain`open ${projectTitle(project)}`,
	key: plain``,
	reason: undefined,
	run: ({actions}) => void actions.openNamed(project.id),
});

/** Returns the commands that match what is typed, then the projects. The best matches come first, equal ones by how recently they were used. Empty while the palette is closed. */
export function commandsFor(state: State, layers: Layers): readonly PaletteCommand[] {
	const {dialog, recentCommands} = state.interface;
	if (dialog?.name !== 'palette') return [];
	const typed = dialog.typed.trimStart();
	const recent = new Map(recentCommands.map((name, index) => [name, index]));
	const argument = argumentCommands.find(({name}) => typed.startsWith(`${name} `));
	const commands = argument ? withChoices(argument, typed, state) : allCommands(state, layers, dialog);
	const ranked = commands
		.map(command => ({command, rank: argument ? 0 : rankOf(command.name, typed.trim())}))
		.filter(({rank}) => rank !== undefined)
		.sort(
			(a, b) =>
				(a.rank ?? 0) - (b.rank ?? 0) ||
				(recent.get(a.command.name) ?? unusedRank) - (recent.get(b.command.name) ?? unusedRank),
		)
		.map(({command}) => command);
	const isForProjects = projectPartOf(typed) !== '' && (!argument || argument.name === 'open');
	return [...ranked, ...(isForProjects ? dialog.found.projects.map(openCommand) : [])];
}

/** Sorts after every recently used command. */
const unusedRank = 1000;
