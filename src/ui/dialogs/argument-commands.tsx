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

/** A row of the palette. Enter shows the reason if there is one. Otherwise it runs the row, or types its text if an argument is missing. */
export type PaletteRow = {
	readonly id?: CommandId | undefined;
	/** Typing this text selects the row. It ends with a blank if an argument follows. */
	readonly text: string;
	readonly label: SafeText;
	readonly about?: SafeText | undefined;
	readonly key?: SafeText;
	readonly reason?: string | undefined;
	readonly run?: (app: AppContext) => void;
};

/** A command with an argument. Without the argument, it runs `key`, the row of the command with the same name. */
export type ArgumentCommand = {
	readonly name: string;
	readonly argument: SafeText;
	readonly about: SafeText;
	readonly choices?: (state: State) => readonly string[];
	/** Lists the choices among the commands, too. */
	readonly hasListedChoices?: boolean;
	/** Why the argument is invalid. Default: it must be one of the choices. */
	readonly check?: (argument: string, state: State) => string | undefined;
	readonly unavailable?: (state: State, key: PaletteRow | undefined) => string | undefined;
	readonly run: (app: AppContext, argument: string, key: PaletteRow | undefined) => void;
};

const profileNames = ({interface: {profiles}}: State): readonly string[] => profiles.map(({name}) => name);

const columnsToSort = (state: State) => sortColumns[sortableList(state) ?? 'projects'];

/** Lets the user type an item of a menu instead of choosing it. */
const choosingFrom = (
	{items}: Pick<MenuDialog, 'items'>,
	labels: readonly string[],
): Omit<ArgumentCommand, 'name' | 'argument' | 'about'> => ({
	choices: () => labels,
	unavailable: (_state, key) => key?.reason,
	run(app, text, key) {
		key?.run?.(app);
		items(app.drawContext())
			.find(({label}) => label === text)
			?.choose(app);
	},
});

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
		unavailable: () => undefined,
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
