import {describe, expect, test} from 'vitest';
import {plain} from '../../../src/base/text.ts';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {app, openList} from '../../kit/app/open.ts';

const small = {columns: 40, rows: 12};
const tiny = {columns: 20, rows: 6};

const profile = {name: 'acme', host: plain`api.example.com`, baseUrl: 'https://api.example.com'};

type Dialog = {
	readonly what: string;
	readonly keys: readonly string[];
	/** What it shows on every screen. */
	readonly shows: readonly RegExp[];
	/** The hint of the key that leaves it. */
	readonly hint: string;
	/** The keys that leave it for the list and change nothing. Default: `esc`. */
	readonly leaves?: readonly string[];
	/** Whether the selected project stays visible beside it. */
	readonly isOverList?: boolean;
	readonly profiles?: readonly (typeof profile)[];
};

const dialogs: readonly Dialog[] = [
	{
		what: 'the help',
		keys: ['?'],
		shows: [/─ Help ─/, /│ +Projects +│/, /▌ enter l → +deployments/],
		hint: 'esc close',
		leaves: ['esc', '?', 'q'],
	},
	{
		what: 'the raw record',
		keys: ['i'],
		shows: [/As received: status 200/, /"name": "waitlist-lumen"/],
		hint: 'esc close',
		leaves: ['esc', 'i', 'q', 'enter'],
	},
	{
		what: 'the request log',
		keys: ['!'],
		shows: [/─ Request log ─/, /\d+, newest first/, /GET .*200/],
		hint: 'esc close',
		leaves: ['esc', '!', 'q'],
	},
	{what: 'a search', keys: ['?', '/'], shows: [/╰─ \//], hint: 'esc cancel', leaves: []},
	{what: 'the filter line', keys: ['/', ...'lumen'], shows: [/^ \/ ?lumen/m], hint: 'esc clear', isOverList: true},
	{
		what: 'the sort menu',
		keys: ['s'],
		shows: [/─ Sort by ─/, /▌ the service's order •/],
		hint: 'esc cancel',
		leaves: ['esc', 's', 'q'],
		isOverList: true,
	},
	{what: 'the palette', keys: [':'], shows: [/─ Commands ─/, /▌ filter QUERY/], hint: 'esc cancel'},
	{
		what: 'the copy menu',
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
		what: 'the menu that classifies a status',
		keys: ['m'],
		shows: [/─ What does “success” mean\? ─/, /▌ ✔ succeeded/, /✖ failed/, /⊘ stopped/],
		hint: 'esc cancel',
		leaves: ['esc', 'm', 'q'],
		isOverList: true,
	},
	{
		what: 'the notification rules',
		keys: ['W'],
		shows: [/─ Notifications ─/, /▌ notify me about +watched de/, /failures only +no/],
		hint: 'esc close',
		leaves: ['esc', 'W', 'q'],
		isOverList: true,
	},
	{what: 'the quiet hours', keys: ['W', 'j', 'j', 'enter'], shows: [/Quiet hours/], hint: 'esc cancel', leaves: []},
	{
		what: 'the themes',
		keys: [':', ...'theme', 'enter'],
		shows: [/─ Theme ─/, /▌ terminal {7}your terminal/, /high-contrast/, /color-blind/, /monochrome/],
		hint: 'esc cancel',
		leaves: ['esc', 'q'],
	},
	{
		what: 'the list of profiles',
		keys: [','],
		shows: [/─ Profiles ─/, /▌ acme/],
		hint: 'esc close',
		leaves: ['esc', ',', 'q'],
		profiles: [profile],
	},
	{
		what: 'the question before a profile is removed',
		keys: [',', 'D'],
		shows: [/Remove the profile acme\?/, /api\.example\.com/],
		hint: 'esc cancel',
		leaves: [],
		profiles: [profile],
	},
	{
		what: 'the confirmation of a deployment',
		keys: ['t'],
		shows: [/Deploy waitlist-lumen\?/, /demo · built-in s/],
		hint: 'esc cancel',
		leaves: ['esc', 'n', 'enter'],
		isOverList: true,
	},
	{what: 'the request body', keys: ['t', 'e'], shows: [/\{\}/], hint: 'esc cancel', leaves: []},
	{
		what: 'the confirmation of a deletion',
		keys: ['D', ...'waitlist-lumen'],
		shows: [/[Dd]elete waitlist-lumen/, /Type waitlist-lumen to confirm\./],
		hint: 'esc cancel',
		isOverList: true,
	},
	{
		what: 'the confirmation of a bulk action',
		keys: [' ', ' ', 't'],
		shows: [
			/these 2 projects\?/,
			/◌ waitlist-lumen +prj_00er9wy000c/,
			/product-tour-nordwind/,
			/demo · built-in service/,
		],
		hint: 'esc cancel',
	},
	{what: 'the form of a project', keys: ['e'], shows: [/Edit project/], hint: 'esc back'},
	{what: 'the form of a new project', keys: ['a'], shows: [/New project/], hint: 'esc back'},
	{what: 'the connect form', keys: [','], shows: [/address/], hint: 'esc back'},
];

/** Presses the keys on a screen of this size, each late enough to be an answer. */
async function open(size: {readonly columns: number; readonly rows: number}, {keys, profiles = []}: Partial<Dialog>) {
	await openList({...size, profiles});
	await app.clock.advance(1000);
	for (const key of keys ?? []) {
		await app.readQuestion();
		await app.press(key);
	}
}

const lines = () => app.lines();

describe.each(dialogs)('$what', dialog => {
	test.each(sizes)('fits $columns×$rows and names the key that leaves it', async size => {
		await open(size, dialog);
		for (const text of dialog.shows) await app.see(text);
		expectToFit(lines(), size);
		expect(lines().at(-1)).toContain(dialog.hint);
		if (dialog.isOverList) expect(app.screen()).toContain('▌✔ waitlist-lumen');
	});

	const leaves = dialog.leaves ?? ['esc'];
	if (leaves.length === 0) return;
	test.each(leaves)('is left with %s, which changes nothing', async key => {
		await open({columns: 80, rows: 24}, dialog);
		await app.readQuestion();
		await app.go(key, /of 12/);
		const {interface: shown, projects, connection} = app.state();
		expect({
			dialog: shown.dialog,
			view: projects.filtered,
			wordMeanings: shown.wordMeanings.size,
			theme: shown.theme,
		}).toEqual({
			dialog: undefined,
			view: undefined,
			wordMeanings: 0,
			theme: 'terminal',
		});
		expect(connection?.name).toBe('demo');
		expect(app.requests().filter(request => !request.startsWith('GET'))).toEqual([]);
	});
});

test.each([
	['the quiet hours', ['W', 'j', 'j', 'enter'], '22', '22'],
	['the notification command', ['W', 'j', 'j', 'j', 'j', 'j', 'enter'], 'say', 'say'],
	['the request body', ['t', 'e', 'ctrl+u'], '{}', '{}'],
	['the confirmation of a deletion', ['D'], 'wait', 'wait'],
	['the confirmation of a bulk action', [' ', 'j', ' ', 't'], '2', 'enter: 2'],
	['the form of a project', ['e', 'tab', 'ctrl+u'], 'slug', 'slug'],
	['the form of a new project', ['a'], 'shop', 'shop'],
	['the connect form', [',', 'tab', 'tab'], 'acme', 'acme'],
] as const)('text typed into %s is visible at 40×12 and 20×6', async (_what, keys, text, shown) => {
	for (const size of [small, tiny]) {
		await open(size, {keys});
		await app.readQuestion();
		await app.go([...text], size === tiny ? text : shown);
		expectToFit(lines(), size);
		expect(lines().slice(1, -2).join('\n')).toContain(size === tiny ? text : shown);
		if (size === small) app.close();
	}
});
