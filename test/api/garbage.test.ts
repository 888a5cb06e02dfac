import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {certificateKey, goodCertificate} from '../kit/faults/certificates.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {closing} from '../kit/faults/toxics.ts';
import {connect, failureOf, never} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const numRuns = 500;

/** Pieces of valid and invalid responses. */
const piece = fc.oneof(
	fc.constantFrom(
		...['HTTP/1.1 200 OK\r\n', 'HTTP/9.9 999 Never\r\n', 'x: a\0b\r\n', '\r\n', '\n\n'],
		...['content-length: 3\r\n', 'content-length: -1\r\n', 'transfer-encoding: chunked\r\n'],
		...['location: https://elsewhere.example\r\n', 'retry-after: 99999999999\r\n'],
		...['5\r\n{"pro\r\n0\r\n\r\n', '{"projects": []}', '{"projects"'],
	),
	anyText(20),
);
const awkward = fc.constantFrom<unknown>(
	...[null, '', '\ud83d', 0, -0, 2 ** 53 + 2, Number.MAX_VALUE, true, [], {}, 'a\x1b[2J\u202e'],
	...['2026-02-31T00:00:00Z', '0000-00-00', '9999-12-31T23:59:59+99:99', 'x'.repeat(20_000)],
	...[JSON.parse('{"__proto__": {"id": "evil"}, "constructor": 1}'), JSON.parse('['.repeat(100) + ']'.repeat(100))],
);
const record = fc
	.dictionary(fc.constantFrom(...Object.keys(projectOnTheWire)), awkward, {maxKeys: 4})
	.map(changes => ({...projectOnTheWire, ...changes}));
const list = fc.array(fc.oneof(awkward, record), {maxLength: 4}).map(projects => reply(200, {projects}));
const anyWire = fc.oneof(
	fc.array(piece, {maxLength: 8}).map(pieces => pieces.join('')),
	fc.array(piece, {maxLength: 8}).map(pieces => `HTTP/1.1 200 OK\r\n${pieces.join('')}`),
	list,
);

test('ends with usable data or a clear error for any bytes', {
	tags: ['fault-21', 'fault-27', 'fault-30', 'fault-31', 'fault-32'],
	timeout: 300_000,
}, async () => {
	let wire = '';
	const faulty = await startFaulty(closing(() => Buffer.from(wire, 'latin1')));
	const client = connect(faulty.baseUrl);
	await fc.assert(
		fc.asyncProperty(anyWire, async received => {
			wire = received;
			const result = await client.listProjects({}, never).catch(error => error);
			if (result instanceof Error) {
				expect(result).toMatchObject({name: 'ApiError', code: expect.stringMatching(/^E_/)});
				return;
			}

			for (const project of result.projects) {
				expect(project.id).not.toBe('');
				const numbers = Object.values(project).filter(value => typeof value === 'number');
				expect(numbers.every(Number.isSafeInteger)).toBe(true);
			}
		}),
		{numRuns},
	);
	expect(Object.keys(Object.prototype)).toEqual([]);
});

test('suggests checking the scheme when an http address is an https port', {tags: ['fault-23']}, async () => {
	const faulty = await startFaulty(() => reply(200, {}), {key: certificateKey, cert: goodCertificate});
	const error = await failureOf(connect(`http://localhost:${faulty.port}`).listProjects({}, never));
	expect(error.message).toMatch(/Check the address, and whether it is http or https\.$/);
	expect(faulty.seen).toEqual([]);
});

test('reports too many open files, and works again afterwards', {tags: ['fault-59']}, async () => {
	const faulty = await startFaulty(() => reply(200, {projects: [projectOnTheWire]}));
	const script = join(import.meta.dirname, 'fixtures/without-files.ts');
	const limited = ['-c', 'ulimit -n 64; exec "$@"', 'bash', process.execPath, script, faulty.baseUrl];
	const {stdout: output} = await promisify(execFile)('bash', limited);
	expect(output).toMatch(
		/^E_LOCAL not-sent This computer has too many files or connections open to connect to 127\.0\.0\.1:\d+\.\n1 projects\n$/,
	);
});
