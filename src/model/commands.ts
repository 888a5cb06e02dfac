type Command = {
	/** Hints and sentences name the first key. The palette runs a command without keys. */
	readonly keys: readonly string[];
	readonly label: string;
};

/** The ids are those of `keys.json`. An id stays, a label may change. */
const changeableCommands = {
	projects: {keys: ['1'], label: 'projects'},
	board: {keys: ['2'], label: 'board'},
	activity: {keys: ['3'], label: 'activity'},
	versions: {keys: ['4'], label: 'versions'},
	'previous-place': {keys: ['-'], label: 'previous place'},
	refresh: {keys: ['r'], label: 'refresh'},
	'refresh-all': {keys: ['R'], label: 'refresh all / check all projects'},
	pause: {keys: ['P'], label: 'pause / resume polling'},
	'unconfirmed-changes': {keys: ['u'], label: 'unconfirmed changes / undo an edit'},
	notifications: {keys: ['W'], label: 'notifications'},
	'request-log': {keys: ['!'], label: 'request log'},
	'toggle-dates': {keys: ['z'], label: 'ages / dates'},
	profiles: {keys: [','], label: 'profiles'},
	wall: {keys: [], label: 'wall: the board alone'},
	theme: {keys: [], label: 'theme: the colours'},
	help: {keys: ['?'], label: 'help'},
	commands: {keys: [':', 'ctrl+p'], label: 'commands'},
	quit: {keys: ['q'], label: 'back / press twice to quit'},
	redraw: {keys: ['ctrl+l'], label: 'redraw the screen'},
	suspend: {keys: ['ctrl+z'], label: 'suspend, resume with fg'},
	'quit-anywhere': {keys: ['ctrl+c'], label: 'press twice to quit'},

	down: {keys: ['down', 'j'], label: 'down'},
	up: {keys: ['up', 'k'], label: 'up'},
	'page-down': {keys: ['pageDown'], label: 'page down'},
	'page-up': {keys: ['pageUp'], label: 'page up'},
	'half-page-down': {keys: ['ctrl+d'], label: 'half a page down'},
	'half-page-up': {keys: ['ctrl+u'], label: 'half a page up'},
	'first-row': {keys: ['g', 'home'], label: 'first row'},
	'last-row': {keys: ['G', 'end'], label: 'last row'},

	search: {keys: ['/'], label: 'search'},
	'next-match': {keys: ['n'], label: 'next match'},
	'previous-match': {keys: ['N'], label: 'previous match'},
	'search.search': {keys: ['enter'], label: 'search'},
	'search.cancel': {keys: ['esc'], label: 'cancel'},

	'text.previous-character': {keys: ['left'], label: 'previous character'},
	'text.next-character': {keys: ['right'], label: 'next character'},
	'text.previous-word': {keys: ['ctrl+left', 'alt+left', 'alt+b'], label: 'previous word'},
	'text.next-word': {keys: ['ctrl+right', 'alt+right', 'alt+f'], label: 'next word'},
	'text.start-of-line': {keys: ['home', 'ctrl+a'], label: 'start of line'},
	'text.end-of-line': {keys: ['end', 'ctrl+e'], label: 'end of line'},
	'text.delete-previous-character': {keys: ['backspace'], label: 'delete previous character'},
	'text.delete-next-character': {keys: ['delete', 'ctrl+d'], label: 'delete next character'},
	'text.delete-previous-word': {keys: ['ctrl+w', 'alt+backspace'], label: 'delete previous word'},
	'text.delete-next-word': {keys: ['alt+d', 'ctrl+delete'], label: 'delete next word'},
	'text.delete-to-start-of-line': {keys: ['ctrl+u'], label: 'delete to start of line'},
	'text.delete-to-end-of-line': {keys: ['ctrl+k'], label: 'delete to end of line'},

	deploy: {keys: ['t'], label: 'deploy'},
	edit: {keys: ['e'], label: 'edit project'},
	delete: {keys: ['D'], label: 'delete project'},
	watch: {keys: ['w'], label: 'watch / unwatch'},
	'raw-record': {keys: ['i'], label: 'raw record'},
	'copy-id': {keys: ['y'], label: 'copy id'},
	copy: {keys: ['Y'], label: 'copy a field, JSON or a command'},
	'open-url': {keys: ['o'], label: 'open url in browser'},
	classify: {keys: ['m'], label: 'classify statuses'},

	back: {keys: ['esc', 'h', 'left'], label: 'back'},
	'open-project': {keys: ['enter', 'l', 'right'], label: 'deployments'},
	'open-deployment': {keys: ['enter', 'l', 'right'], label: 'details'},
	add: {keys: ['a'], label: 'add'},
	filter: {keys: ['/'], label: 'filter'},
	'saved-filters': {keys: ['F'], label: 'saved filters'},
	show: {keys: ['f'], label: 'all / in progress / failed / watched'},
	sort: {keys: ['s'], label: 'sort'},
	'reverse-order': {keys: ['S'], label: 'reverse order'},
	'load-all': {keys: ['L'], label: 'load all pages'},
	clear: {keys: ['esc'], label: 'stop loading / clear filter / clear marks'},
	mark: {keys: [' '], label: 'mark / unmark'},
	'mark-range': {keys: ['v'], label: 'mark a range / end it'},
	'mark-all': {keys: ['A'], label: 'mark / unmark all shown'},
	details: {keys: ['p'], label: 'show / hide details'},
	wide: {keys: ['C'], label: 'wide: other columns'},
	compare: {keys: ['c'], label: 'compare'},
	remove: {keys: ['x'], label: 'remove'},
	leave: {keys: ['esc', 'q'], label: 'leave'},
	'versions.back': {keys: ['esc'], label: 'clear / back'},
	'versions.open-project': {keys: ['enter'], label: 'deployments'},
	'previous-environment': {keys: ['h', 'left'], label: 'previous environment'},
	'next-environment': {keys: ['l', 'right'], label: 'next environment'},

	connect: {keys: ['enter'], label: 'next field / connect'},
	'empty-field': {keys: ['ctrl+u'], label: 'empty the field'},
	'add-project': {keys: ['enter'], label: 'add project'},
	'save-changes': {keys: ['enter'], label: 'save changes'},
	'leave-form': {keys: ['esc'], label: 'back'},
	'next-field': {keys: ['tab', 'down'], label: 'next field'},
	'previous-field': {keys: ['shift+tab', 'up'], label: 'previous field'},
	'drop-unsent-changes': {keys: ['ctrl+x'], label: 'drop unsent changes'},

	'help.run': {keys: ['enter'], label: 'run'},
	'help.close': {keys: ['esc', '?', 'q'], label: 'close'},
	'filter.apply': {keys: ['enter'], label: 'apply'},
	'filter.clear': {keys: ['esc'], label: 'clear'},
	'filter.save': {keys: ['ctrl+s'], label: 'save'},
	'sort.cancel': {keys: ['esc', 's', 'q'], label: 'cancel'},
	'saved-filters.apply': {keys: ['enter'], label: 'apply'},
	'saved-filters.remove': {keys: ['D'], label: 'remove'},
	'saved-filters.cancel': {keys: ['esc', 'F', 'q'], label: 'cancel'},
	'theme.cancel': {keys: ['esc', 'q'], label: 'cancel'},
	'request-log.close': {keys: ['esc', '!', 'q'], label: 'close'},
	'request-log.details': {keys: ['enter', 'l', 'right'], label: 'details'},
	'output.stop-or-close': {keys: ['esc', 'q'], label: 'stop / close'},
	'request.back': {keys: ['esc', 'q', 'enter', 'h', 'left'], label: 'back'},
	'request.copy-id': {keys: ['y'], label: 'copy id'},
	'request.copy-curl': {keys: ['Y'], label: 'copy curl'},
	'request.export-for-support': {keys: ['e'], label: 'export for support'},
	'copy.cancel': {keys: ['esc', 'Y', 'q'], label: 'cancel'},
	'comparison.close': {keys: ['esc', 'c', 'q', 'enter'], label: 'close'},
	'activity-entry.close': {keys: ['esc', 'enter', 'q'], label: 'close'},
	'raw-record.close': {keys: ['esc', 'i', 'q', 'enter'], label: 'close'},
	'raw-record.refresh': {keys: ['r'], label: 'refresh'},
	'meaning.succeeded': {keys: ['s'], label: 'succeeded'},
	'meaning.failed': {keys: ['f'], label: 'failed'},
	'meaning.stopped': {keys: ['x'], label: 'stopped'},
	'meaning.in-progress': {keys: ['p'], label: 'in progress'},
	'meaning.waiting': {keys: ['w'], label: 'waiting'},
	'meaning.unknown': {keys: ['u'], label: 'none'},
	'meaning.cancel': {keys: ['esc', 'm', 'q'], label: 'close'},
	'rules.close': {keys: ['esc', 'W', 'q'], label: 'close'},
	'profiles.add': {keys: ['a'], label: 'add'},
	'profiles.edit': {keys: ['e'], label: 'edit'},
	'profiles.rename': {keys: ['n'], label: 'rename'},
	'profiles.read-only': {keys: ['o'], label: 'read-only'},
	'profiles.remove': {keys: ['D'], label: 'remove'},
	'profiles.close': {keys: ['esc', ',', 'q'], label: 'close'},
	'line.apply': {keys: ['enter'], label: 'apply'},
	'line.cancel': {keys: ['esc'], label: 'cancel'},
	'palette.run': {keys: ['enter'], label: 'run'},
	'palette.cancel': {keys: ['esc', 'ctrl+p'], label: 'cancel'},
	'palette.next': {keys: ['down'], label: 'next'},
	'palette.previous': {keys: ['up'], label: 'previous; recall the last command'},
	'palette.complete': {keys: ['tab'], label: 'complete'},
} as const satisfies Readonly<Record<string, Command>>;

const fixedCommands = {
	'menu.choose': {keys: ['enter'], label: 'choose'},
	'menu.down': {keys: ['down', 'j'], label: 'down'},
	'menu.up': {keys: ['up', 'k'], label: 'up'},
	'input.previous-character': {keys: ['left'], label: 'previous character'},
	'input.next-character': {keys: ['right'], label: 'next character'},
	'input.delete-previous-character': {keys: ['backspace'], label: 'delete previous character'},
	'deploy.deploy': {keys: ['y'], label: 'deploy'},
	'deploy.deploy-anyway': {keys: ['p'], label: 'deploy anyway'},
	'deploy.choose': {keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], label: 'choose a named deploy'},
	'deploy.edit-request-body': {keys: ['e'], label: 'edit request body'},
	'deploy.cancel': {keys: ['esc', 'n'], label: 'cancel'},
	'delete.delete-permanently': {keys: ['enter'], label: 'delete permanently'},
	'delete.cancel': {keys: ['esc'], label: 'cancel'},
	'bulk.confirm': {keys: ['enter'], label: 'confirm'},
	'bulk.cancel': {keys: ['esc'], label: 'cancel'},
	'bulk.choose': {keys: ['tab'], label: 'choose a named deploy'},
	'bulk.down': {keys: ['down'], label: 'down'},
	'bulk.up': {keys: ['up'], label: 'up'},
	'unconfirmed-change.close': {keys: ['esc', 'q'], label: 'close'},
	'unconfirmed-change.send-again': {keys: ['r'], label: 'send again'},
	'unconfirmed-change.reconcile': {keys: ['c'], label: 'reconcile'},
	'unconfirmed-change.dismiss': {keys: ['x'], label: 'dismiss'},
	'custom-command.run': {keys: ['y'], label: 'run'},
	'custom-command.cancel': {keys: ['esc', 'n'], label: 'cancel'},
	'switch.leave': {keys: ['y'], label: 'leave'},
	'switch.stay': {keys: ['esc'], label: 'stay'},
	'remove-profile.remove': {keys: ['y'], label: 'remove'},
	'remove-profile.cancel': {keys: ['esc'], label: 'cancel'},
} as const satisfies Readonly<Record<string, Command>>;

type BuiltInId = keyof typeof changeableCommands | keyof typeof fixedCommands;

export type CustomCommandId = `user:${number}:${string}`;

export type CommandId = BuiltInId | CustomCommandId;

export type CustomKeys = ReadonlyMap<CommandId, readonly string[]>;

export const commands: Readonly<Record<BuiltInId, Command>> = {...changeableCommands, ...fixedCommands};

export const isBuiltIn = (id: string): id is BuiltInId => Object.hasOwn(commands, id);

export const isCustomCommand = (id: string): id is CustomCommandId => id.startsWith('user:');

export const defaultKeysOf = (id: CommandId): readonly string[] => (isBuiltIn(id) ? commands[id].keys : []);

export const isFixedCommand = (id: CommandId): boolean => Object.hasOwn(fixedCommands, id);

export const labelOf = (id: CommandId): string => (isBuiltIn(id) ? commands[id].label : id.replace(/^user:\d+:/, ''));

const keyLabels: ReadonlyMap<string, string> = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['pageUp', 'PgUp'],
	['pageDown', 'PgDn'],
	[' ', 'space'],
]);

export const keyLabel = (key: string): string => keyLabels.get(key) ?? key;
