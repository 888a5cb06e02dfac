import type {Row} from './row.ts';

/** Why a figure is not within its target, from profiles of the built program: name, and where the time or the room goes. */
const reasons: ReadonlyArray<readonly [name: RegExp, why: string]> = [
	[
		/^(?:move|scroll),|^p50 of a key/,
		'0.5 ms in the process at 108×40: comparing lines 0.15, rows of the window 0.11, the write 0.07, key and state 0.05, painting rows 0.04, status and hints 0.04; the floor spends 0.1 and knows no state, ages or columns. Details beside the list add 0.2.',
	],
	[
		/^page,/,
		'every row is new: 8 µs each to be made from columns that may hold any text, and each is painted and written anew.',
	],
	[
		/p99/,
		'single keys meet a collection of young objects (1 to 2 ms), the compilation of what has become hot, or a page that is decoded (0.26 ms when warm).',
	],
	[/^slowest of the first/, 'code that runs for the first time: it is interpreted, and compiled on the way.'],
	[
		/^bytes of a scroll.*details/,
		'the details are of another project at each key: a dozen values are written. The floor shows none.',
	],
	[
		/^these after the whole screen/,
		'the whole screen comes before the answer can: then the first page is decoded, and rows are made and painted in code that runs for the first time.',
	],
	[
		/^first rows over https/,
		'node:tls is loaded, which nothing else needs, and both ends shake hands on the same two cores.',
	],
	[/^resize/, 'all lines are made anew for another width, in code that is seldom run.'],
	[
		/^wake-ups, nothing/,
		'one in 8.1 seconds, by the V8 of any process that has collected once (10 in 34 seconds in a bare one): it looks whether it could give memory back, which is worth more here than the wake-up.',
	],
	[
		/^resident after the start/,
		'57 MB without the newest deployments of the rows: reading them right after the start makes code hot that is compiled then (63 MB where nothing is compiled beside), and would be so a moment later.',
	],
	[
		/^more than before it/,
		'13 MB live in V8 (8 before), 30 are held; the rest was given back to the allocator and not to the system. With 4 MB for young objects it is the same at a higher start.',
	],
	[
		/^load all/,
		'of 2.2 ms a page collections take 0.5 (the rows stay, and young objects have 1 MB), the client 1.0, state and plan 0.5, the frames 0.1 of it; with 32 MB for young objects it is 1.4 ms and 80 MB more.',
	],
	[
		/^p99 of a key held meanwhile/,
		'a page is parsed, decoded, taken in and the next one sent for in one go of 1 to 2 ms; a collection of old objects on top of it takes 3 to 6.',
	],
	[
		/^resident after \d/,
		'rows that were read and lines that were made of them stay until they are far away; young objects have 1 MB.',
	],
	[
		/^pages a second/,
		'no moment is idle: of 0.97 ms a page 0.56 are the floor itself (0.2 of it JSON.parse), 0.15 deadlines, bounds and the check for UTF-8, 0.15 judging the answer with its date, ids and record of the call, 0.11 decoding 100 records.',
	],
	[
		/the board, one call a second/,
		'each call brings something: its page is decoded and the age of what was read changes, so a line is drawn; the projects at hand are gone through for the one that is looked at next.',
	],
	[/^archive/, 'Ink, React and Yoga are 140 kB of it, conf with its validator 60; the rest is landfall.'],
	[/npm exec/, 'most of it is npm; the part of the package is read from the disk.'],
];

/** One line for each row that is not within its target, with what a profile says about it. */
export const explained = (rows: readonly Row[]): readonly string[] =>
	reasons.flatMap(([name, why]) => {
		const unmet = rows.filter(
			row => row.isMet === false && reasons.find(([known]) => known.test(row.name))?.[0] === name,
		);
		return unmet.length === 0 ? [] : [`${unmet.map(row => row.name).join('; ')}:\n  ${why}`];
	});
