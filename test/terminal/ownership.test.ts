import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {createOwnership, type OwnershipOptions} from '../../src/terminal/ownership.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** Owns the terminal of a fake process with fake streams, and records what happens to them. */
function owned(options: Partial<OwnershipOptions> = {}) {
	const events: string[] = [];
	const directory = temporaryDirectory();
	const stream = (name: string) =>
		Object.assign(new EventEmitter(), {
			write: (text: string) => events.push(`${name} ${text}`),
			setRawMode: (isRaw: boolean) => events.push(`${name} raw ${isRaw}`),
		});
	const [stdin, stdout, stderr] = [stream('in'), stream('out'), stream('err')];
	const exit = (code: number) => events.push(`exit ${code}`);
	const process = Object.assign(new EventEmitter(), {exit, stdout, stderr});
	const note = (event: string) => () => void events.push(event);
	const ownership = createOwnership({
		process: process as unknown as NodeJS.Process,
		stdin: stdin as unknown as NodeJS.ReadStream,
		stopDrawing: note('drawing'),
		keys: {start: note('keys'), stop: note('no keys'), retake: note('keys again')},
		screen: {open: note('screen'), close: note('no screen')},
		title: {restore: note('no title')},
		showTitle: note('title'),
		askForBackground: note('background?'),
		flush: note('flush'),
		repaint: note('repaint'),
		crash: () => ({directory, now: 0, about: 'a test', redact: text => text.replaceAll('the-key', '[key]')}),
		...options,
	});
	return {ownership, events, process, stdin, stdout, stderr, directory};
}

const released = ['no keys', 'no screen', 'no title', 'flush'];
const restored = ['drawing', ...released, 'in raw false'];

test('a failing restore step does not prevent the others', () => {
	const {ownership, events} = owned({
		stopDrawing() {
			throw new Error('a bug in Ink');
		},
	});
	ownership.restore();
	expect(events).toEqual([...released, 'in raw false']);
});

test('if no crash file can be written, the error itself is reported, without the key and control sequences', {
	tags: ['fault-62', 'fault-70'],
}, () => {
	const {process, events} = owned({
		crash: () => ({
			directory: '/dev/null/nowhere',
			now: 0,
			about: '',
			redact: text => text.replaceAll('the-key', '[key]'),
		}),
	});
	process.emit('uncaughtException', new Error('refused the-key\u001B[2J'));
	expect(events).toContain(
		'err landfall hit a bug and has stopped. No crash file could be written. The error: refused [key]\uFFFD[2J\n',
	);
});

test('a thrown value that cannot be converted to text ends the program like any other bug', () => {
	const {process, events} = owned();
	process.emit('uncaughtException', Object.create(null));
	expect(events).toEqual([
		...restored,
		'err landfall hit a bug and has stopped. No crash file could be written. The error: a value that cannot be converted to text\n',
		'exit 70',
	]);
});

test('ctrl+break, which only Windows has, ends the program like a signal', () => {
	const {process, events} = owned();
	process.emit('SIGBREAK');
	expect(events).toEqual([...restored, 'exit 149']);
});

test('a second bug while the first is being reported exits at once', () => {
	const {process, events} = owned();
	process.emit('uncaughtException', new Error('first'));
	const before = events.length;
	process.emit('uncaughtException', new Error('second'));
	expect(events[before]).toBe('exit 70');
});
