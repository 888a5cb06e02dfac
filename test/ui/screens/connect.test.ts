import {expect, test} from 'vitest';
import {parseApiKey} from '../../../src/api/endpoint.ts';
import {plain, safe} from '../../../src/base/text.ts';
import type {Login} from '../../../src/model/connection.ts';
import {type OpenApp, open, openList} from '../../kit/app/open.ts';
import {type Hooks, profileService} from '../../kit/app/session.ts';

test('opens empty from the demo, and says where keys come from if there is room', async () => {
	const app = await openList();
	await app.go([',', 'enter', 'half a second'], '▌ address');
	const screen = await app.see('in the team settings of your service.', 'Creating keys', /Studio plan\.\W*╰/);
	expect(screen).not.toMatch(/demo\.invalid|open instead/);
	await app.go('tab', '│ ▌ team API key');
	await app.go('shift+tab', '│ ▌ address');
	await app.resize(40, 12);
	expect(app.screen()).not.toContain('Creating keys');
});

const addresses: Readonly<Record<string, string>> = {
	acme: 'https://api.acme.com',
	other: 'https://api.other.com',
	twin: 'https://api.acme.com',
};
const goodKey = 'a-key-for-tests';

function serviceAt(
	{clock, sandbox}: OpenApp,
	hooks: Hooks,
	name: string,
	baseUrl: string,
	apiKey: string,
	isKeyKept: boolean,
) {
	const unreachable = async () => ({outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}) as const;
	const service = {clock, hooks, name, handle: sandbox.handle, baseUrl, apiKey, isKeyKept};
	return profileService({...service, ...(baseUrl.includes('nowhere') && {transport: unreachable})});
}

type ProfileOptions = {readonly isKeyKept?: boolean; readonly missing?: string};

/** Three profiles, none of them connected. `saved` grows as profiles are saved. */
async function openWelcome({isKeyKept = true, missing}: ProfileOptions = {}) {
	const saved: Login[] = [];
	const app = await open({
		profiles: Object.entries(addresses).map(([name, baseUrl]) => ({name, baseUrl, host: safe(baseUrl.slice(8))})),
		access: hooks => ({
			async enterProfile(name) {
				if (name === missing) return {problem: {sentence: plain`No key is kept.`, field: 'apiKey'}};
				return serviceAt(app, hooks, name, addresses[name] ?? '', goodKey, isKeyKept);
			},
			enterLogin({profile, baseUrl, apiKey, isKept}) {
				const key = parseApiKey(apiKey);
				if (!key.ok) return {problem: {sentence: key.reason, field: 'apiKey'}};
				return serviceAt(app, hooks, profile, baseUrl, key.apiKey, isKept);
			},
			async keep(login) {
				saved.push(login);
				return plain`acme and its key are saved.`;
			},
		}),
	});
	await app.see('Where are your projects?');
	return {app, saved};
}

async function openForm() {
	const {app, saved} = await openWelcome();
	await app.go(['down', 'down', 'down', 'enter', 'half a second'], '▌ address');
	return {app, saved};
}

async function openProfile(options: ProfileOptions = {}) {
	const {app, saved} = await openWelcome(options);
	await app.go('enter', '1 of 12');
	return {app, saved};
}

test.each([
	['the key, if only the address is filled in', ['enter'], '▌ team API key'],
	['the address, if only the key is filled in', ['ctrl+u', 'tab', ...goodKey, 'enter'], '▌ address'],
	['no field that is filled in or optional', ['tab', ...goodKey, 'shift+tab', 'enter'], '1 of 12'],
	['the key, if it is too short', ['tab', ...'seven77', 'enter'], 'too short for an API key'],
	['no other field while its own is empty', ['tab', 'enter'], 'API key is empty'],
	['no field on a saved profile, which it opens', ['up', 'enter'], ' acme   1 Projects'],
])('enter in the connect form goes to %s', async (_what, keys, shown) => {
	const {app} = await openForm();
	await app.go([...'https://api.example.com', ...keys], shown);
});

test.each([
	[401, 'rejected the key (401)'],
	[403, 'does not allow this (403)'],
])('reports a key that gets a %s, keeps the text and saves nothing', async (status, text) => {
	const {app, saved} = await openForm();
	app.outages.set('/v1/projects', status);
	await app.press(...'https://api.example.com', 'enter', ...'some-other-key', 'tab');
	await app.go('enter', text, 'https://api.example.com', '▌ team API key  **************');
	expect(saved).toHaveLength(0);
});

async function openWithRejectedKey() {
	const {app} = await openForm();
	app.outages.set('/v1/projects', 401);
	await app.go([...'https://api.example.com', 'enter', ...'some-other-key', 'enter'], 'rejected the key (401)');
	app.outages.clear();
	return app;
}

test('replaces a rejected key by a pasted one, without quotation marks', {
	tags: ['fault-257', 'fault-258'],
}, async () => {
	const app = await openWithRejectedKey();
	await app.paste(`"${goodKey}"`);
	await app.see(/team API key {2}\*{17} /);
	await app.go(['half a second', 'half a second', 'enter'], 'The API key is in quotation marks. Leave them out.');
	await app.paste(goodKey);
	await app.see(/team API key {2}\*{15} /);
	await app.go(['half a second', 'half a second', 'enter'], '1 of 12');
});

test('replaces a rejected key by one that arrives letter by letter', {tags: ['fault-257']}, async () => {
	const app = await openWithRejectedKey();
	await app.go([...goodKey], /team API key {2}\*{15} /);
	await app.go(['half a second', 'half a second', 'enter'], '1 of 12');
});

test('edits a rejected key after backspace, also by pasting', async () => {
	const app = await openWithRejectedKey();
	await app.go('backspace', /team API key {2}\*{13} /);
	await app.paste('more');
	await app.see(/team API key {2}\*{17} /);
});

test('keeps an API key for this run only', async () => {
	const {app, saved} = await openForm();
	await app.go([...'https://api.example.com', 'tab', ...goodKey, 'tab', 'tab'], '▌ in a file that only you can read');
	await app.go('down', '▌ only until you quit');
	await app.go('enter', '1 of 12');
	expect(saved).toMatchObject([{isKept: false}]);
});

test.each([
	[true, 'in a file that only you can read'],
	[false, 'only until you quit'],
])('a new key keeps address, profile, storage and drafts (%s)', {tags: ['fault-87']}, async (isKept, storage) => {
	const {app, saved} = await openProfile({isKeyKept: isKept});
	await app.press('a', 'half a second', ...'blog', 'esc');
	await app.go([',', 'e', 'half a second'], '▌ team API key', 'https://api.acme.com', /profile name\s+acme/);
	expect(await app.see(storage)).not.toContain(goodKey);
	await app.go([...goodKey, 'enter'], 'acme and its key are saved.');
	expect(saved).toEqual([{baseUrl: 'https://api.acme.com', apiKey: goodKey, profile: 'acme', isKept}]);
	await app.go('a', 'blog');
	await app.go(['esc', ',', 'down', 'enter'], ' other   1 Projects', '1 of 12');
	expect(await app.go('a', 'New project')).not.toContain('blog');
});

test('restores typed text only in the form where it was typed', async () => {
	const {app} = await openWelcome();
	await app.go(['down', 'down', 'down', 'enter', 'half a second', ...'https://half', 'esc', 'enter'], '1 of 12');
	expect(await app.go([',', 'a', 'half a second', ...'https://half', 'esc'], '─ Profiles ─')).not.toContain('unsent');
	await app.go('e', /address +https:\/\/api\.acme\.com/);
	await app.go(['esc', 'a', 'half a second'], /address +\(https/);
	await app.go([...'https://other', 'esc', 'a'], /address +https:\/\/other/);
	await app.press('esc', 'e', 'half a second', ...goodKey, 'esc', 'down', 'down');
	expect(await app.go('e', /profile name +twin/)).not.toContain('***');
});

test('asks only for the key of a saved profile without one', async () => {
	const {app, saved} = await openProfile({missing: 'other'});
	const asksForKey = ['No key is kept.', 'https://api.other.com', '▌ team API key'];
	await app.go([',', 'e', 'half a second', 'up', 'up', 'down', 'enter'], ...asksForKey);
	expect(await app.go('esc', '1 of 12')).not.toContain('address');
	await app.go([',', 'down', 'enter', 'half a second'], ...asksForKey);
	await app.go([...goodKey, 'enter'], ' other   1 Projects');
	expect(saved).toMatchObject([{baseUrl: 'https://api.other.com', profile: 'other', isKept: true}]);
	await app.go([',', 'e', 'half a second'], /open instead +3 saved profiles/);
	await app.go(['up', 'up'], '▌ other · api.other.com');
	await app.go(['up', 'enter'], ' acme   1 Projects', '1 of 12');
});

test('keeps the current connection when another attempt fails', async () => {
	const {app} = await openProfile();
	await app.press(',', 'e', 'half a second', 'up', 'ctrl+u', ...'https://nowhere.invalid', 'down', ...goodKey);
	await app.press('enter');
	await app.wait(8000, 'Cannot reach nowhere.invalid', '▌ address');
	await app.go(['esc', 'esc'], 'all of it within');
	expect(app.state().polling.throttle.trouble.oneAtATime).toBeUndefined();
	await app.go('!', 'E_CONNECT');
});

test('reports on the welcome screen a profile that cannot be opened', async () => {
	const app = await open({profiles: [{name: 'acme', host: plain`api.acme.test`, baseUrl: 'https://api.acme.test'}]});
	await app.go('enter', 'There are no profiles.');
	await app.go('down', '▌ Connect to a service');
	await app.go('j', '▌ Try the demo');
	await app.go(['k', 'up'], /▌ acme/);
	app.close();
	const other = await open({}, 'You create a team API key in the team settings of your service.', 'Pro or Studio plan');
	await other.go('!', 'No request has been made yet');
	await other.go(['esc', 'enter'], 'team API key');
});

test('keeps screen, filter and selected row after a new key for the same service', async () => {
	const {app} = await openProfile();
	await app.go(['/', ...'a', 'enter', 'j', 'j'], /3 of \d+/);
	const selected = app.selectedLine().slice(3, 30);
	const line = app.selectedRow();
	await app.go('enter', 'enter details');
	const project = app.lines()[1]?.slice(0, 30).trim();
	await app.go([',', 'e', 'half a second'], '▌ team API key');
	await app.press(...goodKey, 'enter');
	await app.until('acme and its key are saved');
	await app.see('enter details');
	expect(app.lines()[1]).toContain(project);
	await app.endWord();
	await app.go('esc', /3 of \d+/, 'filter: a');
	expect([app.selectedLine().slice(3, 30), app.selectedRow()]).toEqual([selected, line]);
});
