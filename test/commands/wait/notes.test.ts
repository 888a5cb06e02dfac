import {expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {createNow} from '../../../src/clock.ts';
import {createNotes} from '../../../src/commands/wait/notes.ts';
import {plain} from '../../../src/text.ts';

const trouble = {error: new ApiError('E_CONNECT', 'It is down.', {phase: 'not-sent'}), since: 0};

/** Notes at a clock that also moves while the program runs, and what they said. */
function startNotes() {
	let elapsed = 0;
	let aheadMs = 0;
	const said: string[] = [];
	const output = {note: (sentence: string) => said.push(sentence)} as never;
	const readings = {elapsed: () => elapsed++, wall: () => elapsed + aheadMs};
	const clock = {...readings, now: createNow(readings)};
	return {
		notes: createNotes({clock, output}, undefined),
		said,
		setNow: (at: number) => (elapsed = at),
		setBack: (byMs: number) => (aheadMs -= byMs),
	};
}

const still = () => plain`still`;

test('a log mentions trouble once, and does not also say that landfall is alive', () => {
	const {notes, said, setNow} = startNotes();
	setNow(7000);
	notes.tick(trouble, still);
	notes.tick(trouble, still);
	expect(said).toEqual(['It is down. Trying again.']);
});

test('a log does not mention trouble that is over within seconds', () => {
	const {notes, said, setNow} = startNotes();
	setNow(5000);
	notes.tick(trouble, still);
	notes.tick(undefined, still);
	expect(said).toEqual([]);
});

test('a minute after the last line, a log says that landfall is alive, even if the clock was set back', () => {
	const {notes, said, setNow, setBack} = startNotes();
	setNow(59_000);
	notes.printed();
	setNow(100_000);
	notes.tick(undefined, still);
	expect(said).toEqual([]);
	setNow(120_000);
	notes.tick(undefined, still);
	setBack(600_000);
	setNow(150_000);
	notes.tick(undefined, still);
	expect(said).toEqual(['still']);
	setNow(181_000);
	notes.tick(undefined, still);
	expect(said).toEqual(['still', 'still']);
});
