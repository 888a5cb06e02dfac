import {expect} from 'vitest';
import {plain} from '../../../src/base/text.ts';
import type {OpenApp} from './open.ts';

export type TourStop = {
	readonly name: string;
	readonly keys: readonly string[];
	/** Pressed again and again until it is open. */
	readonly more?: readonly string[];
	readonly shows?: readonly RegExp[];
	readonly hint?: string;
	/** Lead to the list and change nothing. Default: `esc`. */
	readonly leaves?: readonly string[];
	/** A form or dialog that leaves the selected project visible. */
	readonly isOverList?: boolean;
};

const screens: readonly TourStop[] = [
	{name: 'projects', keys: ['p', 'p', 'z', 'z'], shows: [/^▌✔ waitlist-lumen .*success/m], leaves: []},
	{name: 'deployments', keys: ['enter', 'j'], shows: [/^▌✔ success/m, /^ ✔ success +(?:production +v42 +)?took 35s/m]},
	{name: 'deployment', keys: ['enter', 'enter'], shows: [/environment +production/, /version +v43/], leaves: []},
	{name: 'edit', keys: ['e'], shows: [/Edit project/, /│ ▌ name +waitlist-lumen/m], hint: 'esc back'},
	{
		name: 'create',
		keys: ['a'],
		shows: [/New project/, /│ ▌ name/m],
		hint: 'enter add project   esc back',
		isOverList: true,
	},
	{
		name: 'connect',
		keys: [',', 'a'],
		shows: [/│ ▌ address/m, /team API key/, /keep the key/],
		hint: 'esc back',
		// It leads to the list of profiles.
		leaves: [],
		isOverList: true,
	},
	{name: 'versions', keys: ['4', 'j'], shows: [/product-tour-/], leaves: ['1']},
	{name: 'activity', keys: ['3', 'j'], shows: [/campaign-winter-/], leaves: ['1']},
	{name: 'board', keys: ['w', 'j', 'w', '2', 'j'], shows: [/[✖x]\d\+? [◐o]\d/, /campaign-winter-/], leaves: []},
	{name: 'wall', keys: [':', ...'wall', 'enter'], shows: [/As of /], leaves: []},
];

const dialogsOverList: readonly TourStop[] = [
	{name: 'filter', keys: ['/', ...'!zzz'], shows: [/^ filter: ?!zzz/m], hint: 'esc clear'},
	{name: 'sort', keys: ['s'], shows: [/─ Sort by ─/], hint: 'esc cancel', leaves: ['esc', 's', 'q']},
	{
		name: 'saved filters',
		keys: ['/', ...'wait', '\u0013', 'half a second', ...'food', 'enter', 'esc', 'g', 'F'],
		shows: [/─ Saved filters ─/, /▌ food +wait/],
		hint: 'esc cancel',
		leaves: ['esc', 'F', 'q'],
	},
	{name: 'copy', keys: ['Y'], shows: [/─ Copy from/, /▌ id +prj_00e/], hint: 'esc cancel', leaves: ['esc', 'Y', 'q']},
	{
		name: 'meaning',
		keys: ['m'],
		// A hostile status may be invisible: then the next row is asked about.
		more: ['j', 'm'],
		shows: [/─ Classify statuses ─/, /▌ ✔ success .* succ/, /f failed/],
		hint: 'esc close',
		leaves: ['esc', 'm', 'q'],
	},
	{name: 'rules', keys: ['W'], shows: [/─ Notifications ─/], hint: 'esc close', leaves: ['esc', 'W', 'q']},
	{
		name: 'deploy',
		keys: ['t'],
		shows: [/Deploy waitlist-lumen\?/, /demo · built-in s/],
		hint: 'esc cancel',
		leaves: ['esc', 'n'],
	},
	{name: 'delete', keys: ['D'], shows: [/[Dd]elete waitlist-lumen/, /Type waitlist-lumen/], hint: 'esc cancel'},
];

const otherDialogs: readonly TourStop[] = [
	{name: 'line', keys: ['W', 'j', 'j', 'j', 'j', 'enter'], shows: [/Command to run/], hint: 'esc cancel', leaves: []},
	// The question takes no key until it was on the screen for half a second.
	{name: 'line', keys: ['t'], more: ['e'], shows: [/\{\}/], hint: 'esc cancel', leaves: []},
	{
		name: 'theme',
		keys: [':', ...'theme', 'enter'],
		shows: [/─ Theme ─/, /▌ terminal {7}your terminal/, /monochrome/],
		hint: 'esc cancel',
		leaves: ['esc', 'q'],
	},
	{name: 'profiles', keys: [','], shows: [/─ Profiles ─/, /▌ acme/], hint: 'esc close', leaves: ['esc', ',', 'q']},
	{
		name: 'remove profile',
		keys: [',', 'D'],
		shows: [/Remove the profile acme\?/, /api\.example\.com/],
		hint: 'esc cancel',
		leaves: [],
	},
	{name: 'help', keys: ['?'], shows: [/─ Help ─/, /▌ enter l → +dep/], hint: 'esc close', leaves: ['esc', '?', 'q']},
	{name: 'help', keys: ['?', '/'], shows: [/╰─ filter:/], hint: 'esc cancel', leaves: []},
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
		shows: [/\d, newest first/, /\/v1\/projects/],
		hint: 'esc close',
		leaves: ['!', 'q'],
	},
	{name: 'request', keys: ['!', 'enter'], shows: [/─ Request/], leaves: []},
	{
		name: 'bulk',
		keys: [' ', ' ', 't'],
		shows: [/these 2 projects/, /• waitlist-lumen/],
		hint: 'esc cancel',
		leaves: [],
	},
];

/** Every screen and dialog that needs only records and the profile `tourProfile`. */
export const tourStops: readonly TourStop[] = [
	...dialogsOverList.map(place => ({...place, isOverList: true})),
	...otherDialogs,
	...screens,
];

export const tourProfile = {name: 'acme', host: plain`api.example.com`, baseUrl: 'https://api.example.com'};

export async function openStop(app: OpenApp, {name, keys, more = []}: TourStop): Promise<void> {
	await app.press(...keys, 'half a second');
	for (let at = 0; at < 5 && openName(app) !== name; at++) {
		await app.press(...more, 'half a second');
	}

	expect(openName(app)).toBe(name);
}

const openName = ({state}: OpenApp) => state().interface.dialog?.name ?? state().interface.screens.at(-1)?.name;

/** Returns to the first row of the list, without marks and filter. */
export async function leaveStop(app: OpenApp): Promise<void> {
	const isElsewhere = () => openName(app) !== 'projects' || app.state().projects.marks.size > 0;
	for (let at = 0; at < 3 && isElsewhere(); at++) await app.press('esc');
	await app.press('1', 'g');
}

export async function tour(app: OpenApp, look: (place: TourStop) => void | Promise<void> = () => {}): Promise<void> {
	for (const place of tourStops) {
		await openStop(app, place);
		await look(place);
		await leaveStop(app);
	}
}
