import {PassThrough} from 'node:stream';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createKeyInput, type KeyInput} from '../../src/terminal/key-input.ts';
import {createTestClock, settled, type TestClock} from '../kit/fixtures/clock.ts';

/** Returns a fake stdin of a terminal. */
const createSource = () => {
	const source = Object.assign(new PassThrough(), {
		isTTY: true,
		isRaw: false,
		setRawMode(isRaw: boolean) {
			source.isRaw = isRaw;
			return source;
		},
		ref: () => source,
		unref: () => source,
	});
	return source;
};

let clock: TestClock;
let source: ReturnType<typeof createSource>;
let received: string[];
let keys: KeyInput;
const pasted: string[] = [];
let isReady: boolean;
let afterTimer: () => void;
let names: string[];
let isForInk: boolean;

/** Passes all keys to an Ink widget, which reads all available chunks on each event, as Ink does. */
const listen = (onKey: (key: string) => void = () => {}) => {
	isForInk = true;
	keys.forInk.addListener('readable', () => {
		const chunks: string[] = [];
		for (let chunk = keys.forInk.read(); chunk !== null; chunk = keys.forInk.read()) chunks.push(chunk);
		received.push(chunks.join('+'));
		onKey(chunks.join('+'));
	});
};

const type = async (text: string) => {
	source.write(text);
	for (let turn = 0; turn < text.length + 3; turn++) await settled();
};

beforeEach(() => {
	clock = createTestClock();
	source = createSource();
	isReady = true;
	afterTimer = () => {};
	received = [];
	names = [];
	isForInk = false;
	pasted.length = 0;
	keys = createKeyInput(source as unknown as NodeJS.ReadStream, {
		isReady: () => isReady,
		onKey({name}) {
			if (isForInk) return false;
			names.push(name);
			return true;
		},
		onPaste(text) {
			pasted.push(text);
			return true;
		},
		onNotUtf8: () => received.push('not UTF-8'),
		onIdle: () => {},
		onFocus: isFocused => received.push(isFocused ? 'focused' : 'blurred'),
		onColors: report => received.push(report.kind),
		now: clock.now,
		after: (delayMs, then) =>
			clock.after(delayMs, () => {
				then();
				afterTimer();
			}),
	});
	keys.start();
});

afterEach(() => keys.stop());

test('each key goes to an Ink widget or to the bindings, depending on the effect of the previous key', async () => {
	listen(key => {
		if (key === '\r') isForInk = false;
	});
	await type('jj\rjk');
	expect(received).toEqual(['j', 'j', '\r']);
	expect(names).toEqual(['j', 'k']);
});

test('a paste without an end does not block the keyboard', async () => {
	listen();
	await type('\u001B[200~abc');
	await clock.advance(1000);
	await type('d');
	expect(pasted).toEqual(['abc']);
	expect(received).toEqual(['d']);
});

test('queued keys are dropped when reading stops', async () => {
	listen(key => {
		if (key === 'E') keys.stop();
	});
	await type('Ejj');
	expect(source.isRaw).toBe(false);
	expect(source.isPaused()).toBe(true);
	keys.start();
	await type('k');
	expect(received).toEqual(['E', 'k']);
});

test('queued keys are kept when raw mode is entered again', {tags: ['fault-65']}, async () => {
	listen();
	keys.stop();
	keys.retake();
	expect(source.isRaw).toBe(false);
	keys.start();
	isReady = false;
	await type('ab');
	source.isRaw = false;
	keys.retake();
	expect(source.isRaw).toBe(true);
	isReady = true;
	keys.wake();
	await type('c');
	expect(received).toEqual(['a', 'b', 'c']);
});

test('a flood of keys is read no faster than it is handled, and no key is lost', async () => {
	listen();
	source.write('j'.repeat(1500));
	await settled();
	expect(source.isPaused()).toBe(true);
	for (let turn = 0; turn < 1600; turn++) await settled();
	expect(source.isPaused()).toBe(false);
	expect(received.length).toBe(1500);
});

test.each([
	[499, 'A', ['up']],
	[501, 'Dj', ['j']],
])('half an arrow whose rest comes after %d ms gives %3$j', {tags: ['fault-139']}, async (afterMs, rest, expected) => {
	await type('\u001B[');
	await clock.advance(afterMs);
	await type(rest);
	expect(names).toEqual(expected);
});

test('a key that arrived in halves while the process was busy is one key', {tags: ['fault-139']}, async () => {
	await type('\u001B[');
	// It waits to be read when the timer runs.
	afterTimer = () => void source.write('A');
	await clock.advance(500);
	await settled();
	expect(names).toEqual(['up']);
});

test('half a key is not given up while reading pauses', {tags: ['fault-139']}, async () => {
	isReady = false;
	await type(`${'j'.repeat(1001)}\u001B[`);
	expect(source.isPaused()).toBe(true);
	await clock.advance(2000);
	isReady = true;
	keys.wake();
	await type('A');
	for (let turn = 0; turn < 1100; turn++) await settled();
	expect(names.slice(1000)).toEqual(['j', 'up']);
});
