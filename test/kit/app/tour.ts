import {expect} from 'vitest';
import {plain} from '../../../src/base/text.ts';
import type {OpenApp} from './open.ts';

/** A screen or a dialog, and how to get there. */
export type Place = {
	/** What the state calls it. */
	readonly name: string;
	/** The keys that open it from the first row of the list. */
	readonly keys: readonly string[];
	/** The keys that are pressed, again and again, as long as it is not open. */
	readonly more?: readonly string[];
	/** What it shows in the demo, from 40 columns on. */
	readonly shows?: readonly RegExp[];
	/** The hint of the key that leaves it. */
	readonly hint?: string;
	/** The keys that lead to the list and change nothing. Default: `esc`. */
	readonly leaves?: readonly string[];
	/** Whether the selected project stays visible beside it. */
	readonly isOverList?: boolean;
};

const screens: readonly Place[] = [
	{name: 'projects', keys: ['p', 'p', 'z', 'z'], shows: [/^▌✔ waitlist-lumen .*success/m], leaves: []},
	{
		name: 'deployments',
		keys: ['enter', 'j'],
		shows: [/ waitlist-lumen /, /^▌✔ success/m, /^ ✔ success +(?:production +v43 +)?took 0:45/m],
	},
	{
		name: 'deployment',
		keys: ['enter', 'enter'],
		shows: [/environment +production/, /upload version +v43/],
		leaves: [],
	},
	{
		name: 'edit',
		keys: ['e'],
		shows: [/Edit project/, /│ ▌ name +waitlist-lumen/m, /slug +waitlist-lumen/, /No changes yet\./],
		hint: 'esc back',
	},
	{
		name: 'create',
		keys: ['a'],
		shows: [/New project/, /│ ▌ name/m, /enter add project +esc back/],
		hint: 'esc back',
	},
	{
		name: 'connect',
		keys: [',', 'a'],
		shows: [/│ ▌ address/m, /team API key/, /keep the key/],
		hint: 'esc back',
	},
	{name: 'versions', keys: ['4', 'j'], shows: [/product-tour-/], leaves: ['1']},
	{name: 'activity', keys: ['3', 'j'], shows: [/campaign-winter-/], leaves: ['1']},
	{name: 'board', keys: ['w', 'j', 'w', '2', 'j'], shows: [/◐\d/, /campaign-winter-/], leaves: []},
	{name: 'wall', keys: [':', ...'wall', 'enter'], shows: [/looked at/], leaves: []},
];

const dialogs: readonly Place[] = [
	{
		name: 'filter',
		keys: ['/', ...'!zzz'],
		shows: [/^ \/ ?!zzz/m],
		hint: 'esc clear',
		isOverList: true,
	},
	{
		name: 'sort',
		keys: ['s'],
		shows: [/─ Sort by ─/, /▌ the service's order •/],
		hint: 'esc cancel',
		leaves: ['esc', 's', 'q'],
		isOverList: true,
	},
	{
		name: 'copy',
		keys: ['Y'],
		shows: [
			/─ Copy from this project ─/,
			/▌ id +prj_00er9wy000c/,
			/url {6}https:\/\/waitlist-lumen/,
			/curl {5}curl -H/,
			/JSON {5}\{"id":"prj_00er9wy000c"/,
			/command {2}landfall get prj_00er9wy/,
		],
		hint: 'esc cancel',
		leaves: ['esc', 'Y', 'q'],
		isOverList: true,
	},
	{
		name: 'meaning',
		keys: ['m'],
		// A hostile status may be invisible: then the next row is asked about.
		more: ['j', 'm'],
		shows: [/─ What does “success” mean\? ─/, /▌ ✔ succeeded/, /✖ failed/, /⊘ stopped/],
		hint: 'esc cancel',
		leaves: ['esc', 'm', 'q'],
		isOverList: true,
	},
	{
		name: 'rules',
		keys: ['W'],
		shows: [/─ Notifications ─/, /▌ notify me about +watched de/, /failures only +no/],
		hint: 'esc close',
		leaves: ['esc', 'W', 'q'],
		isOverList: true,
	},
	{name: 'line', keys: ['W', 'j', 'j', 'enter'], shows: [/Quiet hours/], hint: 'esc cancel', leaves: []},
	{
		name: 'theme',
		keys: [':', ...'theme', 'enter'],
		shows: [/─ Theme ─/, /▌ terminal {7}your terminal/, /high-contrast/, /color-blind/, /monochrome/],
		hint: 'esc cancel',
		leaves: ['esc', 'q'],
	},
	{
		name: 'profiles',
		keys: [','],
		shows: [/─ Profiles ─/, /▌ acme/],
		hint: 'esc close',
		leaves: ['esc', ',', 'q'],
	},
	{
		name: 'remove profile',
		keys: [',', 'D'],
		shows: [/Remove the profile acme\?/, /api\.example\.com/],
		hint: 'esc cancel',
		leaves: [],
	},
	{
		name: 'help',
		keys: ['?'],
		shows: [/─ Help ─/, /│ +Projects +│/, /▌ enter l → +deployments/],
		hint: 'esc close',
		leaves: ['esc', '?', 'q'],
	},
	{name: 'help', keys: ['?', '/'], shows: [/╰─ \//], hint: 'esc cancel', leaves: []},
	{name: 'palette', keys: [':', ...'open a'], shows: [/─ Commands ─/], hint: 'esc cancel'},
	{
		name: 'raw record',
		keys: ['i'],
		shows: [/As received: status 200/, /"name": "waitlist-lumen"/],
		hint: 'esc close',
		leaves: ['esc', 'i', 'q', 'enter'],
	},
	{
		name: 'request log',
		keys: ['!'],
		shows: [/─ Request log ─/, /\d+, newest first/, /GET .*200/],
		hint: 'esc close',
		leaves: ['esc', '!', 'q'],
	},
	{name: 'request', keys: ['!', 'enter'], shows: [/─ Request/], leaves: []},
	{
		name: 'deploy',
		keys: ['t'],
		shows: [/Deploy waitlist-lumen\?/, /demo · built-in s/],
		hint: 'esc cancel',
		leaves: ['esc', 'n', 'enter'],
		isOverList: true,
	},
	// The question takes no key until it was on the screen for half a second.
	{name: 'line', keys: ['t'], more: ['e'], shows: [/\{\}/], hint: 'esc cancel', leaves: []},
	{
		name: 'delete',
		keys: ['D'],
		shows: [/[Dd]elete waitlist-lumen/, /Type waitlist-lumen to confirm\./],
		hint: 'esc cancel',
		isOverList: true,
	},
	{
		name: 'bulk',
		keys: [' ', ' ', 't'],
		shows: [/◌ waitlist-lumen +prj_00er9wy000c/, /product-tour-nordwind/, /demo · built-in service/],
		hint: 'esc cancel',
		leaves: [],
	},
];

/** Every screen and dialog that needs nothing but records, and the profile `tourProfile`. */
export const places: readonly Place[] = [...screens.slice(0, -2), ...dialogs, ...screens.slice(-2)];

export const tourProfile = {name: 'acme', host: plain`api.example.com`, baseUrl: 'https://api.example.com'};

/** Opens a place from the first row of the list. */
export async function openPlace(app: OpenApp, {name, keys, more = []}: Place): Promise<void> {
	await app.press(...keys);
	await app.readQuestion();
	for (let at = 0; at < 5 && openName(app) !== name; at++) {
		await app.press(...more);
		await app.readQuestion();
	}

	expect(openName(app)).toBe(name);
}

/** What the state calls the dialog that is open, or else the screen. */
const openName = ({state}: OpenApp) => state().interface.dialog?.name ?? state().interface.screens.at(-1)?.name;

/** Returns to the first row of the list, on which nothing is marked or filtered. */
export async function leavePlace(app: OpenApp): Promise<void> {
	const isElsewhere = () => openName(app) !== 'projects' || app.state().projects.marks.size > 0;
	for (let at = 0; at < 3 && isElsewhere(); at++) await app.press('esc');
	await app.press('1', 'g');
}

/** Opens every screen and dialog from the list, one after the other. Calls `look` with each. */
export async function tour(app: OpenApp, look: (place: Place) => void | Promise<void> = () => {}): Promise<void> {
	for (const place of places) {
		await openPlace(app, place);
		await look(place);
		await leavePlace(app);
	}
}
