import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {createOwnership, type OwnershipOptions} from '../../src/terminal/ownership.ts';

/** A fake process with fake streams, which record what happens to them. */
function owned(options: Partial<OwnershipOptions> = {}) {
	const events: string[] = [];
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
		settle: note('settle'),
		repaint: note('repaint'),
		after() {},
		crash: () => ({directory: '/dev/null/x', now: 0, about: '', redact: text => text.replaceAll('the-key', '[key]')}),
		...options,
	});
	return {ownership, events, process};
}

const released = ['no screen', 'no title', 'flush', 'settle', 'no keys'];
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

test.each<[what: string, thrown: unknown, said: string]>([
	['an error', new Error('rejected the-key\u001B[2J'), 'rejected [key]\uFFFD[2J'],
	['a value that is no text', Object.create(null), 'a value that cannot be converted to text'],
])('without a crash file, %s is printed, redacted and safe', {tags: ['fault-62', 'fault-70']}, (_, thrown, said) => {
	const {process, events} = owned();
	process.emit('uncaughtException', thrown);
	const sentence = `landfall hit a bug and has stopped. No crash file could be written. The error: ${said}\n`;
	expect(events).toEqual([...restored, `err ${sentence}`, 'exit 70']);
	// A second bug, while the first is being reported.
	process.emit('uncaughtException', new Error('second'));
	expect(events[restored.length + 2]).toBe('exit 70');
});

test('ctrl+break, which only Windows has, ends the program like a signal', () => {
	const {process, events} = owned();
	process.emit('SIGBREAK');
	expect(events).toEqual([...restored, 'exit 149']);
});
