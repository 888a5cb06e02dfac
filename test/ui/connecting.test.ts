import {afterEach, expect, test} from 'vitest';
import {parseApiKey} from '../../src/api/api-key.ts';
import {parseBaseUrl} from '../../src/api/base-url.ts';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import type {Login, LoginResult} from '../../src/store/model/login.ts';
import {plain} from '../../src/text.ts';
import {type OpenApp, open} from '../kit/app/open.ts';

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

test('the API key is never on the screen', async () => {
	await openForm();
	await app.press('tab');
	await app.type('a-key-for-tests');
	await app.see('***************');
	expect(app.screen()).not.toContain('a-key-for-tests');
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
