import {EventEmitter} from 'node:events';
import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type GuardOptions, guardTerminal} from '../../../src/terminal/lifecycle/restore.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

/** Guards a fake process with fake streams, and records what happens to them. */
function guarded(options: Partial<GuardOptions> = {}, isTTY = true) {
	const events: string[] = [];
	const directory = temporaryDirectory();
	const stream = (name: string) =>
		Object.assign(new EventEmitter(), {
			isTTY,
			write: (text: string) => events.push(`${name} ${text}`),
			setRawMode: (isRaw: boolean) => events.push(`${name} raw ${isRaw}`),
		});
	const process = Object.assign(new EventEmitter(), {exit: (code: number) => events.push(`exit ${code}`)});
	const [stdin, stdout, stderr] = [stream('in'), stream('out'), stream('err')];
	const guard = guardTerminal({
		process: process as unknown as NodeJS.Process,
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: stdout as unknown as NodeJS.WriteStream,
		stderr: stderr as unknown as NodeJS.WriteStream,
		steps: [() => events.push('screens'), () => events.push('title')],
		crash: {directory, now: () => 0, about: 'a test', redact: text => text.replaceAll('the-key', '[key]')},
		...options,
	});
	return {guard, events, process, stdin, stdout, stderr, directory};
}

const restored = ['screens', 'title', 'in raw false'];
const gone = Object.assign(new Error('gone'), {code: 'EPIPE'});

test('restoring closes the screens first, and happens only once', () => {
	const {guard, events} = guarded();
	guard.restore();
	guard.restore();
	expect(events).toEqual(restored);
});

test('a failing restore step does not prevent the others', () => {
	const {guard, events} = guarded({
		steps: [
			() => {
				throw new Error('a bug in Ink');
			},
			() => events.push('the next one'),
		],
	});
	guard.restore();
	expect(events).toEqual(['the next one', 'in raw false']);
});

test('without a terminal, raw mode is not touched', () => {
	const {guard, events} = guarded({}, false);
	guard.restore();
	expect(events).toEqual(['screens', 'title']);
});

test.each([
	['SIGHUP', 129],
	['SIGINT', 130],
	['SIGQUIT', 131],
	['SIGUSR1', 138],
	['SIGUSR2', 140],
	['SIGTERM', 143],
])('%s restores the terminal and ends with %i', {tags: ['fault-64']}, (signal, code) => {
	const {process, events} = guarded();
	process.emit(signal, signal);
	expect(events).toEqual([...restored, `exit ${code}`]);
});

test('a process that exits on its own restores the terminal', () => {
	const {process, events} = guarded();
	process.emit('exit', 0);
	expect(events).toEqual(restored);
});

test('a bug is reported in one sentence after the screens are closed, with the path of the crash file', () => {
	const {process, events, directory} = guarded();
	process.emit('uncaughtException', new Error('no such row'));
	const [file] = readdirSync(directory);
	const sentence = `landfall hit a bug and has stopped. Details are in ${directory}/${file}\n`;
	expect(events).toEqual([...restored, `err ${sentence}`, 'exit 70']);
});

test('if no crash file can be written, the error itself is reported, without the key and control sequences', {
	tags: ['fault-62', 'fault-70'],
}, () => {
	const {guard, events} = guarded({
		crash: {
			directory: '/dev/null/nowhere',
			now: () => 0,
			about: '',
			redact: text => text.replaceAll('the-key', '[key]'),
		},
	});
	guard.end(new Error('refused the-key\u001B[2J'));
	expect(events).toContain(
		'err landfall hit a bug and has stopped. No crash file could be written. The error: refused [key]\uFFFD[2J\n',
	);
});

test('a thrown value that cannot be converted to text ends the program like any other bug', () => {
	const {guard, events} = guarded();
	guard.end(Object.create(null));
	expect(events).toEqual([
		...restored,
		'err landfall hit a bug and has stopped. No crash file could be written. The error: a value that cannot be converted to text\n',
		'exit 70',
	]);
});

test('a second bug while the first is being reported exits at once', () => {
	const {process, events} = guarded();
	process.emit('uncaughtException', new Error('first'));
	const before = events.length;
	process.emit('uncaughtException', new Error('second'));
	expect(events[before]).toBe('exit 70');
});

test.each(['stdout', 'stderr'] as const)(
	'a reader of %s that goes away is not an error',
	{tags: ['fault-67']},
	stream => {
		const {events, ...streams} = guarded();
		streams[stream].emit('error', gone);
		streams[stream].emit('error', gone);
		expect(events).toEqual([...restored, 'exit 0']);
	},
);

test.each(['EIO', 'ENXIO', 'EBADF'])(
	'an output error %s means that the terminal was closed',
	{tags: ['fault-67']},
	code => {
		const {events, stdout} = guarded();
		stdout.emit('error', Object.assign(new Error('gone'), {code}));
		expect(events).toEqual([...restored, 'exit 129']);
	},
);

test('an unexpected output error is treated as a bug', () => {
	const {stdout} = guarded();
	expect(() => stdout.emit('error', new Error('odd'))).toThrow('odd');
});

test.each(['end', 'error'])('an %s event on stdin means that the terminal was closed', {tags: ['fault-67']}, event => {
	const {stdin, events} = guarded();
	stdin.emit(event, gone);
	expect(events).toEqual([...restored, 'exit 129']);
});

test('a program that is continued after a stop is notified', {tags: ['fault-65']}, () => {
	let continued = 0;
	const {process} = guarded({onContinue: () => (continued += 1)});
	process.emit('SIGCONT');
	expect(continued).toBe(1);
});

test('dispose removes all listeners', () => {
	const {guard, events, ...emitters} = guarded();
	guard.dispose();
	for (const emitter of [emitters.process, emitters.stdin, emitters.stdout, emitters.stderr]) {
		expect(emitter.eventNames()).toEqual([]);
	}

	expect(events).toEqual([]);
});
