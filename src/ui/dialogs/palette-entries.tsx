import {idsIn} from '../../api/endpoint.ts';
import type {Project} from '../../api/types.ts';
import {caseless, plain, type SafeText, safe} from '../../base/text.ts';
import {type CommandId, defaultKeysOf, isFixedCommand, keyLabel, labelOf} from '../../model/commands.ts';
import {missingThings, rankOfCommand, wordFor} from '../../model/other-words.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {projectTitle} from '../../model/project-title.ts';
import {ranked, rankOf} from '../../model/query.ts';
import {dialogOf, withoutDialog} from '../../state/dialogs.ts';
import {keysOf} from '../../state/preferences.ts';
import type {RecordRef} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Binding, KeyScopes} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {noConnectionReason} from '../keys/common-keys.ts';
import {type ArgumentCommand, argumentCommands, type PaletteRow} from './argument-commands.tsx';

type KeyRow = PaletteRow & {readonly id: CommandId};

export const rememberedAs = ({id, text}: PaletteRow): string => id ?? text;

/** Whether the command opens or leaves something, or moves in a menu. Its effect depends on the screen, so the palette does not list it for other screens. */
const isLocal = (id: CommandId): boolean => isFixedCommand(id) || ['enter', 'esc'].includes(defaultKeysOf(id)[0] ?? '');

const firstOfEach = <Item extends object>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] =>
	[...Map.groupBy(items, keyOf).values()].flatMap(([first]) => first ?? []);

function keyRows(state: State, record: RecordRef | undefined, scopes: KeyScopes): readonly KeyRow[] {
	const below = withoutDialog(state);
	const targetIn = (now: State) => record && targetAbout(now, record.projectId, record.deploymentId);
	const current = scopes.screens[currentScreen(state).name];
	const others = Object.values(scopes.screens).filter(scope => scope !== current && !scope.isTyping);
	const bindings: ReadonlyArray<{readonly binding: Binding; readonly screen?: string}> = [
		...[...(current?.keys ?? []), ...scopes.anywhere, ...scopes.always].map(binding => ({binding})),
		...others.flatMap(({title, keys}) =>
			keys.filter(({id}) => !isLocal(id)).map(binding => ({binding, screen: title})),
		),
	];
	return firstOfEach(bindings, ({binding}) => binding.id).map(({binding: {id, unavailable, run}, screen}) => {
		const [key = ''] = keysOf(state, id);
		return {
			id,
			text: labelOf(id),
			label: safe(labelOf(id)),
			key: safe(keyLabel(key)),
			reason: screen === undefined ? unavailable?.(below, targetIn(state)) : `Only on ${screen}`,
			run(app) {
				const now = app.store.get();
				run(app, now, key, targetIn(now));
			},
		};
	});
}

/** Without an argument, a command does the same as its key. If the key is unavailable, the row types the name of the command and then asks for the argument. */
function commandRow(command: ArgumentCommand, key: KeyRow | undefined, typed: string): PaletteRow {
	const {name, argument, about} = command;
	const text = `${name} `;
	const shown = {text, label: plain`${safe(text)}${argument}`, about};
	if (key && key.reason === undefined) return {...key, ...shown};
	return {...shown, id: key?.id, reason: typed === text ? `Type ${argument} after ${name}` : undefined};
}

function recentFirst(rows: readonly PaletteRow[], {preferences}: State): readonly PaletteRow[] {
	const {recentCommands} = preferences;
	const ages = new Map(recentCommands.map((command, age) => [command, age]));
	const ageOf = (row: PaletteRow) => ages.get(rememberedAs(row)) ?? recentCommands.length;
	return rows.toSorted((a, b) => ageOf(a) - ageOf(b));
}

function argumentRows(
	command: ArgumentCommand,
	typed: string,
	key: KeyRow | undefined,
	state: State,
): readonly PaletteRow[] {
	const {name, choices, unavailable = noConnectionReason, run} = command;
	const known = choices?.(state) ?? [];
	const {check = text => (known.includes(text) ? undefined : `Type one of ${known.join(', ')}`)} = command;
	const rowOf = (argument: string): PaletteRow => {
		const text = `${name} ${argument}`;
		const reason = unavailable(state, key) ?? check(argument, state);
		return {text, label: safe(text), reason, run: app => run(app, argument, key)};
	};
	// Any text is a valid query, even if it resembles the name of a saved filter.
	const isOther = typed !== '' && !known.includes(typed) && check(typed, state) === undefined;
	const all = recentFirst((isOther ? [typed, ...known] : known).map(rowOf), state);
	const found = ranked(all, ({text}) => {
		const argument = text.slice(name.length + 1);
		// The names of two profiles may differ only in case.
		return argument === typed ? -1 : rankOf(caseless(argument), caseless(typed));
	});
	return found.length === 0 && typed !== '' ? [rowOf(typed)] : found;
}

const openingRow = (projectId: string, label: SafeText, about?: SafeText): PaletteRow => ({
	text: `open ${projectId}`,
	label,
	about,
	run: ({actions}) => void actions.openNamed({projectId, deploymentId: undefined}),
});

const foundRows = (found: readonly Project[]): readonly PaletteRow[] =>
	[...Map.groupBy(found, project => projectTitle(project))].flatMap(([title, alike]) =>
		alike.map(({id}) => openingRow(id, plain`open ${title}`, alike.length > 1 ? safe(id) : undefined)),
	);

function namedRow(state: State, record: RecordRef, typed: string): PaletteRow {
	const {projectId, deploymentId} = record;
	const project = projectNameOf(state, projectId);
	if (deploymentId === undefined) return openingRow(projectId, plain`Go to ${project}`);
	const label = plain`Go to deployment ${safe(deploymentId)} of ${project}`;
	return {text: typed, label, run: ({actions}) => void actions.openNamed(record)};
}

/** A word with a digit may be the id of an unloaded project. A deployment cannot be found without its project. */
function unloadedRows({connection}: State, typed: string): readonly PaletteRow[] {
	if (!connection) return [];
	const {deploymentId} = idsIn(typed);
	if (deploymentId !== undefined) {
		const reason = 'Its project must be read first: open it, or paste the id of the project as well';
		return [{text: typed, label: plain`Go to deployment ${safe(deploymentId)}`, reason}];
	}

	const isId = /^[^\s/]+$/.test(typed) && /\d/.test(typed);
	const about = plain`not loaded: landfall asks the service`;
	return isId ? [openingRow(typed, plain`Go to project ${safe(typed)}`, about)] : [];
}

const missingRows = (word: string): readonly PaletteRow[] =>
	missingThings.flatMap(({words, reason}) => {
		const text = wordFor(words, word);
		return text === undefined ? [] : {text, label: safe(text), reason};
	});

/** Best match first. Among equal matches, recently used rows come first. */
export function paletteRows(state: State, scopes: KeyScopes): readonly PaletteRow[] {
	const dialog = dialogOf(state, 'palette');
	if (!dialog) return [];
	const typed = dialog.typed.trimStart();
	const word = caseless(typed.trim());
	const keys = keyRows(state, dialog.record, scopes);
	const keyOf = ({name}: ArgumentCommand) => keys.find(({id}) => id === name);
	const chosen = argumentCommands.find(({name}) => typed.startsWith(`${name} `));
	const choices = chosen ? argumentRows(chosen, typed.slice(chosen.name.length).trim(), keyOf(chosen), state) : [];
	const rankIn = ({id, text}: PaletteRow) => rankOfCommand(id, caseless(text.trim()), word);
	const commands = [
		...argumentCommands.map(command => commandRow(command, keyOf(command), typed)),
		...keys.filter(({id}) => argumentCommands.every(({name}) => name !== id)),
		...argumentCommands
			.filter(({hasListedChoices}) => hasListedChoices)
			.flatMap(command => argumentRows(command, '', keyOf(command), state)),
	];
	// A command with listed arguments has no row of its own, and no argument has two.
	const listed = commands.filter(({text}) =>
		choices.every(choice => text !== choice.text && text !== `${chosen?.name} `),
	);
	const found = ranked(recentFirst(listed, state), rankIn);
	const named = dialog.named && !chosen ? [namedRow(state, dialog.named, typed.trim())] : [];
	const missing = missingRows(word);
	const rows = [
		...found.filter(row => rankIn(row) === 0),
		...named,
		// A word of another program may be part of a command's name, such as `tail`.
		...missing.filter(({text}) => text === word),
		...choices.filter(({reason}) => reason === undefined),
		...found,
		...choices,
		...foundRows(dialog.found),
		...missing,
	];
	// The text may be part of a name, or an id that the best match only contains.
	const unknown = chosen || named.length > 0 ? [] : unloadedRows(state, typed.trim());
	return firstOfEach(rows, rememberedAs).toSpliced(1, 0, ...unknown);
}
