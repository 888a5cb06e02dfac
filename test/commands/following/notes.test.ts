import {expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {createNotes} from '../../../src/commands/following/notes.ts';
import {plain} from '../../../src/text.ts';

const trouble = {error: new ApiError('E_CONNECT', 'It is down.', {phase: 'not-sent'}), since: 0};

/** Notes at a clock that also moves while the program runs, and what they said. */
function startNotes() {
	let now = 0;
	const said: string[] = [];
	const output = {note: (sentence: string) => said.push(sentence)} as never;
	const clock = {now: () => now++, after: () => () => {}};
	return {notes: createNotes({clock, output}, undefined), said, setNow: (at: number) => (now = at)};
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
	const {notes, said, setNow} = startNotes();
	setNow(59_000);
	notes.printed();
	setNow(100_000);
	notes.tick(undefined, still);
	expect(said).toEqual([]);
	setNow(120_000);
	notes.tick(undefined, still);
	setNow(-600_000);
	notes.tick(undefined, still);
	expect(said).toEqual(['still', 'still']);
});
