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
let names: string[];
let isForInk: boolean;
let arrivals: Array<readonly [at: number, isFollowing: boolean]>;

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
	received = [];
	names = [];
	isForInk = false;
	arrivals = [];
	pasted.length = 0;
	keys = createKeyInput(source as unknown as NodeJS.ReadStream, {
		isReady: () => isReady,
		onKey({name}, {at, isFollowing}) {
			if (isForInk) return false;
			names.push(name);
			arrivals.push([at, isFollowing]);
			return true;
		},
		onPaste: text => pasted.push(text),
		onIdle: () => {},
		onFocus: isFocused => received.push(isFocused ? 'focused' : 'blurred'),
		onColors: report => received.push(report.kind),
		now: clock.now,
		after: clock.after,
	});
	keys.start();
});

afterEach(() => keys.stop());

test('keys that arrive together are handled one per turn of the event loop', async () => {
	listen();
	source.write('jj\u001B[Ak');
	// The number of keys handled after each turn of the event loop.
	const counts = [received.length];
	for (let turn = 0; turn < 8; turn++) {
		await new Promise(resolve => setImmediate(resolve));
		counts.push(received.length);
	}

	expect(counts.every((count, turn) => count - (counts[turn - 1] ?? 0) <= 1)).toBe(true);
	expect(received).toEqual(['j', 'j', '\u001B[A', 'k']);
});

test('each key goes to an Ink widget or to the bindings, depending on the effect of the previous key', async () => {
	listen(key => {
		if (key === '\r') isForInk = false;
	});
	await type('jj\rjk');
	expect(received).toEqual(['j', 'j', '\r']);
	expect(names).toEqual(['j', 'k']);
});

test('a lone escape is passed on unambiguously, even if another key follows', async () => {
	listen();
	await type('\u001B');
	expect(received).toEqual([]);
	await clock.advance(20);
	await type('[');
	expect(received).toEqual(['\u001B[27u', '[']);
	expect(clock.pending()).toBe(0);
});

test('a paste without an end does not block the keyboard', async () => {
	listen();
	await type('\u001B[200~abc');
	await clock.advance(1000);
	await type('d');
	expect(pasted).toEqual(['abc']);
	expect(received).toEqual(['d']);
});

test('keys stay queued until their handler is ready', async () => {
	await type('a');
	isReady = false;
	await type('bc');
	expect(names).toEqual(['a']);
	listen();
	isReady = true;
	keys.wake();
	await type('d');
	expect(names).toEqual(['a']);
	expect(received).toEqual(['b', 'c', 'd']);
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

test('a key carries its arrival time and whether another key was still queued', async () => {
	const startedAt = clock.now();
	isReady = false;
	await type('ab');
	await clock.advance(700);
	isReady = true;
	keys.wake();
	await settled();
	await type('c');
	await type('d\u001B[Ae');
	expect(names).toEqual(['a', 'b', 'c', 'd', 'up', 'e']);
	expect(arrivals).toEqual([
		[startedAt, false],
		[startedAt, true],
		[startedAt + 700, false],
		[startedAt + 700, false],
		[startedAt + 700, true],
		[startedAt + 700, true],
	]);
});

test('an incomplete terminal report does not block the keyboard', async () => {
	source.write('\u001B]11;rgb:1e');
	await clock.advance(1000);
	await type('j');
	expect(names).toEqual(['j']);
});
