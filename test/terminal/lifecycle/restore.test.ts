import {EventEmitter} from 'node:events';
import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type GuardOptions, guardTerminal} from '../../../src/terminal/lifecycle/restore.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

/** A process in a terminal, as far as it is guarded. What happens to both is written down. */
function guarded(options: Partial<GuardOptions> = {}, isTTY = true) {
	const happened: string[] = [];
	const directory = temporaryDirectory();
	const stream = (name: string) =>
		Object.assign(new EventEmitter(), {
			isTTY,
			write: (text: string) => happened.push(`${name} ${text}`),
			setRawMode: (isRaw: boolean) => happened.push(`${name} raw ${isRaw}`),
		});
	const process = Object.assign(new EventEmitter(), {exit: (code: number) => happened.push(`exit ${code}`)});
	const [stdin, stdout, stderr] = [stream('in'), stream('out'), stream('err')];
	const guard = guardTerminal({
		process: process as unknown as NodeJS.Process,
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: stdout as unknown as NodeJS.WriteStream,
		stderr: stderr as unknown as NodeJS.WriteStream,
		steps: [() => happened.push('screens'), () => happened.push('title')],
		crash: {directory, now: () => 0, about: 'a test', redact: text => text.replaceAll('the-key', '[key]')},
		...options,
	});
	return {guard, happened, process, stdin, stdout, stderr, directory};
}

const restored = ['screens', 'title', 'in raw false'];
const gone = Object.assign(new Error('gone'), {code: 'EPIPE'});

test('the screens come down before anything else is put back, and all of it only once', () => {
	const {guard, happened} = guarded();
	guard.restore();
	guard.restore();
	expect(happened).toEqual(restored);
});

test('a step that fails keeps none of the others from being done', () => {
	const {guard, happened} = guarded({
		steps: [
			() => {
				throw new Error('a bug in Ink');
			},
			() => happened.push('the next one'),
		],
	});
	guard.restore();
	expect(happened).toEqual(['the next one', 'in raw false']);
});

test('what is no terminal has no line settings', () => {
	const {guard, happened} = guarded({}, false);
	guard.restore();
	expect(happened).toEqual(['screens', 'title']);
});

test.each([
	['SIGHUP', 129],
	['SIGINT', 130],
	['SIGQUIT', 131],
	['SIGUSR1', 138],
	['SIGUSR2', 140],
	['SIGTERM', 143],
])('%s restores the terminal and ends with %i', {tags: ['fault-64']}, (signal, code) => {
	const {process, happened} = guarded();
	process.emit(signal, signal);
	expect(happened).toEqual([...restored, `exit ${code}`]);
});

test('a process that ends on its own leaves the terminal restored', () => {
	const {process, happened} = guarded();
	process.emit('exit', 0);
	expect(happened).toEqual(restored);
});

test('a bug is told in one sentence after the screens are gone, with the path of the file that says more', () => {
	const {process, happened, directory} = guarded();
	process.emit('uncaughtException', new Error('no such row'));
	const [file] = readdirSync(directory);
	const sentence = `landfall met a bug and has stopped. What is known about it is in ${directory}/${file}\n`;
	expect(happened).toEqual([...restored, `err ${sentence}`, 'exit 70']);
});

test('a bug that cannot be written down is told itself, without the key and without what steers a terminal', {
	tags: ['fault-62', 'fault-70'],
}, () => {
	const {guard, happened} = guarded({
		crash: {
			directory: '/dev/null/nowhere',
			now: () => 0,
			about: '',
			redact: text => text.replaceAll('the-key', '[key]'),
		},
	});
	guard.end(new Error('refused the-key\u001B[2J'));
	expect(happened).toContain(
		'err landfall met a bug and has stopped. It could not be written down. It says: refused [key]\uFFFD[2J\n',
	);
});

test('what cannot even be turned into words ends the program like any other bug', () => {
	const {guard, happened} = guarded();
	guard.end(Object.create(null));
	expect(happened).toEqual([
		...restored,
		'err landfall met a bug and has stopped. It could not be written down. It says: nothing that has words\n',
		'exit 70',
	]);
});

test('a second bug while the first is told ends at once', () => {
	const {process, happened} = guarded();
	process.emit('uncaughtException', new Error('first'));
	const before = happened.length;
	process.emit('uncaughtException', new Error('second'));
	expect(happened[before]).toBe('exit 70');
});

test.each(['stdout', 'stderr'] as const)(
	'a reader of %s that has gone away is no fault',
	{tags: ['fault-67']},
	stream => {
		const {happened, ...streams} = guarded();
		streams[stream].emit('error', gone);
		streams[stream].emit('error', gone);
		expect(happened).toEqual([...restored, 'exit 0']);
	},
);

test.each(['EIO', 'ENXIO', 'EBADF'])(
	'an output that fails with %s means that the terminal was closed',
	{tags: ['fault-67']},
	code => {
		const {happened, stdout} = guarded();
		stdout.emit('error', Object.assign(new Error('gone'), {code}));
		expect(happened).toEqual([...restored, 'exit 129']);
	},
);

test('an output that fails in another way is a bug', () => {
	const {stdout} = guarded();
	expect(() => stdout.emit('error', new Error('odd'))).toThrow('odd');
});

test.each(['end', 'error'])(
	'a keyboard that meets its %s means that the terminal was closed',
	{tags: ['fault-67']},
	event => {
		const {stdin, happened} = guarded();
		stdin.emit(event, gone);
		expect(happened).toEqual([...restored, 'exit 129']);
	},
);

test('a program that was stopped and goes on is told so', {tags: ['fault-65']}, () => {
	let continued = 0;
	const {process} = guarded({onContinue: () => (continued += 1)});
	process.emit('SIGCONT');
	expect(continued).toBe(1);
});

test('nothing is guarded any more once that is no longer wanted', () => {
	const {guard, happened, ...emitters} = guarded();
	guard.dispose();
	for (const emitter of [emitters.process, emitters.stdin, emitters.stdout, emitters.stderr]) {
		expect(emitter.eventNames()).toEqual([]);
	}

	expect(happened).toEqual([]);
});
