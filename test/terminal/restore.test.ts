import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {type GuardOptions, guardTerminal} from '../../src/terminal/restore.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

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
		crash: () => ({directory, now: 0, about: 'a test', redact: text => text.replaceAll('the-key', '[key]')}),
		...options,
	});
	return {guard, events, process, stdin, stdout, stderr, directory};
}

const restored = ['screens', 'title', 'in raw false'];

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

test('if no crash file can be written, the error itself is reported, without the key and control sequences', {
	tags: ['fault-62', 'fault-70'],
}, () => {
	const {guard, events} = guarded({
		crash: () => ({
			directory: '/dev/null/nowhere',
			now: 0,
			about: '',
			redact: text => text.replaceAll('the-key', '[key]'),
		}),
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

test('an unexpected output error is treated as a bug', () => {
	const {stdout} = guarded();
	expect(() => stdout.emit('error', new Error('odd'))).toThrow('odd');
});

test('dispose removes all listeners', () => {
	const {guard, events, ...emitters} = guarded();
	guard.dispose();
	for (const emitter of [emitters.process, emitters.stdin, emitters.stdout, emitters.stderr]) {
		expect(emitter.eventNames()).toEqual([]);
	}

	expect(events).toEqual([]);
});
