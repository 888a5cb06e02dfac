import {afterEach, expect, test} from 'vitest';
import {parseApiKey} from '../../src/api/api-key.ts';
import {parseBaseUrl} from '../../src/api/base-url.ts';
import {createClient, type OnRequestEnd} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import type {Transport} from '../../src/api/transport/transport.ts';
import type {Login, LoginResult} from '../../src/store/model/connection.ts';
import {plain, safe} from '../../src/text.ts';
import {type OpenApp, open, openList} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const savedLogins: Login[] = [];

/** Connects to the sandbox of the app, whatever host was typed. */
function enterLogin(login: Login): LoginResult {
	const address = parseBaseUrl(login.baseUrl);
	if (!address.ok) return {denial: {sentence: address.reason, field: 'baseUrl'}};
	const key = parseApiKey(login.apiKey);
	if (!key.ok) return {denial: {sentence: key.reason, field: 'apiKey'}};
	const {clock, sandbox} = app;
	const transport = createInProcessTransport(sandbox.handle, {clock});
	const client = createClient({transport, baseUrl: address.url, apiKey: key.apiKey, clock});
	return {service: {client, name: plain`acme`, host: address.host, baseUrl: 'http://demo.invalid', isReadOnly: false}};
}

async function openForm() {
	savedLogins.length = 0;
	app = await open({
		access: {
			enterLogin,
			async keep(login) {
				savedLogins.push(login);
				return plain`acme and its key are saved.`;
			},
		},
	});
	await app.see('Where are your projects?');
	await app.press('enter');
	await app.see('▌ address');
}

test('an accepted address and key are saved, and the projects are shown', async () => {
	await openForm();
	await app.type('https://api.example.com');
	await app.press('enter');
	await app.type('a-key-for-tests');
	await app.press('enter', 'enter', 'enter');
	await app.see('1 of 12');
	await app.see('acme and its key are saved.');
	expect(savedLogins).toMatchObject([{baseUrl: 'https://api.example.com', isKept: true}]);
});

test('an API key that is typed or pasted in one chunk arrives complete', async () => {
	await openForm();
	const keyTyped = () => {
		const screen = app.session.store.get().interface.screens.at(-1);
		return screen?.name === 'connect' ? screen.form.values.apiKey : '';
	};
	app.burst('\ta-key-for-tests');
	await app.see('▌ team API key  ***************');
	expect(keyTyped()).toBe('a-key-for-tests');
	await app.press('ctrl+u', '\u001B[200~another-key-for-tests\n\u001B[201~');
	await app.see('▌ team API key  *********************');
	expect(keyTyped().trim()).toBe('another-key-for-tests');
});

test('a refused API key is reported, the form keeps its text, and nothing is saved', async () => {
	await openForm();
	await app.type('https://api.example.com');
	await app.press('enter');
	await app.type('some-other-key');
	await app.press('enter', 'enter', 'enter');
	await app.see('refused the key (401)');
	await app.see('https://api.example.com');
	await app.see('▌ team API key  **************');
	expect(savedLogins).toHaveLength(0);
});

test('an invalid address is reported before anything is sent', async () => {
	await openForm();
	await app.type('http://api.example.com');
	await app.press('enter', 'enter', 'enter', 'enter');
	await app.see(/the address must begin with[\s│]+https:\/\//);
	await app.see('▌ address');
	expect(app.sandbox.requests).toHaveLength(0);
});

test('the API key can be kept for this run only', async () => {
	await openForm();
	await app.type('https://api.example.com');
	await app.press('enter');
	await app.type('a-key-for-tests');
	await app.press('enter', 'enter', 'down', 'enter');
	await app.see('1 of 12');
	expect(savedLogins).toMatchObject([{isKept: false}]);
});

test('the first screen offers the demo', async () => {
	app = await open();
	await app.see('Where are your projects?');
	await app.press('down', 'enter');
	await app.see('1 of 12');
});

const addresses: Readonly<Record<string, string>> = {acme: 'https://api.acme.com', other: 'https://api.other.com'};
const goodKey = 'a-key-for-tests';

/** Returns a service at this address that is backed by the sandbox of the app. */
function serviceAt(
	onRequestEnd: OnRequestEnd,
	name: string,
	baseUrl: string,
	apiKey: string,
	isKeyKept: boolean,
): LoginResult {
	const {clock, sandbox} = app;
	const inProcess = createInProcessTransport(sandbox.handle, {clock});
	const transport: Transport = async (request, signal) =>
		baseUrl.includes('nowhere')
			? {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}
			: inProcess(request, signal);
	const client = createClient({transport, baseUrl, apiKey, clock, onRequestEnd});
	const host = safe(new URL(baseUrl).host);
	return {service: {client, name: safe(name), host, baseUrl, isReadOnly: false, profile: name, isKeyKept}};
}

type ProfileOptions = {readonly isKeyKept?: boolean; readonly missing?: string};

async function openProfile({isKeyKept = true, missing}: ProfileOptions = {}): Promise<readonly Login[]> {
	const savedLogins: Login[] = [];
	app = await open({
		profiles: Object.entries(addresses).map(([name, baseUrl]) => ({
			name,
			baseUrl,
			host: safe(new URL(baseUrl).host),
		})),
		access: onRequestEnd => ({
			async enterProfile(name) {
				if (name === missing) return {denial: {sentence: plain`No key is kept.`, field: 'apiKey'}};
				return serviceAt(onRequestEnd, name, addresses[name] ?? '', goodKey, isKeyKept);
			},
			enterLogin: ({profile, baseUrl, apiKey, isKept}) => serviceAt(onRequestEnd, profile, baseUrl, apiKey, isKept),
			async keep(login) {
				savedLogins.push(login);
				return plain`acme and its key are saved.`;
			},
		}),
	});
	await app.session.actions.enterProfile('acme');
	await app.see('1 of 12');
	return savedLogins;
}

test('replacing the key keeps address, profile and storage as they are', {tags: ['fault-87']}, async () => {
	const savedLogins = await openProfile();
	await app.press(',', 'e');
	await app.see('▌ team API key');
	await app.see('https://api.acme.com');
	await app.see(/profile name\s+acme/);
	await app.see('in a file that only you can read');
	expect(app.screen()).not.toContain(goodKey);
	await app.type(goodKey);
	await app.press('enter', 'enter', 'enter');
	await app.see('acme and its key are saved.');
	expect(savedLogins).toEqual([{baseUrl: 'https://api.acme.com', apiKey: goodKey, profile: 'acme', isKept: true}]);
});

test('a key entered for this run only is replaced for this run only by default', async () => {
	const savedLogins = await openProfile({isKeyKept: false});
	await app.press(',', 'e');
	await app.see('only until you quit');
	await app.type(goodKey);
	await app.press('enter', 'enter', 'enter');
	await app.see('1 of 12');
	expect(savedLogins).toMatchObject([{isKept: false}]);
});

test('esc leaves the connect form without changing the connection', async () => {
	await openProfile();
	const {connection} = app.session.store.get();
	await app.press('j', ',', 'e');
	await app.see('▌ team API key');
	await app.type('half a k');
	await app.press('esc');
	await app.see('2 of 12');
	expect(app.session.store.get().connection).toEqual(connection);
	await app.press(',', 'e');
	await app.see('▌ team API key  ********');
});

test('a saved profile can be selected in the connect form', {tags: ['fault-87']}, async () => {
	await openProfile();
	await app.press(',', 'e');
	await app.see('2 to choose from');
	await app.press('up', 'up');
	await app.see('▌ acme · api.acme.com');
	await app.press('down', 'enter');
	await app.see('landfall  other');
	await app.see('1 of 12');
});

test('a saved profile without a key asks only for the key', async () => {
	const savedLogins = await openProfile({missing: 'other'});
	await app.press(',', 'down', 'enter');
	await app.see('No key is kept.');
	await app.see('https://api.other.com');
	await app.see('▌ team API key');
	await app.type(goodKey);
	await app.press('enter', 'enter', 'enter');
	await app.see('landfall  other');
	expect(savedLogins).toMatchObject([{baseUrl: 'https://api.other.com', profile: 'other', isKept: true}]);
});

test('the connect form is empty when opened from the demo', async () => {
	app = await openList();
	await app.press(',');
	await app.see('▌ address');
	expect(app.screen()).not.toContain('demo.invalid');
});

test('a draft survives a new key for the same address', async () => {
	await openProfile();
	await app.press('a');
	await app.type('blog');
	await app.press('esc', ',', 'e');
	await app.see('▌ team API key');
	await app.type(goodKey);
	await app.press('enter', 'enter', 'enter');
	await app.see('1 of 12');
	await app.press('a');
	await app.see('blog');
});

test('a failed attempt to connect does not affect the current connection', async () => {
	await openProfile();
	await app.press(',', 'e', 'up', 'ctrl+u');
	await app.type('https://nowhere.invalid');
	await app.press('down');
	await app.type(goodKey);
	await app.press('enter', 'enter', 'enter');
	await app.see("Can't reach nowhere.invalid");
	await app.press('esc');
	await app.see('live');
	expect(app.session.store.get().polling.throttle.outage).toBeUndefined();
	await app.press('!');
	await app.see('E_CONNECT');
});
