import type {Project} from '../../api/types.ts';
import {projectTitle} from '../../project-title.ts';
import {projectPartOf} from '../../store/model/projects/project-finder.ts';
import type {SortKey} from '../../store/model/projects/sorting.ts';
import {firstDirection} from '../../store/model/projects/sorting.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Binding, KeyContext, Layer, Layers} from '../contexts.ts';
import {always, anywhere} from '../keys/common-keys.ts';
import {subjectOf} from '../keys/key-dispatch.ts';
import type {Subject} from '../keys/subject.ts';
import {keyLabel} from '../render/footer.ts';
import {sortChoices} from './sort-choices.ts';

/** Something that the palette offers. */
export type PaletteCommand = {
	/** What is typed to run it; by it the palette remembers it. */
	readonly name: string;
	readonly label: SafeText;
	/** The key that does the same. */
	readonly key: SafeText;
	/** Why it cannot be run now. */
	readonly reason: string | undefined;
	/** Whether something must be typed behind its name. */
	readonly needsArgument?: boolean;
	readonly run: (desk: KeyContext) => void;
};

/** A command that takes what is typed behind its name. */
type ArgumentCommand = {
	readonly name: string;
	readonly argument: SafeText;
	readonly about: SafeText;
	readonly run: (desk: KeyContext, argument: string) => void;
	/** Undefined for an argument that makes sense. */
	readonly check?: (argument: string) => string | undefined;
};

const sortKeys = sortChoices.flatMap(({by}) => by ?? []);
const sortKeyOf = (text: string): SortKey | undefined => sortKeys.find(key => key === text.trim().toLowerCase());

const argumentCommands: readonly ArgumentCommand[] = [
	{
		name: 'filter',
		argument: plain`QUERY`,
		about: plain`filter the projects`,
		run({store, clock}, query) {
			store.dispatch({type: 'projects-opened'});
			store.dispatch({type: 'filter-opened'});
			store.dispatch({type: 'text-edited', edit: {kind: 'replace', text: query}, at: clock.now()});
			store.dispatch({type: 'dialog-closed'});
		},
	},
	{
		name: 'sort',
		argument: plain`COLUMN`,
		about: safe(`sort the projects by ${sortKeys.join(', ')}`),
		check: text => (sortKeyOf(text) ? undefined : `Sort by one of ${sortKeys.join(', ')}`),
		run({store, clock}, text) {
			const by = sortKeyOf(text);
			store.dispatch({type: 'projects-opened'});
			store.dispatch({type: 'sort-chosen', sort: by && firstDirection(by), at: clock.now()});
		},
	},
	{
		name: 'open',
		argument: plain`NAME|ID`,
		about: plain`open a project by name, slug or id`,
		run: ({actions}, text) => void actions.openNamed(text),
	},
];

const withArgument = ({name, argument, about, check, run}: ArgumentCommand, typed: string): PaletteCommand => {
	const text = typed.startsWith(`${name} `) ? typed.slice(name.length + 1).trim() : '';
	return {
		name: text === '' ? name : `${name} ${text}`,
		label: text === '' ? plain`${safe(name)} ${argument}   ${about}` : plain`${safe(name)} ${safe(text)}`,
		key: plain``,
		reason: text === '' ? undefined : check?.(text),
		needsArgument: text === '',
		run: desk => run(desk, text),
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
		run(desk) {
			const now = desk.store.get();
			run(desk, now, key, subjectOf(now, desk.layers()));
		},
	};
};

/** Every command there is: the bindings of the screen below the palette, those that work anywhere, and those of other screens with the reason why they do not work here. */
function allCommands(state: State, layers: Layers, typed: string): readonly PaletteCommand[] {
	const below = {...state, interface: {...state.interface, dialog: undefined}};
	const {screens} = layers;
	const here = screens[currentScreen(state).name];
	const subject = subjectOf(below, layers);
	const own = [...(here?.keys ?? []), ...anywhere, ...always].map(binding =>
		fromBinding(binding, below, subject, undefined),
	);
	const known = new Set(own.map(({name, key}) => `${name} ${key}`));
	const others = Object.values(screens)
		.filter((layer): layer is Layer => layer !== undefined && layer !== here && !layer.isTyping)
		.flatMap(({title, keys}) => keys.map(binding => fromBinding(binding, below, subject, `Only on ${title}`)))
		.filter(({name, key}) => {
			const isNew = !known.has(`${name} ${key}`);
			known.add(`${name} ${key}`);
			return isNew;
		});
	return [...argumentCommands.map(command => withArgument(command, typed)), ...own, ...others];
}

/** How well a text matches what is typed: 0 is best. Undefined if it does not. */
function rankOf(text: string, typed: string): number | undefined {
	const [whole, part] = [text.toLowerCase(), typed.toLowerCase()];
	if (whole.startsWith(part)) return 0;
	if (whole.includes(` ${part}`)) return 1;
	if (whole.includes(part)) return 2;
	let at = 0;
	for (const letter of part.replaceAll(' ', '')) {
		at = whole.indexOf(letter, at) + 1;
		if (at === 0) return undefined;
	}

	return 3;
}

const opening = (project: Project): PaletteCommand => ({
	name: `open ${project.id}`,
	label: plain`open ${projectTitle(project)}`,
	key: plain``,
	reason: undefined,
	run: ({actions}) => void actions.openNamed(project.id),
});

/** What the palette offers for what is typed: the best matches first, among equals the most recently used. */
export function commandsFor(state: State, layers: Layers): readonly PaletteCommand[] {
	const {dialog, recentCommands} = state.interface;
	if (dialog?.name !== 'palette') return [];
	const {typed, found} = dialog;
	const recent = new Map(recentCommands.map((name, index) => [name, index]));
	const argument = argumentCommands.find(({name}) => typed.startsWith(`${name} `));
	const commands = argument ? [withArgument(argument, typed)] : allCommands(state, layers, typed);
	const ranked = commands
		.map(command => ({command, rank: argument ? 0 : rankOf(command.name, typed.trim())}))
		.filter(({rank}) => rank !== undefined)
		.sort(
			(a, b) =>
				(a.rank ?? 0) - (b.rank ?? 0) ||
				(recent.get(a.command.name) ?? maxRecent) - (recent.get(b.command.name) ?? maxRecent),
		)
		.map(({command}) => command);
	const isForProjects = projectPartOf(typed) !== '' && (!argument || argument.name === 'open');
	return [...ranked, ...(isForProjects ? found.projects.map(opening) : [])];
}

/** Behind every command that was used. */
const maxRecent = 1000;
