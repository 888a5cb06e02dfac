import {expect, onTestFinished, test} from 'vitest';
import {createKeyInput} from '../../src/terminal/key-input.ts';
import {createTestTerminal} from '../kit/app/streams.ts';
import {createTestClock, settled} from '../kit/fixtures/clock.ts';

/** `got` lists keys and other input for the bindings, and in angle brackets the input of an Ink widget. */
function readKeys() {
	const clock = createTestClock();
	const {stdin, isRaw, type} = createTestTerminal(80, 24);
	const got: string[] = [];
	const control = {isForInk: false, onInk(_key: string) {}};
	const keys = createKeyInput(stdin, {
		onKey: ({name}) => !control.isForInk && got.push(name) > 0,
		onPaste: text => got.push(`paste ${text}`) > 0,
		onNotUtf8: () => got.push('not UTF-8'),
		onFocus() {},
		onColors() {},
		readAt: clock.now,
		guardEnd: () => Number.POSITIVE_INFINITY,
		onRead() {},
		now: clock.now,
		after: clock.after,
	});
	// A widget reads all available chunks on each event, as Ink does.
	keys.forInk.addListener('readable', () => {
		const chunks: string[] = [];
		for (let chunk = keys.forInk.read(); chunk !== null; chunk = keys.forInk.read()) chunks.push(chunk);
		got.push(`<${chunks.join('+')}>`);
		control.onInk(chunks.join('+'));
	});
	onTestFinished(keys.stop);
	keys.start();
	return {
		clock,
		stdin,
		isRaw,
		got,
		keys,
		control,
		send: type,
		async type(text: string) {
			type(text);
			for (let turn = 0; turn < text.length + 3; turn++) await settled();
		},
	};
}

test('each key goes to an Ink widget or to the bindings, depending on the effect of the previous key', async () => {
	const {control, type, got} = readKeys();
	control.isForInk = true;
	control.onInk = key => {
		if (key === '\r') control.isForInk = false;
	};
	await type('jj\rjk');
	expect(got).toEqual(['<j>', '<j>', '<\r>', 'j', 'k']);
});

test('a paste without an end takes late letters until escape or ctrl+c', {tags: ['fault-191']}, async () => {
	const {type, clock, got} = readKeys();
	for (const text of ['\u001B[200~abc', 'y', 'e', '\u001B', 'd', '\u001B[200~abc', '\u0003', 'd']) {
		await type(text);
		await clock.advance(1000);
	}

	expect(got).toEqual(['paste abc', 'paste y', 'paste e', 'esc', 'd', 'paste abc', 'ctrl+c', 'd']);
});

test('queued keys are dropped when reading stops', async () => {
	const {control, type, got, keys, isRaw, stdin} = readKeys();
	control.isForInk = true;
	control.onInk = key => {
		if (key === 'E') keys.stop();
	};
	await type('Ejj');
	expect([isRaw(), stdin.isPaused()]).toEqual([false, true]);
	keys.start();
	await type('k');
	expect(got).toEqual(['<E>', '<k>']);
});

test('queued keys are kept when raw mode is entered again', {tags: ['fault-65']}, async () => {
	const {type, got, keys, isRaw, stdin} = readKeys();
	keys.stop();
	keys.retake();
	expect(isRaw()).toBe(false);
	keys.start();
	stdin.write('ab');
	stdin.setRawMode(false);
	keys.retake();
	expect(isRaw()).toBe(true);
	await type('c');
	expect(got).toEqual(['a', 'b', 'c']);
});

test('a flood of keys is read no faster than it is handled, and no key is lost', async () => {
	const {send, got, stdin} = readKeys();
	send('j'.repeat(1500));
	await settled();
	expect(stdin.isPaused()).toBe(true);
	for (let turn = 0; turn < 1600; turn++) await settled();
	expect([stdin.isPaused(), got.length]).toEqual([false, 1500]);
});

test('half a key waits while reading pauses', {tags: ['fault-139']}, async () => {
	const {send, type, clock, got, stdin} = readKeys();
	send(`${'j'.repeat(1500)}\u001B[`);
	await settled();
	expect(stdin.isPaused()).toBe(true);
	await clock.advance(2000);
	await type('A');
	for (let turn = 0; turn < 1600; turn++) await settled();
	expect(got.slice(1499)).toEqual(['j', 'up']);
});
