import type {Row} from './row.ts';

/** Why a figure misses its target, according to profiles of the built program: the name of the row, and where the time or memory goes. */
const reasons: ReadonlyArray<readonly [name: RegExp, reason: string]> = [
	[
		/^(?:move|scroll),|^p50 of a key/,
		'0.5 ms in the process at 108×40: comparing lines 0.15, visible rows 0.11, the write 0.07, key and state 0.05, painting rows 0.04, status and hints 0.04. The floor takes 0.1 and has no state, ages or columns. Details beside the list add 0.2.',
	],
	[
		/^page,/,
		'every row is new: 8 µs each to build it from columns with arbitrary text, and each is painted and written.',
	],
	[
		/p99/,
		'some keys coincide with a young-generation collection (1 to 2 ms), the compilation of hot code, or the decoding of a page (0.26 ms when warm).',
	],
	[/^slowest of the first/, 'code that runs for the first time is interpreted, and compiled meanwhile.'],
	[
		/^bytes of a scroll.*details/,
		'each key shows the details of another project, about a dozen values. The floor shows none.',
	],
	[
		/^first rows after the whole screen/,
		'the screen is complete before the response can arrive. Then the first page is decoded, and rows are built and painted by code that runs for the first time.',
	],
	[/^first rows: https/, 'node:tls has to be loaded, and both ends of the handshake share two cores.'],
	[/^resize/, 'all lines are rebuilt for another width, by code that seldom runs.'],
	[
		/^wake-ups, nothing/,
		'one in 8.1 seconds, from V8, which checks whether it can release memory in any process that has collected garbage (10 in 34 seconds in a bare one). Released memory is worth more than the wake-up.',
	],
	[
		/^resident after the start/,
		'57 MB without the latest deployments of the rows. Reading them right after the start makes code hot, which is then compiled (63 MB without concurrent compilation); reading them later would only delay that.',
	],
	[
		/^more than before it/,
		'13 MB are live in V8 (8 before), 30 reserved; the rest is free in the allocator but not returned to the system. With 4 MB for young objects, both values are higher.',
	],
	[
		/^load all/,
		'a page takes 2.2 ms: garbage collection 0.5 (rows survive, and young objects have 1 MB), client 1.0, state and plan 0.5, frames 0.1. With 32 MB for young objects it takes 1.4 ms and 80 MB more.',
	],
	[
		/^p99 of a key held meanwhile/,
		'a page is parsed, decoded and stored, and the next one requested, in one turn of 1 to 2 ms; an old-generation collection adds 3 to 6.',
	],
	[/^resident after \d/, 'all loaded rows are kept; young objects have 1 MB.'],
	[
		/^pages a second/,
		'the processor is never idle: a page takes 0.97 ms, of which 0.56 are the floor (0.2 for JSON.parse), 0.15 deadlines, limits and the UTF-8 check, 0.15 checks of the response and its entry in the request log, 0.11 decoding 100 records.',
	],
	[
		/the board, one request a second/,
		'each response is decoded and resets an age, so a line is drawn; the loaded projects are searched for the next one to read.',
	],
	[/^archive/, 'Ink, React and Yoga are 140 kB, conf with its validator 60; the rest is landfall.'],
	[/npm exec/, 'most of it is npm; the package only has to be read from the disk.'],
];

/** Returns one entry per reason, with the rows that miss their target because of it. */
export const explained = (rows: readonly Row[]): readonly string[] =>
	reasons.flatMap(([name, reason]) => {
		const unmet = rows.filter(
			row => row.isMet === false && reasons.find(([known]) => known.test(row.name))?.[0] === name,
		);
		return unmet.length === 0 ? [] : [`${unmet.map(row => row.name).join('; ')}:\n  ${reason}`];
	});
