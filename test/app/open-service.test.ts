import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createServiceOpener} from '../../src/app/open-service.ts';
import {createSystemClock} from '../../src/base/clock.ts';
import type {LoginResult} from '../../src/model/connection.ts';
import {openCredentials} from '../../src/settings/credentials.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const baseUrl = 'https://api.example.com';
const ownProfiles = {
	prod: {baseUrl, isReadOnly: true, protects: ['prod-*'], maxBulk: 3, accent: 'red'},
	open: {baseUrl},
};

/** Returns access to services with these profiles, and a function that reads the settings file. */
function openAccess({
	environmentKey,
	profiles = ownProfiles,
}: {
	readonly environmentKey?: string;
	readonly profiles?: object;
} = {}) {
	const directory = temporaryDirectory();
	const clock = createSystemClock();
	const keys: string[] = [];
	const path = join(directory, 'config.json');
	writeFileSync(path, JSON.stringify({profiles}), {mode: 0o600});
	const credentials = openCredentials({directory, now: clock.now});
	credentials.save('prod', {origin: baseUrl, apiKey: 'a-kept-key'});
	const access = createServiceOpener(
		{
			clock,
			random: () => 0.5,
			environment: process.env,
			environmentKey,
			settings: openSettings({directory, now: clock.now}),
			directory,
			isReadOnly: false,
			isRemembered: true,
			builtIn: undefined,
			onKey: key => keys.push(key),
		},
		{onRequestEnd() {}, onRequestSent() {}, quietUntil: () => 0},
	);
	const credentialsPath = join(directory, 'credentials.json');
	return {
		access,
		keys,
		settings: () => JSON.parse(readFileSync(path, 'utf8')),
		credentials: () => readFileSync(credentialsPath, 'utf8'),
	};
}

const serviceOf = (entry: LoginResult | 'no key') => {
	if (entry === 'no key' || 'problem' in entry) throw new Error('The service was not opened.');
	return entry.service;
};

const login = {baseUrl, apiKey: 'another-key', profile: 'prod', isKept: true};
const address = {baseUrl, profile: 'prod', apiKeyFile: undefined, input: undefined};
const guards = {protects: ['prod-*'], maxBulk: 3};

test('a profile’s guards apply however it is opened', async () => {
	const {access} = openAccess();
	for (const entry of [
		await access.enterProfile('prod'),
		access.enterLogin(login),
		await access.enterAddress(address),
	]) {
		expect(serviceOf(entry)).toMatchObject({isReadOnly: true, guards, profile: 'prod', accent: 'red'});
	}

	expect(serviceOf(access.enterLogin({...login, profile: 'new'}))).toMatchObject({isReadOnly: false});
});

test('a profile whose key is replaced keeps its guards', async () => {
	const {access, settings} = openAccess();
	await access.keep({...login, baseUrl: 'https://api2.example.com'});
	expect(settings().profiles).toEqual({
		prod: {...ownProfiles.prod, baseUrl: 'https://api2.example.com'},
		open: ownProfiles.open,
	});
});

test('a service reports whether its key is saved for the next start', async () => {
	const withSavedKey = openAccess().access;
	const withEnvironmentKey = openAccess({environmentKey: 'from-outside'}).access;
	expect(serviceOf(await withSavedKey.enterProfile('prod')).isKeyKept).toBe(true);
	expect(serviceOf(await withSavedKey.enterAddress(address)).isKeyKept).toBe(true);
	expect(serviceOf(await withEnvironmentKey.enterProfile('prod')).isKeyKept).toBe(false);
	expect(serviceOf(await withEnvironmentKey.enterAddress({...address, profile: undefined})).isKeyKept).toBe(false);
	expect(serviceOf(withSavedKey.enterLogin({...login, isKept: false})).isKeyKept).toBe(false);
});

test('the limit of bulk actions is read from settings of version 0.1.0 and saved under its current name', async () => {
	const former = {prod: {baseUrl, isReadOnly: true, protects: ['prod-*'], mostAtOnce: 3}};
	const {access, settings} = openAccess({profiles: former});
	expect(serviceOf(await access.enterProfile('prod'))).toMatchObject({guards});
	await access.keep(login);
	expect(settings().profiles.prod).toEqual({baseUrl, isReadOnly: true, protects: ['prod-*'], maxBulk: 3});
});

describe('a profile with a command for its key', () => {
	const profiles = {team: {baseUrl, apiKeyCommand: [process.execPath, '-p', '"key-from-a-program"'], isReadOnly: true}};

	test('opens with the key that the command prints, which is not saved', async () => {
		const {access, keys, credentials} = openAccess({profiles});
		expect(serviceOf(await access.enterProfile('team'))).toMatchObject({profile: 'team', isKeyKept: false});
		expect(serviceOf(await access.enterAddress({...address, profile: 'team'}))).toMatchObject({isKeyKept: false});
		expect(keys).toEqual(['key-from-a-program', 'key-from-a-program']);
		expect(credentials()).not.toContain('key-from');
	});

	test('keeps the command when another key is typed for its address', async () => {
		const {access, settings, credentials} = openAccess({profiles});
		expect(await access.keep({...login, profile: 'team'})).toBe(
			'team is saved. Its next key comes from its command again.',
		);
		expect(settings().profiles).toEqual(profiles);
		expect(credentials()).not.toContain(login.apiKey);
	});

	test('loses the command when it is saved with another address', async () => {
		const {access, settings} = openAccess({profiles});
		await access.keep({...login, profile: 'team', baseUrl: 'https://other.example.com'});
		expect(settings().profiles).toEqual({team: {baseUrl: 'https://other.example.com', isReadOnly: true}});
	});
});

test('a key from the environment goes only to the service that was opened first', async () => {
	const profiles = {
		staging: {baseUrl: 'https://staging.example.com', apiKeyCommand: ['op']},
		prod: {baseUrl},
		again: {baseUrl: 'https://staging.example.com'},
		keyless: {baseUrl: 'https://other.example.com'},
	};
	const {access, keys} = openAccess({environmentKey: 'key-of-staging', profiles});
	await access.enterProfile('staging');
	await access.enterProfile('prod');
	await access.enterProfile('again');
	expect(keys).toEqual(['key-of-staging', 'a-kept-key', 'key-of-staging']);
	expect(await access.enterProfile('keyless')).toMatchObject({problem: {field: 'apiKey'}});
	expect(keys).toHaveLength(3);
});

test('a key file that is named takes precedence over the saved key of a profile', async () => {
	const {access, keys} = openAccess();
	const apiKeyFile = join(temporaryDirectory(), 'key.txt');
	writeFileSync(apiKeyFile, 'a-key-from-a-file\n', {mode: 0o600});
	serviceOf(await access.enterProfile('prod', {apiKeyFile, input: undefined}));
	serviceOf(await access.enterProfile('prod'));
	expect(keys).toEqual(['a-key-from-a-file', 'a-kept-key']);
});
