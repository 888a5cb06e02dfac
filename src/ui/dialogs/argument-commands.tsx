import {themeNames} from '../../base/color.ts';
import {plain, type SafeText} from '../../base/text.ts';
import {parseSort, quickFilters, sortColumns} from '../../model/arrangement.ts';
import type {CommandId} from '../../model/commands.ts';
import {typedFilterName} from '../../model/query.ts';
import {dialogOf} from '../../state/dialogs.ts';
import {showOnly, sortableList, sortList} from '../../state/lists.ts';
import {projectsNamed} from '../../state/named-record.ts';
import {goToProjects} from '../../state/navigation.ts';
import {applyFilter, openFilter} from '../../state/projects.ts';
import {obeysFilter} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {MenuDialog} from '../components/menu.tsx';
import type {AppContext} from '../contexts.ts';
import {retypeText} from '../keys/common-keys.ts';
import {copyDialog, copyLabels} from './copy.tsx';
import {themeDialog} from './theme.tsx';

/** A line of the palette, and what enter does on it: it says the reason, else runs it, else types its text. */
export type PaletteEntry = {
	/** The command of a binding. Others are known by their text. */
	readonly id?: CommandId | undefined;
	/** What is typed to choose it. It ends with a blank if an argument follows. */
	readonly text: string;
	readonly label: SafeText;
	/** What it does, if the label does not say. */
	readonly about?: SafeText | undefined;
	readonly key?: SafeText;
	/** Why it cannot be run now. Undefined if it can. */
	readonly reason?: string | undefined;
	/** Undefined if it needs an argument. */
	readonly run?: (app: AppContext) => void;
};

/** A command of the palette that takes an argument. Without one, it does what `key`, the key of its name, does. */
export type ArgumentCommand = {
	readonly name: string;
	/** A placeholder for the argument, in upper case. */
	readonly argument: SafeText;
	readonly about: SafeText;
	/** The arguments that are listed. */
	readonly choices?: (state: State) => readonly string[];
	/** Whether they are listed among the commands, too. */
	readonly hasListedChoices?: boolean;
	/** Returns why it cannot be run with this argument. Undefined if it can. Default: it has to be one of the choices. */
	readonly check?: (argument: string, state: State) => string | undefined;
	/** Returns why it cannot be run at all now. Default: there is no service. */
	readonly blocked?: (state: State, key: PaletteEntry | undefined) => string | undefined;
	readonly run: (app: AppContext, argument: string, key: PaletteEntry | undefined) => void;
};

const profileNames = ({interface: {profiles}}: State): readonly string[] => profiles.map(({name}) => name);

/** The columns that the list on the screen can be sorted by, or the projects where there is none. */
const columnsToSort = (state: State) => sortColumns[sortableList(state) ?? 'projects'];

/** A menu whose items can be typed instead of chosen after its key. */
const choosingFrom = (
	{items}: Pick<MenuDialog, 'items'>,
	labels: readonly string[],
): Omit<ArgumentCommand, 'name' | 'argument' | 'about'> => ({
	choices: () => labels,
	blocked: (_state, key) => key?.reason,
	run(app, text, key) {
		key?.run?.(app);
		items(app.drawContext())
			.find(({label}) => label === text)
			?.choose(app);
	},
});

/** Goes to the projects from a screen without a list. */
const withList = (state: State): State => (sortableList(state) ? state : goToProjects(state));

export const argumentCommands: readonly ArgumentCommand[] = [
	{
		name: 'filter',
		argument: plain`QUERY`,
		about: plain`filter the projects and their deployments`,
		choices: ({connection}) => [...(connection?.filters?.keys() ?? [])].map(typedFilterName),
		hasListedChoices: true,
		check: () => undefined,
		run(app, query) {
			const {store} = app;
			store.change(state => openFilter(obeysFilter(currentScreen(state)) ? state : goToProjects(state)));
			retypeText(app, query);
			store.change(applyFilter);
		},
	},
	{
		name: 'sort',
		argument: plain`COLUMN`,
		about: plain`sort this list by a column, -COLUMN: descending`,
		choices: state => columnsToSort(state).flatMap(({by}) => [by, `-${by}`]),
		check(text, state) {
			const columns = columnsToSort(state);
			return parseSort(text, columns) ? undefined : `Sort by one of ${columns.map(({by}) => by).join(', ')}`;
		},
		run({store}, text) {
			store.change(withList);
			store.change((state, now) => sortList(state, parseSort(text, columnsToSort(state)), now));
		},
	},
	{
		name: 'show',
		argument: plain`WHAT`,
		about: plain`show all of this list, in progress, failed or watched`,
		choices: () => quickFilters,
		run({store}, text) {
			store.change(withList);
			store.change((state, now) => showOnly(state, quickFilters.find(name => name === text) ?? 'all', now));
		},
	},
	{
		name: 'open',
		argument: plain`NAME|ID`,
		about: plain`open a project by name, slug or id`,
		check(text, state) {
			const {length} = projectsNamed(dialogOf(state, 'palette')?.found ?? [], text);
			return length > 1 ? `${length} projects have this name: choose one below` : undefined;
		},
		run: ({actions}, text) => void actions.openNamed(text),
	},
	{
		name: 'profile',
		argument: plain`NAME`,
		about: plain`open a saved profile`,
		choices: profileNames,
		check: (text, state) => (profileNames(state).includes(text) ? undefined : `There is no profile ${text}`),
		blocked: () => undefined,
		run: ({actions}, name) => actions.switchTo({kind: 'profile', name}),
	},
	{
		name: 'theme',
		argument: plain`NAME`,
		about: plain`choose the colours`,
		...choosingFrom(themeDialog, themeNames),
	},
	{
		name: 'copy',
		argument: plain`WHAT`,
		about: plain`copy id, url, curl, JSON or command`,
		...choosingFrom(copyDialog, copyLabels),
	},
];
