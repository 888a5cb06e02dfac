import {idsIn} from '../../api/endpoint.ts';
import type {Project} from '../../api/types.ts';
import {clamp} from '../../base/clamp.ts';
import {themeNames} from '../../base/color.ts';
import {isWholeNumber} from '../../base/json.ts';
import {rpmRange} from '../../base/rpm.ts';
import {caseless, cells, plain, type SafeText, safe} from '../../base/text.ts';
import {parseSort, quickFilters, sortColumns} from '../../model/arrangement.ts';
import {
	type CommandId,
	defaultKeysOf,
	isBuiltIn,
	isFixedCommand,
	isUserCommand,
	keyLabel,
	labelOf,
} from '../../model/commands.ts';
import type {Choices} from '../../model/connection.ts';
import {missingThings, rankOfCommand, wordFor} from '../../model/other-words.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {projectTitle} from '../../model/project-title.ts';
import {projectPartOf, rankOf, typedFilterName} from '../../model/query.ts';
import {fieldLine} from '../../present/fields.ts';
import {fitSpans, type Line, type SafeSpan} from '../../present/line.ts';
import {dialogOf, rememberCommand, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {showOnly, sortableList, sortList} from '../../state/lists.ts';
import {projectsNamed} from '../../state/named-record.ts';
import {goToProjects} from '../../state/navigation.ts';
import {currentPlace} from '../../state/place.ts';
import {keysOf} from '../../state/preferences.ts';
import {applyFilter, openFilter} from '../../state/projects.ts';
import {type Dialog, obeysFilter, type RecordRef} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {editedLine, editText} from '../../state/text-editing.ts';
import {notify, type Store} from '../../sync/store.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import type {MenuDialog} from '../components/menu.tsx';
import type {Binding, Draw, KeyContext, KeyScopes} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {closing, lineEditing, typeText, withoutConnection} from '../keys/common-keys.ts';
import {scrolled, scrollMarkWidth} from '../lines/text-lines.ts';
import {copyDialog, copyLabels} from './copy.tsx';
import {themeDialog} from './theme.tsx';

type PaletteDialog = Extract<Dialog, {name: 'palette'}>;

type PaletteCommand = {
	/** The command of a binding. Others are known by what is typed. */
	readonly id?: CommandId;
	/** What is typed to run it. */
	readonly name: string;
	readonly label: SafeText;
	/** What it does, if the label does not say. */
	readonly about?: SafeText;
	readonly key?: SafeText | undefined;
	/** Why it cannot be run now. Undefined if it can. */
	readonly reason?: string | undefined;
	/** What can be typed after its name, in upper case. */
	readonly argument?: SafeText;
	/** Whether it does something without its argument, too. */
	readonly isOptional?: boolean;
	readonly run: (keyContext: KeyContext) => void;
};

type BoundCommand = PaletteCommand & {readonly id: CommandId};

/** A command that takes an argument. */
type ArgumentCommand = {
	readonly name: string;
	/** A placeholder for the argument, in upper case. */
	readonly argument: SafeText;
	readonly about: SafeText;
	/** Returns why it cannot be run with this argument. Undefined if it can. */
	readonly check?: (argument: string, state: State) => string | undefined;
	readonly choices?: (state: State) => readonly string[];
	/** Whether it is blocked as the key of its name is, if there is one, instead of without a service. */
	readonly isBlockedAsKey?: boolean;
	/** `pressKey` does what the key of its name does. */
	readonly run: (keyContext: KeyContext, argument: string, pressKey?: PaletteCommand['run']) => void;
};

const profileNames = ({interface: {profiles}}: State): readonly string[] => profiles.map(({name}) => name);

const savedNames = ({connection}: State): readonly string[] => [...(connection?.filters?.keys() ?? [])];

/** The columns that the list on the screen can be sorted by, or the projects where there is none. */
const columnsToSort = (state: State) => sortColumns[sortableList(state) ?? 'projects'];

/** What the choice of one of a few needs. */
const limitedTo = (choices: readonly string[]): Pick<ArgumentCommand, 'choices' | 'check'> => ({
	choices: () => choices,
	check: text => (choices.includes(text) ? undefined : `Type one of ${choices.join(', ')}`),
});

/** Returns what `keep` saves with the open profile. Undefined if it cannot be kept. */
function keptBy(text: string, state: State): Choices | undefined {
	if (text === 'nothing') return {theme: undefined, rpm: undefined, startScreen: undefined};
	if (text === 'theme') return {theme: state.preferences.theme};
	if (text === 'screen') return {startScreen: currentPlace(state)?.screen ?? 'board'};
	const rpm = Number(/^rpm (\d+)$/.exec(text)?.[1]);
	return isWholeNumber(rpm, rpmRange) ? {rpm} : undefined;
}

/** A menu whose items can be typed instead. */
const choosingFrom = (
	{items}: Pick<MenuDialog, 'items'>,
	labels: readonly string[],
): Pick<ArgumentCommand, 'choices' | 'check' | 'isBlockedAsKey' | 'run'> => ({
	...limitedTo(labels),
	isBlockedAsKey: true,
	run(keyContext, text, pressKey) {
		pressKey?.(keyContext);
		items(keyContext.drawContext())
			.find(({label}) => label === text)
			?.choose(keyContext);
	},
});

/** Goes to the projects from a screen without a list. */
const withList = (state: State): State => (sortableList(state) ? state : goToProjects(state));

const argumentCommands: readonly ArgumentCommand[] = [
	{
		name: 'filter',
		argument: plain`QUERY`,
		about: plain`filter the projects and their deployments`,
		choices: state => savedNames(state).map(typedFilterName),
		run({store}, query) {
			store.change(state => openFilter(obeysFilter(currentScreen(state)) ? state : goToProjects(state)));
			retype(store, query);
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
		...limitedTo(quickFilters),
		run({store}, text) {
			store.change(withList);
			store.change((state, now) => showOnly(state, quickFilters.find(name => name === text) ?? 'all', now));
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
		about: plain`open a saved profile`,
		isBlockedAsKey: true,
		choices: profileNames,
		check: (text, state) => (profileNames(state).includes(text) ? undefined : `There is no profile ${text}`),
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
	{
		name: 'keep',
		argument: plain`WHAT`,
		about: plain`save this theme, screen or rpm with this profile`,
		choices: ({polling}) => ['theme', 'screen', `rpm ${polling.throttle.perMinute}`, 'nothing'],
		check(text, state) {
			if (!keptBy(text, state)) return 'Keep theme, screen, rpm 0 to 600, or nothing';
			const {profile = ''} = state.connection ?? {};
			return profileNames(state).includes(profile) ? undefined : 'Only a saved profile keeps this';
		},
		run({actions, store}, text) {
			const choices = keptBy(text, store.get());
			if (choices) void actions.keepChoices(choices);
		},
	},
];

/** Returns a command with its argument, or with a placeholder while none is typed. `key` is the command of its name that a key runs. */
function withArgument(command: ArgumentCommand, text: string, state: State, key?: PaletteCommand): PaletteCommand {
	const {name, argument, about, check, isBlockedAsKey} = command;
	const run = (keyContext: KeyContext) => command.run(keyContext, text, key?.run);
	if (text === '') return {name, label: plain`${safe(name)} ${argument}`, about, argument, run};
	const blocked = isBlockedAsKey ? key?.reason : withoutConnection(state);
	const reason = blocked ?? check?.(text, state);
	return {name: `${name} ${text}`, label: plain`${safe(name)} ${safe(text)}`, reason, run};
}

/** Returns every command with nothing typed after it. What a key does, a command of its id that takes an argument does without it. */
function allCommands(state: State, record: RecordRef | undefined, scopes: KeyScopes): readonly PaletteCommand[] {
	const bound = boundCommands(state, record, scopes);
	const withArguments = argumentCommands.map(command => {
		const shown = withArgument(command, '', state);
		const same = bound.find(({id}) => id === command.name);
		if (!same) return shown;
		const {id, key, reason, run} = same;
		return reason === undefined ? {...shown, isOptional: true, id, key, run} : {...shown, id};
	});
	const filters = argumentCommands.flatMap(command =>
		command.name === 'filter' ? savedNames(state).map(name => withArgument(command, typedFilterName(name), state)) : [],
	);
	return [...withArguments, ...bound.filter(({id}) => withArguments.every(({name}) => name !== id)), ...filters];
}

/** Whether it opens or leaves something, or moves in a menu: what it does depends on the screen alone. */
const isLocal = (id: CommandId): boolean => isFixedCommand(id) || ['enter', 'esc'].includes(defaultKeysOf(id)[0] ?? '');

/** Returns every binding as a command: those of the screen below the palette and those of every screen, then those of other screens, which are blocked here. */
function boundCommands(state: State, record: RecordRef | undefined, scopes: KeyScopes): readonly BoundCommand[] {
	const below = withoutDialog(state);
	const {screens} = scopes;
	const current = screens[currentScreen(state).name];
	const targetIn = (now: State) => record && targetAbout(now, record.projectId, record.deploymentId);
	const target = targetIn(state);
	const found: BoundCommand[] = [];
	const add = ({id, blocked, run}: Binding, elsewhere?: string) => {
		const [key = ''] = keysOf(state, id);
		const name = labelOf(id);
		if (found.some(known => known.id === id)) return;
		found.push({
			id,
			name,
			label: safe(name),
			key: safe(keyLabel(key)),
			reason: elsewhere ?? blocked?.(below, target),
			run(keyContext) {
				const now = keyContext.store.get();
				run(keyContext, now, key, targetIn(now));
			},
		});
	};
	for (const binding of [...(current?.keys ?? []), ...scopes.anywhere, ...scopes.always]) add(binding);
	const others = Object.values(screens).filter(scope => scope !== current && !scope.isTyping);
	for (const {title, keys} of others) {
		for (const binding of keys.filter(({id}) => !isLocal(id))) add(binding, `Only on ${title}`);
	}

	return found;
}

/** Returns the items that match what is typed, the best match first. Equal matches keep their order. */
const matching = <Item,>(items: readonly Item[], rank: (item: Item) => number): readonly Item[] =>
	items
		.map(item => ({item, rank: rank(item)}))
		.filter(({rank}) => Number.isFinite(rank))
		.sort((a, b) => a.rank - b.rank)
		.map(({item}) => item);

/** `others`: the projects that are listed with it. Its id tells it from those that look the same. */
const openCommand = (project: Project, others: readonly Project[]): PaletteCommand => ({
	name: `open ${project.id}`,
	label: plain`open ${projectTitle(project)}`,
	...(others.some(other => other !== project && projectTitle(other) === projectTitle(project)) && {
		about: safe(project.id),
	}),
	run: ({actions}) => void actions.openNamed({projectId: project.id, deploymentId: undefined}),
});

/** The command that goes to the record that is named exactly. */
function goToCommands(state: State, {named, typed}: PaletteDialog): readonly PaletteCommand[] {
	if (!named) return [];
	const {projectId, deploymentId} = named;
	const project = projectNameOf(state, projectId);
	const of = deploymentId === undefined ? project : plain`deployment ${safe(deploymentId)} of ${project}`;
	return [{name: typed.trim(), label: plain`Go to ${of}`, run: ({actions}) => void actions.openNamed(named)}];
}

/** The command for what may be the id of a project that is not loaded: a word with a digit. The service finds no deployment without its project. */
function askForCommands({connection}: State, typed: string): readonly PaletteCommand[] {
	if (!connection) return [];
	const {deploymentId} = idsIn(typed);
	if (deploymentId !== undefined) {
		const reason = 'Its project must be read first: open it, or paste the id of the project as well';
		return [{name: typed, label: plain`Go to deployment ${safe(deploymentId)}`, reason, run() {}}];
	}

	if (!/^[^\s/]+$/.test(typed) || !/\d/.test(typed)) return [];
	const label = plain`Go to project ${safe(typed)}`;
	const about = plain`not loaded: landfall asks the service`;
	const wanted = {projectId: typed, deploymentId: undefined};
	return [{name: `open ${typed}`, label, about, run: ({actions}) => void actions.openNamed(wanted)}];
}

/** Says about a word from another program that the service has nothing of the kind. */
const missingCommands = (typed: string): readonly PaletteCommand[] =>
	missingThings.flatMap(({words, reason}) => {
		const name = wordFor(words, typed);
		return name === undefined ? [] : {name, label: safe(name), reason, run() {}};
	});

/** Returns the commands that match what is typed, then the projects, then what the service does not have. The best matches come first, equal ones by how recently they were used. */
function commandsFor(state: State, dialog: PaletteDialog, scopes: KeyScopes): readonly PaletteCommand[] {
	const {recentCommands} = state.preferences;
	const typed = dialog.typed.trimStart();
	const ages = new Map(recentCommands.map((id, index) => [id, index]));
	const ageOf = ({id, name}: PaletteCommand) => ages.get(id ?? name) ?? recentCommands.length;
	const byAge = (commands: readonly PaletteCommand[]) => commands.toSorted((a, b) => ageOf(a) - ageOf(b));
	const chosen = argumentCommands.find(({name}) => typed.startsWith(`${name} `));
	const isForProjects = projectPartOf(typed) !== '' && (!chosen || chosen.name === 'open');
	const goTo = goToCommands(state, dialog);
	const others = dialog.found.filter(({id}) => goTo.length === 0 || id !== dialog.named?.projectId);
	const projects = isForProjects ? others.map(project => openCommand(project, dialog.found)) : [];
	if (!chosen) {
		// A project that is called like a command comes after it.
		const all = [...byAge(allCommands(state, dialog.record, scopes)), ...goTo];
		const word = caseless(typed.trim());
		const commands = matching(all, ({id, name}) => rankOfCommand(id, caseless(name), word));
		const missing = missingCommands(word);
		// A whole word says it first: `tail` is also part of another command's name.
		const isWhole = missing.some(({name}) => name === word);
		const found = isWhole ? [...missing, ...commands, ...projects] : [...commands, ...projects, ...missing];
		// What is typed may be part of a name, or an id that the best match only contains.
		return goTo.length > 0 ? found : found.toSpliced(1, 0, ...askForCommands(state, typed.trim()));
	}

	const text = typed.slice(chosen.name.length).trim();
	const all = chosen.choices?.(state) ?? [];
	// Profiles may differ in case alone.
	const matches = all.includes(text) ? [text] : matching(all, choice => rankOf(caseless(choice), caseless(text)));
	// Any query is a filter, and any number an rpm, whatever choices look like it.
	const isOffered = matches.includes(text) || chosen.check?.(text, state) !== undefined;
	const choices = isOffered ? matches : [text, ...matches];
	const namesakes = chosen.name === 'open' ? projectsNamed(dialog.found, text).length : 0;
	const ambiguity = namesakes > 1 ? {reason: `${namesakes} projects have this name: choose one below`} : {};
	const bound = boundCommands(state, dialog.record, scopes);
	const key = bound.find(({id}) => id === chosen.name);
	const commands = (choices.length > 0 ? choices : [text]).map(choice => ({
		...withArgument(chosen, choice, state, key),
		...ambiguity,
	}));
	const whole = caseless(typed.trim());
	/** Commands of another name that begins like this one. */
	const namedAlike = matching(bound, ({id, name}) => rankOfCommand(id, caseless(name), whole)).filter(
		({name}) => !commands.some(command => command.name === name),
	);
	const isAlikeMeant = namedAlike[0]?.name === whole || commands.every(({reason}) => reason !== undefined);
	const found = isAlikeMeant ? [...namedAlike, ...byAge(commands)] : [...byAge(commands), ...namedAlike];
	return [...found, ...projects];
}

/** Returns what is typed, the commands that match it, and which is selected. Undefined once the palette is closed. */
function shownIn(state: State, scopes: KeyScopes) {
	const dialog = dialogOf(state, 'palette');
	const line = editedLine(state);
	if (!dialog || !line) return undefined;
	const commands = commandsFor(state, dialog, scopes);
	return {line, commands, index: dialog.index, selected: commands[dialog.index]};
}

const move = ({store, scopes}: KeyContext, by: 1 | -1) =>
	store.change(state => {
		const {commands = [], index = 0} = shownIn(state, scopes()) ?? {};
		return withDialog(state, 'palette', {index: clamp(index + by, 0, commands.length - 1)});
	});

const retype = (store: Store, text: string) =>
	store.change((state, now) => editText(state, {kind: 'replace', text}, now));

/** Runs the selected command. If its argument is missing, types its name. */
function runSelectedCommand(keyContext: KeyContext, state: State) {
	const {store, scopes} = keyContext;
	const {line, selected} = shownIn(state, scopes()) ?? {};
	if (!selected) return;
	const {id, name, argument, isOptional} = selected;
	const missing = isOptional ? undefined : argument;
	const isWaiting = line?.text.trimStart() === `${name} `;
	if (missing !== undefined && !isWaiting) return retype(store, `${name} `);
	const reason = missing === undefined ? selected.reason : `Type ${missing} after ${name}`;
	if (reason !== undefined) return notify(store, safe(reason), 'quiet');
	store.change(current => rememberCommand(current, id ?? name));
	selected.run(keyContext);
}

const paletteKeys: readonly Binding[] = [
	{id: 'palette.run', isHinted: true, run: runSelectedCommand},
	closing('palette.cancel'),
	{id: 'palette.next', run: keyContext => move(keyContext, 1)},
	{
		id: 'palette.previous',
		run(keyContext, state) {
			const {typed, index} = dialogOf(state, 'palette') ?? {};
			const [last] = state.preferences.recentCommands;
			const isBound = last !== undefined && (isBuiltIn(last) || isUserCommand(last));
			const isTypedAsIs = argumentCommands.some(({name}) => name === last);
			if (typed === '' && index === 0 && last !== undefined)
				retype(keyContext.store, isBound && !isTypedAsIs ? labelOf(last) : last);
			else move(keyContext, -1);
		},
	},
	{
		id: 'palette.complete',
		isHinted: true,
		run({store, scopes}, state) {
			const {selected} = shownIn(state, scopes()) ?? {};
			if (selected) retype(store, selected.argument === undefined ? selected.name : `${selected.name} `);
		},
	},
	...lineEditing,
];

const keyWidth = 8;

const aboutGapWidth = 2;

const noneText = (typed: string): SafeText =>
	typed.includes('://') ? plain`No loaded project has this URL.` : plain`No command matches.`;

const drawPalette: Draw = ({state, scopes}, fullWidth, height) => {
	const shown = shownIn(state, scopes);
	if (!shown) return [];
	const {line, commands, index} = shown;
	const width = fullWidth - scrollMarkWidth;
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = clamp(index - Math.floor(room / 2), 0, commands.length - room);
	const labelWidth = Math.max(0, ...commands.map(({label, about}) => (about ? cells(label) + aboutGapWidth : 0)));
	const row = ({label, about, key, reason}: PaletteCommand, at: number): Line => {
		const isSelected = at === index;
		const name: SafeSpan = {text: label, tone: reason ? 'quiet' : isSelected ? 'strong' : 'plain'};
		const rest: SafeSpan = {text: reason ? safe(`   ${reason}`) : (about ?? plain``), tone: 'quiet'};
		const ownKeyWidth = key ? keyWidth : 0;
		return [
			{text: isSelected ? plain`▌ ` : plain`  `, tone: 'accent'},
			...fitSpans([...(about ? fitSpans([name], labelWidth) : [name]), rest], width - ownKeyWidth - 2),
			...fitSpans([{text: key ?? plain``, tone: reason ? 'quiet' : 'accent'}], ownKeyWidth, 'right'),
		];
	};
	const none: Line = [{text: plain`  ${noneText(line.text)}`, tone: 'quiet'}];
	return [
		[{text: plain`: `, tone: 'accent'}, ...fieldLine(line, plain``, width - 2)],
		...gap,
		...(commands.length === 0 ? [none] : scrolled(commands, {top, height: room, width: fullWidth}, row)),
	];
};

const PaletteBox = () => (
	<DialogBox title={plain`Commands`} contentHeight={16}>
		{/* The scroll marks use the padding, which leaves the full width to the text. */}
		<Canvas draw={drawPalette} flexGrow={1} marginRight={-1} />
	</DialogBox>
);

export const paletteDialog = {
	title: 'Commands',
	component: PaletteBox,
	keys: paletteKeys,
	isTyping: true,
	onText: typeText,
};
