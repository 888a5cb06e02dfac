import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {runProgram} from '../kit/app/program.ts';
import {certificateKey, goodCertificate} from '../kit/faults/certificates.ts';
import {type Behaviour, reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {canPreload, withoutFileLocks} from '../kit/faults/file-locks.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {settingsDirectory, temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const apiKey = 'team_secret-key-for-tests-7731';
const working: Behaviour = () =>
	reply(200, {projects: [projectOnTheWire], request_id: 'req_of_doctor'}, {date: new Date().toUTCString()});

/** Expects that the key is not printed. */
async function doctor(args: readonly string[], env: Record<string, string> = {}, directory?: string) {
	const {code, stdout, stderr} = await runProgram(['doctor', ...args], {env, ...(directory && {directory})});
	const output = stdout + stderr;
	expect(output).not.toContain(apiKey);
	return {code, output};
}

test('landfall doctor reports versions, terminal, key source, service and clock', async () => {
	const faulty = await startFaulty(working);
	const env = {LANDFALL_API_KEY: apiKey, TERM: 'xterm-256color', TMUX: '/tmp/tmux', LANG: 'en_US.UTF-8'};
	const {code, output} = await doctor(['--base-url', faulty.baseUrl], env);
	expect(output).toMatch(/^ {2}landfall +\d+\.\d+\.\d+$/m);
	expect(output).toMatch(new RegExp(`^ {2}Node +${process.versions.node}, OpenSSL .*, SQLite`, 'm'));
	expect(output).toMatch(/^ {2}terminal +xterm-256color, output is not a terminal, .*tmux$/m);
	expect(output).toMatch(/^ {2}settings +\/.*config\.json {2}not there yet$/m);
	expect(output).toMatch(/^ {2}key +from LANDFALL_API_KEY$/m);
	expect(output).toMatch(/^ {2}service +answered 200 in \d+ ms, request req_of_doctor$/m);
	expect(output).toMatch(/^ {2}clock +same as the service's$/m);
	expect(output).not.toMatch(/^!/m);
	expect(code).toBe(0);
	expect(faulty.seen.map(({method, target}) => `${method} ${target}`)).toEqual(['GET /v1/projects?limit=1']);
});

const inAscii = {LANG: 'de_DE.UTF-8', LC_ALL: 'C'};
const isAscii = /^ {2}characters +C: not UTF-8, so signs are ASCII; LC_ALL=C\.UTF-8 changes that$/m;
const unusableKey = {LANDFALL_API_KEY: 'with space in it'};
const notUsed = /^! key +The key from LANDFALL_API_KEY was not used(?!.*(?:with space|answered|E_CONNECT))/ms;
const secretProxy = {HTTPS_PROXY: `http://user:${apiKey}@proxy:3128`};

test.each<[what: string, line: string, env: Record<string, string>, code: number, shown: RegExp]>([
	['a locale that is not UTF-8, and how to change that', '', inAscii, 0, isAscii],
	['no address', '', {}, 0, /^ {2}address +none: name one with --base-url, or connect once$/m],
	['an unknown profile', ' --profile acne', {}, 2, /^! profiles +none; there is no acne$/m],
	['an option that it does not take', ' --world busy', {}, 2, /landfall doctor takes no --world\./],
	['an address that would reveal the key', ' --base-url http://api.example.com', {}, 2, /^! address +/m],
	['a key that cannot be used, with which it sends nothing', ' --base-url http://127.0.0.1:9', unusableKey, 2, notUsed],
	['a proxy without its password', ' --base-url http://api.example.com', secretProxy, 2, /^ {2}proxy +proxy:3128$/m],
])('landfall doctor reports %s', async (_what, line, env, expected, shown) => {
	const {code, output} = await doctor(line.split(' ').slice(1), env);
	expect(output).toMatch(shown);
	expect(code).toBe(expected);
});

const page = {projects: []};
const rejection = () => reply(401, {message: `no ${apiKey}`});
const asHtml = {'content-type': 'text/html'};
const dated = (offsetMs: number) => ({date: new Date(Date.now() + offsetMs).toUTCString()});

test.each<[name: string, answer: () => string, code: number, line: RegExp]>([
	['a rejected key', rejection, 3, /^! service +E_AUTH: The service rejected the key/m],
	['a web page', () => reply(200, '<title>Login</title>', asHtml), 6, /^! service +E_HTML: A web page/m],
	['a failing service', () => reply(503, {}), 5, /^! service +E_UNAVAILABLE: .* Tried 3 times\./m],
	['a clock that is behind', () => reply(200, page, dated(600_000)), 0, /^! clock +(10m|9m 5[89]s) behind the serv/m],
	['a clock that is ahead', () => reply(200, page, dated(-600_000)), 0, /^! clock +(10m|9m 5[89]s) ahead of/m],
	['a cache', () => reply(200, page, {age: '60', ...dated(-60_000)}), 0, /^ {2}clock +not known, because a cache/m],
	['a service without a clock', () => reply(200, page), 0, /^ {2}clock +the service does not send its time$/m],
])('landfall doctor reports %s', async (_name, answer, expected, line) => {
	const faulty = await startFaulty(answer);
	const {code, output} = await doctor(['--base-url', faulty.baseUrl], {LANDFALL_API_KEY: apiKey});
	expect(output).toMatch(line);
	expect(code).toBe(expected);
});

test('landfall doctor checks the profile that would open, also through linked settings', async () => {
	const faulty = await startFaulty(working);
	const [directory, dotfiles] = [temporaryDirectory(), temporaryDirectory()];
	const origin = faulty.baseUrl;
	writePrivate(join(dotfiles, 'landfall.json'), {profiles: {acme: {baseUrl: origin}}, lastProfile: 'acme'});
	symlinkSync(join(dotfiles, 'landfall.json'), join(directory, 'config.json'));
	writePrivate(join(directory, 'credentials.json'), {acme: {origin, apiKey}});
	mkdirSync(join(directory, 'state'));
	writeFileSync(join(directory, 'state', 'crash-2026-01-02.txt'), '');
	const {code, output} = await doctor([], {}, directory);
	expect(output).toMatch(/^ {2}settings +.*config\.json -> .*landfall\.json {2}\d+ B, mode 600$/m);
	expect(output).toMatch(/^ {2}profiles +acme; acme is selected$/m);
	expect(output).toMatch(/^ {2}key +from the profile acme$/m);
	expect(output).toMatch(/^ {2}crash files +1, the newest .*crash-2026-01-02\.txt$/m);
	expect(output).toMatch(/answered 200/);
	expect(code).toBe(0);
});

test('doctor counts projects each pattern protects, and marks useless patterns', {tags: ['fault-206']}, async () => {
	const names = ['prod-eu', 'prod-us', 'docs', ...Array.from({length: 120}, (_, at) => `test-${at}`)];
	const all = names.map(name => ({...projectOnTheWire, id: name, name, slug: name}));
	const faulty = await startFaulty(({target}) => {
		const query = new URL(target, 'http://any.invalid').searchParams;
		const [from, count] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
		const next = from + count < all.length ? {next_cursor: String(from + count)} : {};
		return reply(200, {projects: all.slice(from, from + count), ...next});
	});
	const origin = faulty.baseUrl;
	const protects = ['prod-*', 'live-*', '{docs,test-11[0-9]}'];
	const other = {baseUrl: `${origin}/`, protects: ['docs']};
	const directory = settingsDirectory({profiles: {acme: {baseUrl: origin, protects}, other}});
	const env = {LANDFALL_API_KEY: apiKey};
	const {code, output} = await doctor(['--base-url', origin], env, directory);
	expect(output).toMatch(/^ {2}protects +prod-\*: 2 of 123 projects$/m);
	expect(output).toMatch(/^! +live-\*: none of 123 projects$/m);
	expect(output).toMatch(/^ {2} +\{docs,test-11\[0-9\]\}: 11 of 123 projects$/m);
	expect(output).toMatch(/^ {2} +docs: 1 of 123 projects$/m);
	expect(code).toBe(0);
});

test('a private certificate is trusted only if NODE_EXTRA_CA_CERTS names its file', {tags: ['fault-22']}, async () => {
	const faulty = await startFaulty(working, {key: certificateKey, cert: goodCertificate});
	const file = join(temporaryDirectory(), 'company.pem');
	writeFileSync(file, goodCertificate);
	const args = ['--base-url', faulty.baseUrl];
	const untrusted = await doctor(args, {LANDFALL_API_KEY: apiKey});
	expect(untrusted.output).toMatch(/^! service +E_TLS: .*set NODE_EXTRA_CA_CERTS/m);
	expect(untrusted.code).toBe(5);
	expect(faulty.seen).toEqual([]);
	const trusted = await doctor(args, {LANDFALL_API_KEY: apiKey, NODE_EXTRA_CA_CERTS: file});
	expect(trusted.output).toMatch(/^ {2}certificates +NODE_EXTRA_CA_CERTS=.*company\.pem$/m);
	expect(trusted.output).toMatch(/^ {2}service +answered 200/m);
	expect(trusted.code).toBe(0);
});

const damaged = goodCertificate.replace(/[A-Za-z]{40}/, 'A'.repeat(40));

test.each<[what: string, content: string | undefined, problem: string]>([
	['does not exist', undefined, 'cannot be read (ENOENT)'],
	['is empty', '', 'holds no certificate in PEM form'],
	['holds something else', '<html>', 'holds no certificate in PEM form'],
	['is damaged', damaged, 'holds a certificate that is damaged'],
	['is cut off', goodCertificate.slice(0, 200), 'holds a certificate that is damaged'],
	['has lost its beginning', goodCertificate.slice(200), 'holds a certificate that is damaged'],
])(
	'TLS errors and landfall doctor report that the file of NODE_EXTRA_CA_CERTS %s',
	{tags: ['fault-250']},
	async (_what, content, problem) => {
		const faulty = await startFaulty(working, {key: certificateKey, cert: goodCertificate});
		const file = join(temporaryDirectory(), 'company.pem');
		if (content !== undefined) writeFileSync(file, content);
		const env = {LANDFALL_API_KEY: apiKey, NODE_EXTRA_CA_CERTS: file, LANDFALL_BASE_URL: faulty.baseUrl};
		const sentence = `NODE_EXTRA_CA_CERTS names ${file}, which ${problem}. Mend it and start landfall again.`;
		const {code, output} = await doctor([], env);
		expect(output).toContain(`!                ${sentence}\n`);
		expect(output).toMatch(/^! service +E_TLS: .* this computer trusts\. NODE_EXTRA_CA_CERTS names/m);
		expect(code).toBe(5);
		const listing = await runProgram(['ls'], {env});
		expect(listing.stderr).toContain(sentence);
		expect(listing.code).toBe(5);
	},
);

test.each([
	['by default', [], {}, 1],
	['with --patience 3', ['--patience', '3'], {patience: 2}, 3],
	['with a patient profile', [], {patience: 2}, 2],
])('landfall doctor says how patient landfall is %s', {tags: ['fault-244']}, async (_how, args, fields, patience) => {
	const profiles = {acme: {baseUrl: 'http://127.0.0.1:9', ...fields}};
	const {output} = await doctor(args, {}, settingsDirectory({profiles, lastProfile: 'acme'}));
	expect(output).toMatch(new RegExp(`^  patience +${patience}$`, 'm'));
});

test('landfall doctor tells an unreadable journal from a missing one', {tags: ['fault-129']}, async () => {
	const directory = temporaryDirectory();
	mkdirSync(join(directory, 'state'));
	// A link in a circle fails for every user.
	symlinkSync('journal.sqlite', join(directory, 'state', 'journal.sqlite'));
	const {code, output} = await doctor([], {}, directory);
	expect(output).toMatch(/^! journal +\/.*journal\.sqlite could not be read \(ELOOP\)$/m);
	expect(code).toBe(2);
});

function folderWithJournal() {
	const directory = temporaryDirectory();
	mkdirSync(join(directory, 'state'), {mode: 0o700});
	const path = join(directory, 'state', 'journal.sqlite');
	const journal = openJournal({path, now: Date.now});
	journal.savePlace('acme', '{}');
	journal.close();
	return {directory, path};
}

test('landfall doctor checks that the journal can be written, without changing it', {tags: ['fault-205']}, async () => {
	const {directory, path} = folderWithJournal();
	const free = await doctor([], {}, directory);
	expect([free.code, free.output]).toEqual([0, expect.not.stringMatching(/^!/m)]);
	const release = holdJournal(path);
	const held = await doctor([], {}, directory);
	release();
	expect(held.output).toMatch(/^! +The journal is locked by another process: .*journal\.sqlite\. Close that program/m);
	expect(held.code).toBe(2);
});

test.skipIf(!canPreload)('without file locks, a journal is not reported as locked', {tags: ['fault-203']}, async () => {
	const {directory} = folderWithJournal();
	const {code, output} = await doctor([], withoutFileLocks('ENOLCK'), directory);
	expect(output).toMatch(
		/^! +The file system of the journal cannot lock files: .*journal\.sqlite\. Keep it on another/m,
	);
	expect(code).toBe(2);
	const env = {LANDFALL_API_KEY: apiKey, ...withoutFileLocks('ENOLCK')};
	const faulty = await startFaulty(working);
	const args = ['create', 'docs', '--base-url', faulty.baseUrl];
	const write = await runProgram(args, {env, directory});
	expect(write.stderr).toContain('The file system of the journal cannot lock files');
	expect([write.code, faulty.seen.filter(({method}) => method !== 'GET')]).toEqual([expect.any(Number), []]);
});
