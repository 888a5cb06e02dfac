import {PassThrough} from 'node:stream';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createKeyInput} from '../../src/terminal/key-input.ts';
import {createTestClock, settled, type TestClock} from '../kit/clock.ts';

/** The input of a terminal, as far as it is used here. */
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
let isTyping: boolean;
let heard: string[];
let keys: NodeJS.ReadStream;

/** Reads as Ink does: everything there is, each time it hears of something. */
const listen = (onKey: (key: string) => void = () => {}) => {
	const onReadable = () => {
		const chunks: string[] = [];
		for (let chunk = keys.read(); chunk !== null; chunk = keys.read()) chunks.push(chunk);
		heard.push(chunks.join('+'));
		onKey(chunks.join('+'));
	};

	keys.addListener('readable', onReadable);
	return () => keys.removeListener('readable', onReadable);
};

const type = async (text: string) => {
	source.write(text);
	for (let turn = 0; turn < text.length + 3; turn++) await settled();
};

beforeEach(() => {
	clock = createTestClock();
	source = createSource();
	isTyping = false;
	heard = [];
	keys = createKeyInput(source as unknown as NodeJS.ReadStream, {
		isTyping: () => isTyping,
		onFocus: isFocused => heard.push(isFocused ? 'focused' : 'blurred'),
		after: clock.after,
	});
	keys.setRawMode(true);
});

afterEach(() => {
	keys.setRawMode(false);
});

test('keys that arrive together are handed on one in each turn', async () => {
	listen();
	source.write('jj\u001B[Ak');
	// How many were heard at once, and when each turn of the loop was over.
	const counts = [heard.length];
	for (let turn = 0; turn < 8; turn++) {
		await new Promise(resolve => setImmediate(resolve));
		counts.push(heard.length);
	}

	expect(counts.every((count, turn) => count - (counts[turn - 1] ?? 0) <= 1)).toBe(true);
	expect(heard).toEqual(['j', 'j', '\u001B[A', 'k']);
});

test('a key is judged by what the key before it opened', async () => {
	listen(key => {
		if (key === '/') isTyping = true;
	});
	await type('\u0015/\u0015a\u001Bb\u007F\t\u001A\u000C\r\u001B[D');
	expect(heard).toEqual(['\u0015', '/', 'a', '\u007F', '\t', '\r', '\u001B[D']);
});

test('ctrl+c is heard while typing', async () => {
	listen();
	isTyping = true;
	await type('\u0003');
	expect(heard).toEqual(['\u0003']);
});

test('a lone escape is handed on alone and leaves no doubt, even if a key follows', async () => {
	listen();
	await type('\u001B');
	expect(heard).toEqual([]);
	await clock.advance(20);
	await type('[');
	expect(heard).toEqual(['\u001B[27u', '[']);
	expect(clock.pending()).toBe(0);
});

test('a sequence cut by the network is joined', async () => {
	listen();
	await type('\u001B');
	await type('[1;');
	await type('5A');
	await type('\u001B[');
	await type('I');
	expect(heard).toEqual(['\u001B[1;5A', 'focused']);
});

test('a paste reaches a text field in one piece and nothing else', async () => {
	listen();
	await type('\u001B[200~Dq\n\u001B[201~');
	expect(heard).toEqual([]);
	isTyping = true;
	await type('\u001B[200~a\nb');
	await type('\u0007c\n\u001B[201~');
	expect(heard).toEqual(['\u001B[200~a bc\u001B[201~']);
});

test('a paste that never ends gives the keyboard back', async () => {
	listen();
	isTyping = true;
	await type('\u001B[200~abc');
	await clock.advance(1000);
	await type('d');
	expect(heard).toEqual(['\u001B[200~abc\u001B[201~', 'd']);
});

test('keys wait while nobody listens', async () => {
	const stop = listen();
	await type('a');
	stop();
	await type('bc');
	listen();
	await type('d');
	expect(heard).toEqual(['a', 'b', 'c', 'd']);
});

test('keys that were waiting when raw mode ended are not kept for later', async () => {
	listen(key => {
		if (key === 'E') keys.setRawMode(false);
	});
	await type('Ejj');
	expect(source.isRaw).toBe(false);
	expect(source.isPaused()).toBe(true);
	keys.setRawMode(true);
	await type('k');
	expect(heard).toEqual(['E', 'k']);
});

test('a flood of keys is read no faster than it is handled, and none is lost', async () => {
	listen();
	source.write('j'.repeat(1500));
	await settled();
	expect(source.isPaused()).toBe(true);
	for (let turn = 0; turn < 1600; turn++) await settled();
	expect(source.isPaused()).toBe(false);
	expect(heard.length).toBe(1500);
});
